import { useLoaderData, useSearchParams } from '@remix-run/react'
import type { Person } from '#app/domain/sharing/people.ts'
import { Time } from '#app/ui/Time.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'
import { RoleSelect, useRoles } from './RoleSelect.tsx'
import { SharingIntent } from './SharingIntent.tsx'

export function People() {
  const { user, list, people, offer, owner } = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  const words = useWords(sharing)
  return (
    <section className="part" aria-labelledby="people">
      <h2 id="people">{words.people}</h2>
      {!list.hasOwner && offer && offer.to !== user.id && (
        <p className="lead">{words.offeredTo({ name: <span dir="auto">{offer.name}</span> })}</p>
      )}
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

function Controls({ person: { id, name, role } }: { person: Person }) {
  const words = useWords(sharing)
  return (
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
  )
}
