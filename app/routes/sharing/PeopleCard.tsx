import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { INVITE_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import type { Person } from '#app/domain/sharing/people.ts'
import { sharingPath } from '#app/protocol/paths.ts'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { useIsPending } from '#app/ui/IntentForm.tsx'
import { Select } from '#app/ui/Select.tsx'
import { Switch } from '#app/ui/Switch.tsx'
import { Time } from '#app/ui/Time.tsx'
import { UrlRow } from '#app/ui/UrlRow.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { days } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'
import { Options } from './Options.tsx'
import { RoleSelect, useRoles } from './RoleSelect.tsx'
import { SharingIntent } from './SharingIntent.tsx'

export function PeopleCard() {
  const { user, list, people, offer, owner } = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  const words = useWords(sharing)
  const roles = useRoles()
  const isAlone = owner && people.length === 1
  return (
    <section className="card" aria-labelledby="people">
      <h2 id="people">{words.people}</h2>
      {isAlone && <p className="lead">{words.onlyYou}</p>}
      {!list.hasOwner && offer && offer.to !== user.id && (
        <p className="lead">{words.offeredTo({ name: <span dir="auto">{offer.name}</span> })}</p>
      )}
      {!isAlone && (
        <ul className="rows people" aria-label={words.peopleOnList}>
          {people.map((person) => (
            <li key={person.id}>
              {owner && person.role !== 'owner' ? (
                <details open={searchParams.get('show') === person.id || undefined}>
                  <summary>
                    <Name person={person} />
                  </summary>
                  <Controls person={person} />
                </details>
              ) : (
                <Name person={person} />
              )}
            </li>
          ))}
        </ul>
      )}
      {owner && <InviteForm nextId={owner.nextId} />}
      {owner && owner.invites.length > 0 && (
        <ul className="rows" aria-label={words.openInvitation}>
          {owner.invites.map((invite) => (
            <UrlRow
              key={invite.id}
              title={words.openInvitation}
              shared={invite}
              shown={owner.shown}
              showPath={sharingPath(list.id, invite.id)}
              showLabel={words.showInvitation}
              end={
                <SharingIntent
                  intent="withdraw"
                  fields={{ inviteID: invite.id }}
                  submit={words.withdraw}
                  label={words.withdrawInvitation}
                  variant="danger"
                />
              }
            >
              {words.roleAndEnd({
                role: roles[invite.role] + (invite.allLists ? ` · ${words.allMyLists}` : ''),
                expires: <Time at={invite.expiresAt} />,
              })}
            </UrlRow>
          ))}
        </ul>
      )}
    </section>
  )
}

function Name({ person }: { person: Person }) {
  const { user } = useLoaderData<typeof loader>()
  const words = useWords(sharing)
  const roles = useRoles()
  return (
    <>
      <h3 dir="auto">{person.id === user.id ? words.you(person) : person.name}</h3>
      <p>
        {person.role === 'owner'
          ? roles.owner
          : words.roleAndJoined({ role: roles[person.role], joined: <Time at={person.since} /> })}
      </p>
    </>
  )
}

function Controls({ person: { id, name, role, always, alwaysAccepted } }: { person: Person }) {
  const { list } = useLoaderData<typeof loader>()
  const words = useWords(sharing)
  return (
    <>
      <div className="choices">
        <SharingIntent
          key={role}
          intent="role"
          fields={{ userID: id }}
          submit={words.save}
          label={words.saveRole({ name })}
          variant="quiet"
          className="role"
        >
          <RoleSelect label={words.roleOf({ name })} hideLabel defaultValue={role} />
        </SharingIntent>
        <SharingIntent
          intent="remove"
          fields={{ userID: id }}
          submit={words.remove}
          label={words.removePerson({ name })}
          variant="danger"
        />
      </div>
      <Form method="post" action={sharingPath(list.id)} replace preventScrollReset>
        <HiddenFields of={{ intent: 'always', userID: id, always: String(!always) }} />
        <Switch on={always} disabled={useIsPending('always', { userID: id })}>
          <span>
            {words.alwaysShare({ name })}
            {always && !alwaysAccepted && <span className="waits"> {words.waitsUntil({ name })}</span>}
          </span>
        </Switch>
      </Form>
      {alwaysAccepted && (
        <SharingIntent
          intent="remove"
          fields={{ userID: id, allLists: 'true' }}
          submit={words.removeFromAll({ name })}
          variant="danger"
          className="from-all"
        />
      )}
    </>
  )
}

function InviteForm({ nextId }: { nextId: string }) {
  const words = useWords(sharing)
  const reader = useReader()
  return (
    <>
      <p className="hint">{words.inviteHint({ time: days(reader, INVITE_LIFETIME) })}</p>
      <SharingIntent
        key={nextId}
        intent="invite"
        fields={{ id: nextId }}
        submit={words.invite}
        className="beside"
        options={
          <Options hint={words.allListsHint}>
            <RoleSelect label={words.inviteAs} />
          </Options>
        }
      >
        <Select
          label={words.inviteTo}
          name="allLists"
          defaultValue="false"
          options={{ false: words.thisList, true: words.allMyLists }}
          autoComplete="off"
        />
      </SharingIntent>
    </>
  )
}
