import type { ReactNode } from 'react'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'

/** Few people change them. */
export function Options({ open, hint, children }: { open?: boolean; hint?: string; children: ReactNode }) {
  const words = useWords(sharing)
  return (
    <details className="options" open={open}>
      <summary>{words.options}</summary>
      <div>{children}</div>
      <p className="hint">
        {words.rolesHint} {hint}
      </p>
    </details>
  )
}
