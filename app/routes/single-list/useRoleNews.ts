import { useEffect, useRef } from 'react'
import { hasRight, type Role } from '#app/domain/access/rights.ts'
import { ROLE_NEWS } from '#app/messages/en/browser.ts'
import { forgetActs, toast } from '#app/ui/browser/messages.ts'

/** Says so when the owner gives the reader another role while the list is open. */
export function useRoleNews(
  { id, role }: { id: string; role: Role },
  { dialog, close }: { dialog: string | null; close(): void },
): void {
  const known = useRef({ id, role })
  useEffect(() => {
    const before = known.current
    known.current = { id, role }
    if (before.id !== id || before.role === role) return
    if (!hasRight(role, 'edit')) {
      // Else it would open again with the right to edit.
      if (dialog === 'add' || dialog === 'edit' || dialog === 'rename') close()
      // An Undo would be refused.
      forgetActs()
    }
    toast.info(ROLE_NEWS[role])
  }, [id, role, dialog, close])
}
