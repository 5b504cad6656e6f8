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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't scroll
    <div className="at-home" role="group" aria-label={label}>
      <span>{label}</span>
      {things.map((thing) => (
        <ActForm
          key={thing.id}
          act={(id) => removeAtHomeForm(access, change, { id, itemID: thing.id })}
          nextId={nextId}
        >
          <button
            type="submit"
            className="button quiet"
            aria-label={thing.remove}
            {...needsConnection(thing.remove)}
          >
            {thing.name}
            <Icon of={X} />
          </button>
        </ActForm>
      ))}
      <ActForm act={(id) => removeAtHomeForm(access, change, { id })} nextId={nextId}>
        <button type="submit" className="button plain" {...needsConnection(remove)}>
          {remove}
        </button>
      </ActForm>
    </div>
  )
}
