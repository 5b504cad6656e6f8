import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { compileOurs, compileText, linesOf, type Program, placeOf } from '#tests/support/program.ts'

// Deleted items, lists and receipts stay in their tables for 30 days: a query that forgets them would show them.

const TABLES = ['items', 'lists', 'receipts']
/** Methods of drizzle whose argument is a table. Inserts need no filter. */
const METHODS = /^(?:from|(?:left|right|inner|full|cross)Join|update|delete|\$count)$/
/** See db/database.ts. */
const FILTERS = ['live', 'deleted', 'withDeleted']

/** Queries of a table without a filter for it, as `file:line: code (table)`. */
function unfiltered({ checker, sources }: Program): string[] {
  /** A variable may hold one of several tables. */
  const tablesIn = (node: ts.Node | undefined): string[] => {
    if (!node) return []
    const type = checker.getTypeAtLocation(node)
    const parts = type.isUnion() ? type.types : [type]
    return parts.flatMap((part) => nameOfTable(checker, part) ?? []).filter((name) => TABLES.includes(name))
  }

  const isFiltered = (query: ts.Node, table: string): boolean => {
    const isFilter = (node: ts.Node) =>
      ts.isCallExpression(node) &&
      FILTERS.includes(node.expression.getText()) &&
      tablesIn(node.arguments[0]).includes(table)
    return isFilter(query) || (ts.forEachChild(query, (child) => isFiltered(child, table)) ?? false)
  }

  const found: string[] = []
  const visit = (node: ts.Node) => {
    for (const table of tablesIn(tableOf(node))) {
      const query = wholeQuery(node)
      if (!isFiltered(query, table)) found.push(`${placeOf(query)} (${table})`)
    }
    ts.forEachChild(node, visit)
  }
  for (const source of sources) visit(source)
  return found
}

/** The table that a call reads or writes, or that is part of SQL text. */
function tableOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTemplateSpan(node) && ts.isTaggedTemplateExpression(node.parent.parent)) return node.expression
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  return METHODS.test(node.expression.name.text) ? node.arguments[0] : undefined
}

/** The calls chained to this one: `db.select().from(items)` to `.where(…).all()`. */
function wholeQuery(node: ts.Node): ts.Node {
  const { parent } = node
  if (ts.isTemplateSpan(node)) return wholeQuery(parent)
  const isChained =
    (ts.isPropertyAccessExpression(parent) || ts.isCallExpression(parent)) && parent.expression === node
  return isChained ? wholeQuery(parent) : node
}

/** The name of a drizzle table in the database, from its type. */
function nameOfTable(checker: ts.TypeChecker, type: ts.Type): string | undefined {
  const config = type.getProperty('_') && checker.getTypeOfSymbol(type.getProperty('_') as ts.Symbol)
  const name = config?.getProperty('name')
  const literal = name && checker.getTypeOfSymbol(name)
  return literal?.isStringLiteral() ? literal.value : undefined
}

/** Beside other tests, the compiler may take a minute. */
const COMPILES = 300_000

test('every query of items, lists and receipts says whether it means deleted rows', {
  timeout: COMPILES,
}, () => {
  const { checker, sources } = compileOurs()
  const isInApp = ({ fileName }: ts.SourceFile) => fileName.startsWith(join(process.cwd(), 'app'))
  // Types are slow, and other files have no tables.
  const app = sources.filter((source) => isInApp(source) && source.text.includes('/schema.ts'))
  expect(app.length).toBeGreaterThan(20)
  expect(unfiltered({ checker, sources: app })).toEqual([])
})

test('notices each query that forgets it', () => {
  const from = (file: string) => `from '${join(process.cwd(), file)}'`
  const declarations = [
    `import { and, eq, sql } ${from('node_modules/drizzle-orm/index.js')}`,
    `import type { Db } ${from('db/database.ts')}`,
    `import { changes, items, lists, receipts } ${from('db/schema.ts')}`,
    `import { deleted, live, withDeleted } ${from('db/database.ts')}`,
    'declare const db: Db',
    'const goods = items',
    'declare const table: typeof items | typeof lists',
  ]
  const filtered = [
    'export const a = db.select().from(items).where(and(eq(items.name, "x"), live(items))).all()',
    'export const b = db.update(lists).set({ name: "x" }).where(deleted(lists)).run()',
    'export const c = db.delete(receipts).where(withDeleted(receipts)).run()',
    'export const d = db.select().from(changes).leftJoin(items, and(eq(items.id, changes.id), live(items))).all()',
    'export const e = db.insert(items).values([]).run()',
    'export const f = db.select().from(changes).all()',
    'export const g = new Map([["x", 1]]).delete("x")',
  ]
  const forgetful = [
    'export const h = db.select().from(items).all()',
    'export const i = db.select().from(goods).where(eq(goods.name, "live(goods)")).all()',
    'export const j = db.select().from(items).where(live(lists)).all()',
    'export const k = db.update(lists).set({ name: "x" }).run()',
    'export const l = db.delete(receipts).run()',
    'export const m = db.delete(table).run()',
    'export const n = db.select().from(lists).leftJoin(receipts, eq(receipts.listId, lists.id)).where(live(lists)).all()',
    'export const o = db.select().from(changes).innerJoin(items, eq(items.id, changes.id)).all()',
    'export const p = [db.select().from(items).all(), db.select().from(items).where(live(items)).all()]',
    ['export const q = db.all(sql`SELECT name FROM $', '{items}`)'].join(''),
  ]
  const program = compileText([...declarations, ...filtered, ...forgetful])
  const first = declarations.length + filtered.length + 1
  expect(new Set(linesOf(unfiltered(program)))).toEqual(new Set(forgetful.map((_, at) => first + at)))
})
