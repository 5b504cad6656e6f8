import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { Place } from '#app/acts/act.ts'
import { editForm } from '#app/acts/edit.ts'
import { isGuest, isMissingRight, listFor } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Message } from '#app/domain/flashes.ts'
import { newId } from '#app/domain/ids.ts'
import { Repeatable } from '#app/domain/inputs.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { parse } from '#app/domain/parse.ts'
import { AddLines, addChecked, QuickAdd, quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { readText } from '#app/domain/quickAdd/readText.ts'
import { formOrOutboxOp, type Repeated } from '#app/domain/write.ts'
import { actorFor, actorReading } from '#app/http/in/auth.ts'
import { checkedLines } from '#app/http/in/body.ts'
import { type Done, done, redirectWith, refused, refusedHere } from '#app/http/out/replies.ts'
import { GuestBar, NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { addLines } from '#app/words/en/addLines.ts'
import { formValues } from '#app/words/formValues.ts'
import { linesToCheck } from '#app/words/linesToCheck.ts'
import { otherReading } from '#app/words/prices.ts'
import { quickAdded } from '#app/words/quickAdded.ts'
import { ENGLISH, type Reader, wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { PasteOrCheck } from './PasteOrCheck.tsx'

export { unlessPosted as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'
export { keepingLines as clientAction } from './keepingLines.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, addLines).pasteAList} · Larder` }

export const meta: MetaFunction = ({ params }) => [
  ...(params.token === undefined ? [] : [{ name: 'robots', content: 'noindex, nofollow' }]),
]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, listId, home } = await actorReading(args)
  const { id, name, createdBy, currency } = await listFor(args.context.services.db, actor, listId, 'edit')
  const guest = isGuest(actor) ? (actor.name ?? '') : undefined
  const account = isGuest(actor) ? undefined : { ownerId: createdBy, userId: actor.id }
  const place = { account: account?.userId ?? home, listID: id }
  return { name, home, guest, account, place, nextId: newId(), currency: currencyOf(currency) }
}

type Acting = Awaited<ReturnType<typeof actorFor>>

/** Without script, and for a pasted list, several lines come back as a page to check them first. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const acting = await actorFor(args)
  const { actor, form, data, listId, home, headers } = acting
  if (data.has('cancel')) return { lines: data.getAll('line').join('\n') }
  if (data.has('check') || data.has('line')) return addCheckedLines(context, acting)
  const isPasted = data.has('preview')
  // A chip next to the line sends the same field.
  const lines = data.getAll('lines').map(String).join('\n')
  const isDirect = context.scripted || context.wantsJson || !/[\r\n]/.test(lines.trim())
  const isPreview = isPasted || !isDirect
  // Reading many lines takes a while.
  const list = isPreview ? await listFor(context.services.db, actor, listId, 'edit') : undefined
  try {
    const input = parse(QuickAdd, { ...form, lines })
    const known = { op: parse(Repeatable, form).op, id: input.id }
    const currency = list && currencyOf(list.currency)
    const read = currency && readText(lines, currency)
    if (read?.hasMore) throw new DomainError('too-many-lines')
    if (read && read.items.length > 0) return { items: linesToCheck(context.reader, read) }
    const op = formOrOutboxOp(context.services, actor, known, 'quick-add', [listId, lines])
    const result = await quickAdd(context.services, actor, { listId, ...input }, op)
    // Back to the line, whose chips stay for the next one.
    return done(context, `${home}#quick`, replyOf(context.reader, result, lines, placeOf(acting)), headers)
  } catch (error) {
    if (isPreview) return refusedHere(context, error, { lines })
    return refused(context, error, home, { draft: { lines } })
  }
}

type Result = Awaited<ReturnType<typeof quickAdd<Repeated>>>

const placeOf = ({ actor, form, listId, home }: Acting): Place => ({
  account: isGuest(actor) ? home : actor.id,
  listID: listId ?? '',
  guest: form.guest,
})

function replyOf(reader: Reader, result: Result, lines: string, place: Place): Done {
  const { change } = result
  if (!('added' in result)) return { change }
  const reply = { change, message: quickAdded(reader, result, lines) }
  if (!result.unclear) return reply
  const isOneOfSeveral = result.added.length + result.raised.length + result.already.length > 1
  return {
    ...reply,
    alternative: priceOtherwise(reader, result.unclear, place, result.currency, isOneOfSeveral),
  }
}

/** '12 eggs 2.99' may mean either. */
function priceOtherwise(reader: Reader, item: Item, place: Place, code: string, isOneOfSeveral: boolean) {
  const currency = currencyOf(code)
  const values = formValues(ENGLISH, item, currency)
  const meant = { ...values, priceFor: item.priceFor === 'all' ? 'one' : 'all' }
  const { path, fields } = editForm(place, item.id, meant, { values, updatedAt: item.updatedAt })
  return { label: otherReading(reader, item, currency, isOneOfSeveral), path, fields }
}

async function addCheckedLines(context: AppLoadContext, acting: Acting) {
  const { actor, form, data, listId, home, headers } = acting
  const { lines, typed } = checkedLines(data)
  try {
    const input = parse(AddLines, { ...form, lines })
    const known = { op: undefined, id: input.id }
    const op = formOrOutboxOp(context.services, actor, known, 'add-lines', [listId, input.lines])
    const result = await addChecked(context.services, actor, { listId, ...input }, op)
    const reply = replyOf(context.reader, result, lines.join('\n'), placeOf(acting))
    if (context.wantsJson) return done(context, home, reply, headers)
    const { message: text = '', change, ...more } = reply
    const message: Message = { kind: 'success', text, ...(change && { change }), ...more }
    // A page of its own, so that it leads back to the list with script, too.
    return redirectWith(context, home, { message }, headers)
  } catch (error) {
    if (isMissingRight(error)) throw error
    return refusedHere(context, error, { ...typed, checked: '1' })
  }
}

export default function PastePage() {
  const words = useWords(addLines)
  const { name, home, guest, account, place, nextId, currency } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const title = { title: name, subtitle: words.pasteAList }
  return (
    <>
      {account ? <NavBar page={{ ...title, ...account }} /> : <GuestBar {...title} />}
      <main className="page share-target">
        <PasteOrCheck {...{ nextId, home, guest, place, currency, result }} />
      </main>
    </>
  )
}
