import { listsPath } from '#app/protocol/paths.ts'
import { actNow, type Place } from './act.ts'
import type { Act } from './acts.ts'
import type { AddList, DeleteList } from './lists.ts'

/** A list on the lists page. */
export interface Card {
  id: string
  name: string
  sum: string
  created: string
  hasReceipt: boolean
  /** Undefined for the user's own lists. */
  ownerName: string | undefined
  sharedWith: string | undefined
  isShared: boolean
  items: number
  done: number
  news?: { n: number; names: string }
  /** The server doesn't have it yet. */
  pending?: boolean
}

const NEW_CARD: Omit<Card, 'id' | 'name'> = {
  sum: '',
  created: '',
  hasReceipt: false,
  ownerName: undefined,
  sharedWith: undefined,
  isShared: false,
  items: 0,
  done: 0,
  pending: true,
}

export const addListForm = (account: string, id: string, name: string): AddList =>
  actNow({ account, listID: id }, 'addList', listsPath(account), { id, name })

export const deleteListForm = (place: Place): DeleteList =>
  actNow(place, 'deleteList', `/delete-list/${place.listID}?userID=${place.account}`, {})

/** The lists as they will be, before the server has answered. */
export const withPendingCards = (cards: Card[], acts: Act[]): Card[] => acts.reduce<Card[]>(showOn, cards)

function showOn(cards: Card[], act: Act): Card[] {
  switch (act.kind) {
    case 'addList': {
      const { id, name } = act.fields
      return cards.some((card) => card.id === id) ? cards : [{ ...NEW_CARD, id, name: name.trim() }, ...cards]
    }
    case 'renameList': {
      const name = act.fields.name.trim()
      return cards.map((card) => (name && card.id === act.listID ? { ...card, name } : card))
    }
    case 'deleteList':
      return cards.filter(({ id }) => id !== act.listID)
    default:
      return cards
  }
}
