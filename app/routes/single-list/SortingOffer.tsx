import { viewForm } from '#app/acts/view.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { useAccountData } from './pageData.ts'
import { ViewChoice } from './ViewChoice.tsx'

/** Once: either answer is a choice. */
export function SortingOffer() {
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const { text = '', decline = '' } = useAccountData()?.offer ?? {}
  return (
    <div className="basket-head offer" id="offer">
      <p>{text}</p>
      <ViewChoice className="button plain" />
      <ActForm act={() => viewForm(access, 'added')}>
        <button type="submit" className="button plain" {...needsConnection(decline)}>
          {decline}
        </button>
      </ActForm>
    </div>
  )
}
