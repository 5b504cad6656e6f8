import { createContext, useContext } from 'react'
import type { Place } from '#app/acts/act.ts'
import { addPath } from '#app/acts/add.ts'
import { editPath } from '#app/acts/edit.ts'
import { quickAddPath } from '#app/acts/quickAdd.ts'
import { removePath } from '#app/acts/remove.ts'
import { tickPath } from '#app/acts/tick.ts'
import { hasRight, type Right, type Role } from '#app/domain/access/rights.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { linkPath, listPath } from '#app/protocol/paths.ts'

/** Guests have no history to suggest from. */
export type ListAccess = ReturnType<typeof accessTo> & { suggest?: string; ownerName?: string | undefined }

/** Pages that were kept before lists had currencies have none. */
export function accessByAccount(
  account: string,
  listID: string,
  role: Role,
  currency?: Currency,
  ownerName?: string,
): ListAccess {
  return {
    ownerName,
    ...accessTo({ account, listID, currency }, listPath(listID), role),
    suggest: `/suggest?listID=${encodeURIComponent(listID)}`,
  }
}

export function accessByLink(
  token: string,
  listID: string,
  role: Role,
  guest: string,
  currency?: Currency,
): ListAccess {
  const home = linkPath(token)
  return accessTo({ account: home, listID, guest, currency }, home, role)
}

const accessTo = (place: Place, home: string, role: Role) => ({
  ...place,
  home,
  may: (right: Right) => hasRight(role, right),
  add: addPath(place),
  completed: tickPath(place),
  quickAdd: quickAddPath(place),
  edit: (itemId: string) => editPath(place, itemId),
  delete: (itemId: string) => removePath(place, itemId),
})

export const ListAccessContext = createContext<ListAccess | undefined>(undefined)

export function useListAccess(): ListAccess {
  const access = useContext(ListAccessContext)
  if (!access) throw new Error('This component needs a ListAccessContext.')
  return access
}
