import { createContext, useContext } from 'react'
import { hasRight, type Right, type Role } from '#app/domain/access/rights.ts'
import { linkPath, listPath, quickAddPath } from './paths.ts'

interface UndoRequest {
  action: string
  fields: Record<string, string>
}

/** On pages that show no list. */
export const undoOffList = (change: string): UndoRequest => ({ action: `/undo/${change}`, fields: {} })

/** What the reader of a list may do, and the URLs their page posts to: by account or by link. */
export interface ListAccess {
  /** Whose outbox the page's forms go into. */
  account: string
  may(right: Right): boolean
  /** The list's page without a dialog. */
  home: string
  add: string
  completed: string
  quickAdd: string
  /** Guests have no history to suggest from. */
  suggest?: string
  edit(itemId: string): string
  delete(itemId: string): string
  undo(change: string): UndoRequest
  /** The form that restores a deleted item. */
  restore(itemId: string): { path: string; fields: Record<string, string> }
  /** A guest's name, which their forms send. */
  guest?: string
}

export function accessByAccount(userId: string, listId: string, role: Role): ListAccess {
  const home = listPath(listId)
  return {
    account: userId,
    may: (right) => hasRight(role, right),
    home,
    add: home,
    completed: '/completed',
    quickAdd: quickAddPath(listId),
    suggest: `/suggest?listID=${encodeURIComponent(listId)}`,
    edit: (itemId) => `/edit-item/${itemId}?listID=${listId}`,
    delete: (itemId) => `/delete-single-item/${listId}?itemID=${itemId}`,
    undo: (change) => ({ action: `/undo/${change}`, fields: { from: 'list' } }),
    restore: (itemId) => ({ path: `/restore-item/${itemId}`, fields: { listID: listId } }),
  }
}

export function accessByLink(token: string, role: Role, guest: string): ListAccess {
  const home = linkPath(token)
  return {
    account: home,
    may: (right) => hasRight(role, right),
    home,
    add: `${home}/add`,
    completed: `${home}/completed`,
    quickAdd: `${home}/quick-add`,
    edit: (itemId) => `${home}/edit?itemID=${itemId}`,
    delete: (itemId) => `${home}/delete?itemID=${itemId}`,
    undo: (change) => ({ action: `${home}/undo`, fields: { guest, change } }),
    restore: (itemID) => ({ path: `${home}/restore`, fields: { guest, itemID } }),
    guest,
  }
}

export const ListAccessContext = createContext<ListAccess | undefined>(undefined)

/** For the components of a list's page. */
export function useListAccess(): ListAccess {
  const access = useContext(ListAccessContext)
  if (!access) throw new Error('This component needs a ListAccessContext.')
  return access
}

export function dialogPath(home: string, dialog: string, itemId?: string): string {
  const item = itemId ? `&itemID=${encodeURIComponent(itemId)}` : ''
  return `${home}${home.includes('?') ? '&' : '?'}dialog=${dialog}${item}`
}
