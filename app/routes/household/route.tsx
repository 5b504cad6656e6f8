import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { live } from '#app/browser/live.ts'
import { serverReachable } from '#app/browser/serverReachable.ts'
import { useReload } from '#app/browser/useReload.ts'
import { DomainError } from '#app/domain/errors.ts'
import { Operation } from '#app/domain/inputs.ts'
import { INVITE_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { latestOwnList } from '#app/domain/lists/ownLists.ts'
import { parse } from '#app/domain/parse.ts'
import { askIntoHousehold, endSharer } from '#app/domain/sharing/companions.ts'
import { Always, Member } from '#app/domain/sharing/inputs.ts'
import { createInvite, withdrawInvite } from '#app/domain/sharing/invites.ts'
import { removeFromAll } from '#app/domain/sharing/leave.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refusedHere } from '#app/http/out/replies.ts'
import { HOUSEHOLD, householdPath } from '#app/protocol/paths.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { IntentForm } from '#app/ui/IntentForm.tsx'
import { InviteRows } from '#app/ui/InviteRows.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { Way } from '#app/ui/Way.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { days } from '#app/words/format.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { Companion, loader } from './loader.server.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { unlessRefused as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'
export { loader } from './loader.server.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, sharing).household} · Larder` }

const TO_ALL = { role: 'editor', allLists: true } as const

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const words = wordsOf(context.reader, sharingNotices)
  const typed = await readForm(context)
  const say = (message: string) => done(context, HOUSEHOLD, { message })
  const other = () => parse(Member, typed).userID
  try {
    switch (typed.intent) {
      case 'invite': {
        // An invitation is made on a list, and reaches all others from there.
        const listId = await latestOwnList(services, user)
        const op = formOp(services, user, parse(Operation, typed).id, 'invite', TO_ALL)
        const { id } = await createInvite(services, user, listId, TO_ALL, { caller: context, op })
        return redirect(householdPath(id), 303)
      }
      case 'withdraw':
        await withdrawInvite(services, user, typed.listID, typed.inviteID, context)
        return await say(words.withdrawn)
      case 'always':
        return await say(words.always(await askIntoHousehold(services, user, parse(Always, typed), context)))
      case 'remove':
        return await say(words.removed(await removeFromAll(services, user, other(), context)))
      case 'stop':
        return await say(words.alwaysEnded(await endSharer(services, user, other(), context)))
      default:
        throw new DomainError('bad-form')
    }
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

const FORM = 'invite'

export default function Household() {
  const words = useWords(sharing)
  const reader = useReader()
  const { userId, people, others, invites, shown, hasLists, watched, nextId } = useLoaderData<typeof loader>()
  const message = useMessage(useActionData<typeof action>())
  useReloadOnChange(watched)
  return (
    <>
      <NavBar page={{ title: words.household, ownerId: userId }} message={message} />
      <main className="page settings sharing">
        <section className="card" aria-label={words.household}>
          {people.length > 0 && (
            <ul className="rows people" aria-label={words.people}>
              {people.map((person) => (
                <Person key={person.id} {...person} />
              ))}
            </ul>
          )}
          {hasLists ? (
            <>
              <Form id={FORM} className="ways" method="post" replace preventScrollReset>
                <HiddenFields of={{ id: nextId }} />
              </Form>
              <Way
                form={FORM}
                intent="invite"
                title={words.inviteToHousehold}
                lead={words.householdLead({ time: days(reader, INVITE_LIFETIME) })}
                submit={words.invite}
                isUsed={people.length + invites.length > 0}
              >
                <InviteRows invites={invites} shown={shown} showPath={householdPath} action={HOUSEHOLD} />
              </Way>
            </>
          ) : (
            <p className="hint">{words.firstMakeAList}</p>
          )}
          {others.length > 0 && <Others />}
        </section>
      </main>
    </>
  )
}

/** They share a list with the user, and aren't in the household. */
function Others() {
  const words = useWords(sharing)
  const { others } = useLoaderData<typeof loader>()
  return (
    <section className="part" aria-labelledby="others">
      <h2 id="others">{words.notInIt}</h2>
      <p className="hint">{words.onceTheyAccept}</p>
      <ul className="rows asks">
        {others.map(({ id, name, isAsked }) => (
          <li key={id}>
            <h3 dir="auto">{name}</h3>
            {isAsked && <p>{words.asked}</p>}
            {isAsked ? (
              <TakeBack id={id} name={name} />
            ) : (
              <IntentForm
                intent="always"
                fields={{ userID: id, always: 'true' }}
                submit={words.askToJoin}
                label={words.askToJoinNamed({ name })}
                variant="quiet"
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TakeBack({ id, name }: { id: string; name: string }) {
  const words = useWords(sharing)
  return (
    <IntentForm
      intent="always"
      fields={{ userID: id, always: 'false' }}
      submit={words.takeBack}
      label={words.takeBackNamed({ name })}
      variant="quiet"
    />
  )
}

/** Two people hold their phones side by side, and one has just accepted, declined, left or removed the other. */
function useReloadOnChange(watched: string): void {
  const reload = useReload()
  useEffect(() => {
    // What happened until then is missed.
    let isBehind = true
    const onEvent = ({ type }: { type: string }) => {
      const catchesUp = isBehind && type === 'subscribed'
      if (type === 'disconnected') isBehind = true
      if (catchesUp) isBehind = false
      if (catchesUp || CHANGES.has(type)) void reload()
    }
    const ids = watched.split(',').filter(Boolean)
    const stops = ids.map((id) => live.subscribe(id, onEvent))
    return () => {
      for (const stop of stops) stop()
    }
  }, [watched, reload])
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && serverReachable()) void reload()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [reload])
}

const CHANGES = new Set(['membersChanged', 'listDeleted', 'refused'])

/** Each direction ends with a button of its own. */
function Person({ id, name, role, roleOnTheirs, isAsked }: Companion & { isAsked: boolean }) {
  const words = useWords(sharing)
  const named = { name: <span dir="auto">{name}</span> }
  const sentence = role ? (roleOnTheirs ? words.shareBoth : words.youShareAll) : words.sharesAll
  return (
    <li>
      <details>
        <summary>
          <h3 dir="auto">{name}</h3>
          <p>{sentence(named)}</p>
        </summary>
        {role === 'viewer' && <p>{words.viewer}</p>}
        {roleOnTheirs === 'viewer' && <p>{words.canView}</p>}
        {isAsked && <p>{words.asked}</p>}
        <div className="choices">
          {isAsked && <TakeBack id={id} name={name} />}
          {role ? (
            <IntentForm
              intent="remove"
              fields={{ userID: id }}
              submit={words.removeFromAll({ name })}
              variant="danger"
            />
          ) : (
            !isAsked && (
              <IntentForm
                intent="always"
                fields={{ userID: id, always: 'true' }}
                submit={words.shareMineToo({ name })}
                variant="quiet"
              />
            )
          )}
          {roleOnTheirs && (
            <IntentForm
              intent="stop"
              fields={{ userID: id }}
              submit={words.stopListsOf({ name })}
              variant="quiet"
            />
          )}
        </div>
      </details>
    </li>
  )
}
