import { actNames } from '#app/words/en/actNames.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { cut } from '#app/words/text.ts'
import type { ActKind, Form } from './act.ts'
import { type Add, add } from './add.ts'
import {
  type ClearDone,
  clearDone,
  type DeleteAll,
  deleteAll,
  type UntickAll,
  untickAll,
} from './allItems.ts'
import type { AnsweredAct, AnsweredKind } from './answeredActs.ts'
import { type Edit, edit } from './edit.ts'
import { type FinishFields, finish } from './finish.ts'
import type { AddList, DeleteList, DuplicateList, RenameList } from './lists.ts'
import { type QuickAdd, quickAdd } from './quickAdd.ts'
import { remove } from './remove.ts'
import type { RestoreFields } from './restore.ts'
import type { Row } from './row.ts'
import { type Tick, tick } from './tick.ts'
import { type UndoChange, type UndoFields, undo } from './undo.ts'

// What people do on a list and on the lists page. browser/send.ts sends it.

interface FieldsOf {
  tick: Tick['fields']
  add: Add['fields']
  edit: Edit['fields']
  remove: object
  restore: RestoreFields
  quickAdd: QuickAdd['fields']
  undo: UndoFields
  deleteAll: DeleteAll['fields']
  clearDone: ClearDone['fields']
  untickAll: UntickAll['fields']
  finish: FinishFields
  addList: AddList['fields']
  renameList: RenameList['fields']
  deleteList: DeleteList['fields']
  duplicateList: DuplicateList['fields']
  undoChange: UndoChange['fields']
}

type AllFields = FieldsOf & { [K in AnsweredKind]: AnsweredAct['fields'] }

export type Kind = keyof AllFields

export type Act<K extends Kind = Kind> = { [P in K]: Form<P, AllFields[P]> }[K]

/** The kinds that wait or change rows. */
const KINDS: { [K in Kind]?: ActKind<Act<K>> } = {
  tick,
  add,
  edit,
  remove,
  restore: { waitsAs: () => 'restoreItem' },
  quickAdd,
  undo,
  deleteAll,
  clearDone,
  untickAll,
  finish,
}

const kindOf = <K extends Kind>({ kind }: Act<K>): ActKind<Act<K>> => KINDS[kind] ?? {}

/** Without a connection. Other acts are sent now or not at all. */
export const mayWait = (act: Act): boolean => kindOf(act).waitsAs !== undefined

/** 'tick Milk' */
export function actText<K extends Kind>(reader: Reader, act: Act<K>): string {
  const verb = kindOf(act).waitsAs?.(act)
  return verb
    ? wordsOf(reader, actNames)
        [verb]({ name: cut(act.name) })
        .trim()
    : ''
}

export const show = <K extends Kind>(rows: Row[], act: Act<K>): Row[] => kindOf(act).show?.(rows, act) ?? rows

export const takeBack = <K extends Kind>(rows: Row[], act: Act<K>): Row[] =>
  kindOf(act).takeBack?.(rows, act) ?? rows

/** Whether the server must get them in their order. */
export function collide(a: Act, b: Act): boolean {
  if (a.listID !== b.listID || a.account !== b.account) return false
  return a.item === undefined || b.item === undefined || a.item === b.item
}

export interface Pending {
  show(rows: Row[]): Row[]
  isLate?: boolean
}

export type PendingAct = Act & { undoes?: Act | undefined }

export const pendingAct = (act: PendingAct, isLate: boolean): Pending => ({
  show: (rows) => (act.undoes ? takeBack(rows, act.undoes) : show(rows, act)),
  isLate,
})

/** Whether rows look different with it. */
export const showsRows = (act: PendingAct): boolean =>
  act.undoes !== undefined || kindOf(act).show !== undefined

/** Unchanged rows stay the same objects, so that a list of 500 re-renders one row, not 500. */
export function withPending(rows: Row[], changes: Pending[]): Row[] {
  let shown = rows
  for (const { show, isLate } of changes) {
    const before = shown
    shown = show(before)
    if (isLate) shown = markWaiting(shown, before)
  }
  return shown === rows ? rows : sortByCompleted(shown)
}

function markWaiting(rows: Row[], before: Row[]): Row[] {
  const unchanged = new Set(before)
  return rows.map((row) => (unchanged.has(row) ? row : { ...row, waiting: true }))
}

/** Open rows first, by aisle if they have one; otherwise the order within each part stays. */
function sortByCompleted(rows: Row[]): Row[] {
  const open = rows.filter((row) => !row.completed).sort(byAisle)
  return [...open, ...rows.filter((row) => row.completed)]
}

/** Of new ones, the server doesn't know yet: they come last. */
export const byAisle = ({ aisle: a = 99 }: Pick<Row, 'aisle'>, { aisle: b = 99 }: Pick<Row, 'aisle'>) => a - b
