import type { Reply } from '#app/protocol/reply.ts'
import { actNames } from '#app/words/en/actNames.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { cut } from '#app/words/text.ts'
import type { ActKind, Form } from './act.ts'
import { type Add, add } from './add.ts'
import { type Edit, edit } from './edit.ts'
import { LIST_ACTS } from './listActs.ts'
import { type QuickAdd, quickAdd } from './quickAdd.ts'
import { remove } from './remove.ts'
import { type RestoreFields, restore } from './restore.ts'
import type { Row } from './row.ts'
import { type Tick, tick } from './tick.ts'
import { type UndoFields, undo } from './undo.ts'

// Acts that can wait on the device go through the outbox.

interface FieldsOf {
  tick: Tick['fields']
  add: Add['fields']
  edit: Edit['fields']
  remove: object
  restore: RestoreFields
  quickAdd: QuickAdd['fields']
  undo: UndoFields
}

export type Kind = keyof FieldsOf

export type Act<K extends Kind = Kind> = { [P in K]: Form<P, FieldsOf[P]> }[K]

const KINDS: { [K in Kind]: ActKind<Act<K>> } = { tick, add, edit, remove, restore, quickAdd, undo }

/** 'tick Milk' */
export function actText<K extends Kind>(reader: Reader, act: Act<K>): string {
  const text = wordsOf(reader, actNames)[KINDS[act.kind].verb(act)]
  return text({ name: cut(act.name) }).trim()
}

export const show = <K extends Kind>(rows: Row[], act: Act<K>): Row[] =>
  KINDS[act.kind].show?.(rows, act) ?? rows

export const takeBack = <K extends Kind>(rows: Row[], act: Act<K>): Row[] =>
  KINDS[act.kind].takeBack?.(rows, act) ?? rows

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

/** The parts of a Remix fetcher that describe a request under way. */
export interface PendingRequest {
  formAction?: string | undefined
  formData?: unknown
  data?: unknown
}

export function pendingRequest({ formAction, formData, data }: PendingRequest, listId: string): Pending[] {
  if (!formData || (data as Reply | undefined)?.ok === false) return []
  return LIST_ACTS.filter(({ path }) => path(listId) === formAction)
}

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

/** Open rows first; the order within each part stays. */
function sortByCompleted(rows: Row[]): Row[] {
  return [...rows.filter((row) => !row.completed), ...rows.filter((row) => row.completed)]
}
