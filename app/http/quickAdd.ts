import type { AppLoadContext } from '@remix-run/node'
import { isMissingRight } from '#app/domain/access/access.ts'
import type { Actor } from '#app/domain/access/actors.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Message } from '#app/domain/flashes.ts'
import { Repeatable } from '#app/domain/inputs.ts'
import { AddLines, addChecked, QuickAdd, quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { readText } from '#app/domain/quickAdd/readText.ts'
import { acts } from '#app/messages/en/acts.ts'
import { checkedLines, parse } from './in/forms.ts'
import { done, redirectWith, refused, refusedHere, said } from './out/replies.ts'

interface Target {
  actor: Actor
  listId: string | undefined
  /** The list's page. */
  home: string
  headers?: Headers | undefined
}

/**
 * The action of the line on a list's page, by account or by link. Without script, and for a pasted list, several lines
 * come back as a page to check them, and the checked ones are added.
 */
export async function quickAddAction(context: AppLoadContext, form: FormData, target: Target) {
  if (form.has('check') || form.has('line')) return addCheckedLines(context, form, target)
  const { actor, listId, home, headers } = target
  const isPasted = form.has('preview')
  try {
    // A chip next to the line sends the same field.
    const lines = form.getAll('lines').map(String).join('\n')
    const input = parse(QuickAdd, { id: fieldOf(form, 'id'), at: fieldOf(form, 'at'), lines })
    const { op } = parse(Repeatable, { op: fieldOf(form, 'op') })
    const isDirect = context.scripted || context.wantsJson || !/[\r\n]/.test(lines.trim())
    const read = isPasted || !isDirect ? readText(lines) : undefined
    if (read?.hasMore) throw new DomainError('too-many-lines')
    if (read && read.items.length > 0) return { items: read.items }
    const result = await quickAdd(context.services, actor, { listId, ...input }, undefined, op)
    return done(context, home, said(result, acts.quickAdded), headers)
  } catch (error) {
    if (isPasted) return refusedHere(context, error, { lines: String(form.get('lines') ?? '') })
    return refused(context, error, home, { draft: { lines: form.getAll('lines').map(String).join('\n') } })
  }
}

async function addCheckedLines(context: AppLoadContext, form: FormData, target: Target) {
  const { actor, listId, home, headers } = target
  const { lines, typed } = checkedLines(form)
  try {
    const input = parse(AddLines, { id: fieldOf(form, 'id'), lines })
    const result = await addChecked(context.services, actor, { listId, ...input })
    if (context.wantsJson) return done(context, home, said(result, acts.quickAdded), headers)
    const undo = result.change && { change: result.change }
    const message: Message = { kind: 'success', text: acts.quickAdded(result), ...undo }
    // A page of its own, so that it leads back to the list with script, too.
    return redirectWith(context, home, { message }, headers)
  } catch (error) {
    if (isMissingRight(error)) throw error
    return refusedHere(context, error, { ...typed, checked: '1' })
  }
}

const fieldOf = (form: FormData, name: string) => form.get(name) ?? undefined
