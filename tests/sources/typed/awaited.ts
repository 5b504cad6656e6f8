import ts from 'typescript'
import { expect, test } from 'vitest'
import { compileOurs, compileText, linesOf, type Program, placeOf } from '#tests/support/program.ts'

// SQLite answers at once, so only PostgreSQL would notice a query that nobody awaits.

/** Lines that don't wait for a promise, as `file:line: code`. */
function mistakesIn({ checker, sources }: Program): string[] {
  const isPromise = (type: ts.Type) =>
    !(type.flags & ts.TypeFlags.Any) && type.getProperty('then') !== undefined
  const parts = (type: ts.Type) => (type.isUnion() ? type.types : [type])

  /** A variable that may be unset, such as a cached promise, is a fair condition. */
  const isAlwaysPromise = (node: ts.Expression) => parts(checker.getTypeAtLocation(node)).every(isPromise)

  const isDropped = (node: ts.Node) =>
    ts.isExpressionStatement(node) &&
    !isHandled(node.expression) &&
    parts(checker.getTypeAtLocation(node.expression)).some(isPromise)

  const found: string[] = []
  for (const source of sources) {
    const report = (node: ts.Node) => found.push(placeOf(node))
    const visit = (node: ts.Node, inUnit: boolean) => {
      if (isDropped(node) || conditionsOf(node).some(isAlwaysPromise)) report(node)
      if (inUnit && ts.isCallExpression(node) && OUTSIDE.test(node.expression.getText())) report(node)
      const isUnit =
        inUnit || (ts.isFunctionLike(node) && node.parameters.some(({ name }) => name.getText() === 'tx'))
      ts.forEachChild(node, (child) => visit(child, isUnit))
    }
    visit(source, false)
  }
  return found
}

/** What no unit of work may do: it may run again, and its queries run one after another. */
const OUTSIDE = /^Promise\.(?:all|race|any)|\b(?:events|audit|outbox|storage|mail|mailPort)\.\w+$/

const ASSIGNMENTS = new Set([ts.SyntaxKind.EqualsToken, ts.SyntaxKind.QuestionQuestionEqualsToken])

/** Stored for later, or with a handler for its errors. */
function isHandled(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return ASSIGNMENTS.has(node.operatorToken.kind)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name } = node.expression
  return name.text === 'catch' || (name.text === 'then' && node.arguments.length === 2)
}

const COMPARISONS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

/** The expressions whose value this node only tests. */
function conditionsOf(node: ts.Node): ts.Expression[] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [node.expression]
  if (ts.isConditionalExpression(node)) return [node.condition]
  if (ts.isPrefixUnaryExpression(node)) return [node.operand]
  if (ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind)) return [node.left]
  return []
}

/** Beside other tests, the compiler may take a minute. */
const COMPILES = 300_000

test(
  'every promise is awaited, returned or handled, and units of work only run queries',
  () => {
    expect(mistakesIn(compileOurs())).toEqual([])
  },
  COMPILES,
)

test('notices each of these mistakes', () => {
  const declarations = [
    'declare const save: () => Promise<void>, find: () => Promise<string | undefined>',
    'declare const services: { events: { publish(tx: object): void } }',
  ]
  const mistakes = [
    'save()',
    'save().then(() => {})',
    'true && save()',
    'if (save()) throw new Error()',
    'if (!find()) throw new Error()',
    'find() ? 1 : 2',
    'export const none = find() === undefined',
    "export const name = find() ?? 'none'",
    'export const both = (tx: object) => Promise.all([tx])',
    'export const loud = (tx: object) => services.events.publish(tx)',
  ]
  const lines = linesOf(mistakesIn(compileText([...declarations, ...mistakes])))
  expect(lines).toEqual(mistakes.map((_, at) => declarations.length + at + 1))
})
