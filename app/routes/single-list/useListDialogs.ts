import { useLocation, useNavigate } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetActs, toast } from '#app/browser/messages.ts'
import { isFresh } from '#app/browser/pageCache.ts'
import { useReload } from '#app/browser/useReload.ts'
import { hasRight, type Role } from '#app/domain/access/rights.ts'
import { dialogPath } from '#app/protocol/paths.ts'
import type { Refusal } from '#app/protocol/reply.ts'
import { browser } from '#app/words/en/browser.ts'
import type { FieldTexts } from '#app/words/errorText.ts'
import { useWords } from '#app/words/useWords.ts'

export type DialogName = 'add' | 'edit' | 'receipt' | 'rename' | 'finish' | 'text' | 'keys' | 'changes'

/** The values and errors of a failed form that was sent without JavaScript. */
export interface Draft {
  values: Record<string, string>
  fields?: FieldTexts | undefined
  message?: string | undefined
}

export type ListDialogs = ReturnType<typeof useListDialogs>

const OPENED_HERE = { openedHere: true }

/** The dialog is in the page's address. Opening it is a step forward in the history: the back button closes it. */
export function useListDialogs(
  list: { id: string; role: Role },
  home: string,
  first: Draft | Refusal | undefined,
) {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  // Only for the dialog the page was loaded with; dialogs opened later start empty.
  const [draft, setDraft] = useState<Draft | undefined>(first)
  // Without JavaScript, a refused form is answered at the address without the dialog.
  const [isRefused, setRefused] = useState(first !== undefined && 'attempt' in first)
  // Going back takes a moment. Closing twice must not leave the list.
  const closed = useRef<string>()
  useEffect(() => {
    if (closed.current !== key) closed.current = undefined
  }, [key])

  // Opening or closing loads nothing, so that it takes no time, but it cancels a reload that is running.
  const reload = useReload()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step in the history cancels it
  useEffect(() => {
    if (!isFresh(location.href)) void reload()
  }, [key, reload])

  const openedHere = (state as typeof OPENED_HERE | null)?.openedHere === true
  const isOpen = params.has('dialog')

  const open = useCallback(
    (dialog: DialogName, itemId?: string) => {
      navigate(dialogPath(home, dialog, itemId), { preventScrollReset: true, state: OPENED_HERE })
    },
    [navigate, home],
  )

  const close = useCallback(() => {
    setDraft(undefined)
    setRefused(false)
    if (!isOpen || closed.current === key) return
    closed.current = key
    if (openedHere) navigate(-1)
    else navigate(home, { replace: true, preventScrollReset: true })
  }, [navigate, home, isOpen, openedHere, key])

  const dialog = (params.get('dialog') as DialogName | null) ?? (isRefused ? 'add' : null)
  useRoleNews(list, { dialog, close })
  return { dialog, itemId: params.get('itemID'), draft, open, close }
}

/** Says so when the owner gives the reader another role while the list is open. */
function useRoleNews(
  { id, role }: { id: string; role: Role },
  { dialog, close }: { dialog: string | null; close(): void },
): void {
  const words = useWords(browser)
  const known = useRef({ id, role })
  useEffect(() => {
    const before = known.current
    known.current = { id, role }
    if (before.id !== id || before.role === role) return
    if (!hasRight(role, 'edit')) {
      // An open dialog would come back with the right to edit.
      if (['add', 'edit', 'rename', 'finish'].includes(dialog ?? '')) close()
      // An Undo would be refused.
      forgetActs()
    }
    toast.info(words[role])
  }, [words, id, role, dialog, close])
}
