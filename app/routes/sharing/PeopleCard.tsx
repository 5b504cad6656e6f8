import { Form, useLoaderData } from '@remix-run/react'
import { INVITE_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import type { Person } from '#app/domain/sharing/people.ts'
import { days } from '#app/messages/format.ts'
import { sharingPath } from '#app/protocol/paths.ts'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { useIsPending } from '#app/ui/IntentForm.tsx'
import { Switch } from '#app/ui/Switch.tsx'
import { Time } from '#app/ui/Time.tsx'
import type { loader } from './loader.server.ts'
import { ROLES, RoleSelect } from './RoleSelect.tsx'
import { SharingIntent } from './SharingIntent.tsx'
import { UrlRow } from './UrlRow.tsx'

export function PeopleCard() {
  const { user, list, people, offer, owner } = useLoaderData<typeof loader>()
  const members = people.length > 1
  return (
    <section className="card" aria-labelledby="people">
      <h2 id="people">People</h2>
      {owner && (
        <p className="lead">
          {members
            ? 'If you remove someone, they no longer see this list.'
            : 'Only you have this list. Invite someone who has an account here or will create one.'}
        </p>
      )}
      {!list.hasOwner && offer && offer.to !== user.id && (
        <p className="lead">
          The owner deleted their account. The list is offered to <span dir="auto">{offer.name}</span>.
        </p>
      )}
      <ul className="rows people" aria-label="People on this list">
        {people.map((person) => (
          <li key={person.id}>
            <h3 dir="auto">{person.id === user.id ? `${person.name} (you)` : person.name}</h3>
            <p>
              {ROLES[person.role]}
              {person.role !== 'owner' && (
                <>
                  {' '}
                  · joined <Time at={person.since} />
                </>
              )}
            </p>
            {owner && person.role !== 'owner' && <Controls person={person} />}
          </li>
        ))}
        {owner?.invites.map((invite) => (
          <UrlRow
            key={invite.id}
            title="Open invitation"
            name="the invitation"
            shared={invite}
            intent="withdraw"
            fields={{ inviteID: invite.id }}
            submit="Withdraw"
          >
            {ROLES[invite.role]} · expires <Time at={invite.expiresAt} />
          </UrlRow>
        ))}
      </ul>
      {owner && <InviteForm nextId={owner.nextId} />}
    </section>
  )
}

function Controls({ person: { id, name, role, always, alwaysAccepted } }: { person: Person }) {
  const { list } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="choices">
        <SharingIntent
          key={role}
          intent="role"
          fields={{ userID: id }}
          submit="Save"
          label={`Save the role of ${name}`}
          variant="quiet"
          className="role"
        >
          <RoleSelect label={`Role of ${name}`} hideLabel defaultValue={role} />
        </SharingIntent>
        <SharingIntent
          intent="remove"
          fields={{ userID: id }}
          submit="Remove"
          label={`Remove ${name}`}
          variant="danger"
        />
      </div>
      <Form method="post" action={sharingPath(list.id)} replace preventScrollReset>
        <HiddenFields of={{ intent: 'always', userID: id, always: String(!always) }} />
        <Switch on={always} disabled={useIsPending('always', { userID: id })}>
          <span>
            Always share my new lists with {name}
            {always && !alwaysAccepted && <span className="waits"> Waits until {name} accepts it.</span>}
          </span>
        </Switch>
      </Form>
    </>
  )
}

function InviteForm({ nextId }: { nextId: string }) {
  return (
    <>
      <SharingIntent
        key={nextId}
        intent="invite"
        fields={{ id: nextId }}
        submit="Invite…"
        className="options beside"
      >
        <RoleSelect label="Invite someone as" />
      </SharingIntent>
      <p className="hint">
        {`You get a link for one person. It works once, within ${days(INVITE_LIFETIME)}, and needs an account. `}
        Editors can change everything on the list, viewers can only look.
      </p>
    </>
  )
}
