import { useLoaderData } from '@remix-run/react'
import { sharingPath } from '#app/protocol/paths.ts'
import { IntentForm } from '#app/ui/IntentForm.tsx'
import { settings } from '#app/words/en/settings.ts'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

/** An invitation to all lists is made on one of them. */
export function Household() {
  const words = useWords(settings)
  const ofSharing = useWords(sharing)
  const { household, sharers, latestList, nextId } = useLoaderData<typeof loader>()
  const people = household.length + sharers.length
  if (people === 0 && !latestList) return null
  return (
    <section className="card" aria-labelledby="household">
      <h2 id="household">{words.household}</h2>
      <p className="lead">{words.aboutHousehold}</p>
      {people > 0 && (
        <ul className="rows" aria-labelledby="household">
          {household.map(({ id, name, role, listId }) => (
            <li key={id}>
              <h3>{words.youShareAll({ name: <span dir="auto">{name}</span> })}</h3>
              <p>{ofSharing[role]}</p>
              <IntentForm
                intent="remove-from-all"
                fields={{ userID: id, listID: listId }}
                submit={ofSharing.remove}
                label={ofSharing.removeFromAll({ name })}
                variant="danger"
              />
            </li>
          ))}
          {sharers.map(({ id, name, role }) => (
            <li key={id}>
              <h3>{words.sharesAll({ name: <span dir="auto">{name}</span> })}</h3>
              <p>{role === 'editor' ? words.canEdit : words.canView}</p>
              <IntentForm
                intent="stop-sharing"
                fields={{ userID: id }}
                submit={words.stop}
                label={words.stopListsOf({ name })}
                variant="quiet"
              />
            </li>
          ))}
        </ul>
      )}
      {latestList && (
        <IntentForm
          action={sharingPath(latestList)}
          intent="invite"
          fields={{ id: nextId, allLists: 'true' }}
          submit={ofSharing.invite}
          {...(household.length > 0 && { variant: 'quiet' })}
        />
      )}
    </section>
  )
}
