import { actNow, type Form, type Place } from './act.ts'

export type AddList = Form<'addList', { id: string; name: string }>

export type DeleteList = Form<'deleteList', object>

/** The page of an act: without JavaScript, it leads back there. */
type From = 'list' | 'lists'

const pathFrom = (act: string, { account, listID }: Place, from: From) =>
  `/${act}/${listID}${from === 'lists' ? `?userID=${account}` : ''}`

export type RenameList = Form<'renameList', { name: string }>

export const renameListForm = (place: Place, name: string, from: From): RenameList =>
  actNow(place, 'renameList', pathFrom('rename-list', place, from), { name })

export type DuplicateList = Form<'duplicateList', { id: string }>

/** The copy opens once the server has made it. */
export const duplicateListForm = (place: Place, id: string, from: From): DuplicateList =>
  actNow(place, 'duplicateList', pathFrom('duplicate-list', place, from), { id })
