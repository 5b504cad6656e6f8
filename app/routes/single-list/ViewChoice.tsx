import { viewForm } from '#app/acts/view.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'

/** The other way to look at the list. */
export function ViewChoice({ className }: { className?: string }) {
  const { byAisle } = useWords(list)
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const { sorting } = usePageData()
  const text = sorting?.added ?? byAisle
  return (
    <ActForm act={() => viewForm(access, sorting ? 'added' : 'aisle')}>
      <button type="submit" className={className} {...needsConnection(text)}>
        {text}
      </button>
    </ActForm>
  )
}
