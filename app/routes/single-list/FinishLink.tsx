import type { ReactNode } from 'react'
import { finishPath } from '#app/protocol/paths.ts'
import { useListAccess } from '#app/ui/listAccess.ts'

interface Props {
  onFinish(): void
  children: ReactNode
}

/** Without JavaScript, the sheet is a page. */
export function FinishLink({ onFinish, children }: Props) {
  const { listID } = useListAccess()
  return (
    <a
      className="button plain"
      href={finishPath(listID)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        onFinish()
      }}
    >
      {children}
    </a>
  )
}
