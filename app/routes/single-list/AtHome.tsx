import { X } from 'lucide'
import { removeAtHomeForm } from '#app/acts/answeredActs.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import type { AtHome as Offer } from '#app/protocol/recipeReply.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useFlash } from '#app/ui/flash.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'

/** Below the message that says what a question has added. */
export function AtHome({ offer: { change, label, remove, things } }: { offer: Offer }) {
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const nextId = useFlash()?.nextId
  return (
    <ul className="at-home" aria-label={label}>
      <li>{label}</li>
      {things.map((thing) => (
        <li key={thing.id}>
          <ActForm act={(id) => removeAtHomeForm(access, change, { id, itemID: thing.id })} nextId={nextId}>
            <button
              type="submit"
              className="button"
              aria-label={thing.remove}
              {...needsConnection(thing.remove)}
            >
              <span>{thing.name}</span>
              <Icon of={X} />
            </button>
          </ActForm>
        </li>
      ))}
      <li className="all">
        <ActForm act={(id) => removeAtHomeForm(access, change, { id })} nextId={nextId}>
          <button type="submit" className="button" {...needsConnection(remove)}>
            {remove}
          </button>
        </ActForm>
      </li>
    </ul>
  )
}
