import { cut } from '#app/messages/format.ts'
import type { ActKind, Form } from './act.ts'
import { type Add, add } from './add.ts'
import { type Edit, edit } from './edit.ts'
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
export const actText = <K extends Kind>(act: Act<K>): string =>
  `${KINDS[act.kind].verb(act)} ${cut(act.name)}`.trim()

export const show = <K extends Kind>(rows: Row[], act: Act<K>, me?: string): Row[] =>
  KINDS[act.kind].show?.(rows, act, me) ?? rows

export const takeBack = <K extends Kind>(rows: Row[], act: Act<K>): Row[] =>
  KINDS[act.kind].takeBack?.(rows, act) ?? rows

/** Whether the server must get them in their order. */
export function collide(a: Act, b: Act): boolean {
  if (a.listID !== b.listID || a.account !== b.account) return false
  return a.item === undefined || b.item === undefined || a.item === b.item
}
