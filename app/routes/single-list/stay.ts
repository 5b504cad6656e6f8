import { replace } from '@remix-run/react'
import { currentRouter } from '#app/browser/currentRouter.ts'
import { forgetActs, showMessage } from '#app/browser/messages.ts'
import { forgetPage } from '#app/offline/keptPages.ts'
import { listIdIn } from '#app/protocol/paths.ts'
import type { Gone } from './loader.server.ts'

/** A list that is gone leads nowhere: the page that is open says so, and shows the lists that are left. */
export function stay(url: string, { why, lists }: Gone): never {
  forgetPage(url).catch(() => {})
  // Its other pages are gone, too.
  const isOpen = listIdIn(location.search) === listIdIn(new URL(url).search)
  // An Undo would be refused.
  if (isOpen) forgetActs()
  showMessage({ ...why, survivesNavigation: isOpen })
  void currentRouter().reload()
  throw replace(isOpen ? lists : location.pathname + location.search)
}
