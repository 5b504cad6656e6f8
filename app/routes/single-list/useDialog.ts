import { useLocation, useNavigate, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { isFresh } from '#app/offline/page/pageCache.ts'
import { dialogPath } from '#app/protocol/paths.ts'

export type DialogName = 'add' | 'edit' | 'receipt' | 'rename' | 'text' | 'keys' | 'changes'

const OPENED_HERE = { openedHere: true }

/**
 * The dialog in the page's address; `path` is the address without it. Opening one is a step forward in the history, so
 * that the back button closes it.
 */
export function useDialog(path: string) {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  // Going back takes a moment. Closing twice must not leave the list.
  const closed = useRef<string>()
  useEffect(() => {
    if (closed.current !== key) closed.current = undefined
  }, [key])

  // Opening or closing loads nothing, so that it takes no time, but it cancels a reload that is running.
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step in the history cancels it
  useEffect(() => {
    if (!isFresh(location.href)) revalidate()
  }, [key, revalidate])

  const openedHere = (state as typeof OPENED_HERE | null)?.openedHere === true
  const isOpen = params.has('dialog')

  const open = useCallback(
    (dialog: DialogName, itemId?: string) => {
      navigate(dialogPath(path, dialog, itemId), { preventScrollReset: true, state: OPENED_HERE })
    },
    [navigate, path],
  )

  const close = useCallback(() => {
    if (!isOpen || closed.current === key) return
    closed.current = key
    if (openedHere) navigate(-1)
    else navigate(path, { replace: true, preventScrollReset: true })
  }, [navigate, path, isOpen, openedHere, key])

  return { dialog: params.get('dialog') as DialogName | null, itemId: params.get('itemID'), open, close }
}
