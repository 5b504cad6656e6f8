import { viewForm } from '#app/acts/view.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { usePageData } from './pageData.ts'

/** The other way to look at the list. Pages that were kept before there were two have none. */
export function ViewChoice({ className }: { className?: string }) {
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const { sorting } = usePageData()
  if (!sorting) return null
  return (
    <ActForm act={() => viewForm(access, sorting.other)}>
      <button type="submit" className={className} {...needsConnection(sorting.text)}>
        {sorting.text}
      </button>
    </ActForm>
  )
}
