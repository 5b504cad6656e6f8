import { viewForm } from '#app/acts/view.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import type { View } from '#app/domain/aisles/views.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'

interface Props {
  offer: string
  accept: string
  decline: string
}

/** Once: either choice is one. */
export function SortingOffer({ offer, accept, decline }: Props) {
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const choice = (view: View, text: string) => (
    <ActForm act={() => viewForm(access, view)}>
      <button type="submit" className="button plain" {...needsConnection(text)}>
        {text}
      </button>
    </ActForm>
  )
  return (
    <div className="basket-head offer" id="offer">
      <p>{offer}</p>
      {choice('aisle', accept)}
      {choice('added', decline)}
    </div>
  )
}
