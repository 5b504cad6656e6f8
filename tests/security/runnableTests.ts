import ts from 'typescript'

/** The parts of `test.each(cases)`, `test.describe.skip` and the like. */
interface Chain {
  isDescribe: boolean
  modifiers: string[]
  cases: ts.Expression | undefined
}

const SKIPPING = ['skip', 'todo', 'fixme', 'fails', 'fail']

/**
 * The titles of the tests that a runner would run in this source, and the texts of their cases. Leaves out tests
 * that are skipped, unfinished, expected to fail or commented out. `${…}` in a title becomes %s.
 */
export function runnableTests(source: string): Set<string> {
  const file = ts.createSourceFile('tests.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    const chain = ts.isCallExpression(node) ? chainOf(node.expression) : undefined
    if (!chain || !ts.isCallExpression(node)) {
      ts.forEachChild(node, visit)
      return
    }
    const title = node.arguments[0] && titleOf(node.arguments[0])
    const body = node.arguments.find(ts.isFunctionLike)
    if (title === undefined || !body || isSkipped(chain, node, body)) return
    if (chain.isDescribe) ts.forEachChild(body, visit)
    else for (const text of [title, ...textsOf(chain.cases, file)]) found.add(text)
  }
  visit(file)
  return found
}

function chainOf(node: ts.Expression): Chain | undefined {
  if (ts.isIdentifier(node)) {
    if (!['test', 'it', 'describe', 'nightly', 'nightlyOnPostgres'].includes(node.text)) return undefined
    return { isDescribe: node.text === 'describe', modifiers: [], cases: undefined }
  }
  if (ts.isPropertyAccessExpression(node)) {
    const chain = chainOf(node.expression)
    if (!chain) return undefined
    const name = node.name.text
    return {
      ...chain,
      isDescribe: chain.isDescribe || name === 'describe',
      modifiers: [...chain.modifiers, name],
    }
  }
  if (ts.isCallExpression(node)) {
    const chain = chainOf(node.expression)
    const isEach = chain?.modifiers.at(-1) === 'each'
    return chain && isEach ? { ...chain, cases: node.arguments[0] } : chain
  }
  return undefined
}

function titleOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `%s${literal.text}`).join('')
}

/** By a modifier, by an option or by a call of `test.skip()` in the body. */
function isSkipped({ modifiers }: Chain, call: ts.CallExpression, body: ts.Node): boolean {
  if (modifiers.some((name) => SKIPPING.includes(name))) return true
  const options = call.arguments.find(ts.isObjectLiteralExpression)
  const named = options?.properties.some((property) => SKIPPING.includes(property.name?.getText() ?? ''))
  return named || hasUnconditionalSkip(body)
}

function hasUnconditionalSkip(body: ts.Node): boolean {
  const inner = ts.isFunctionLike(body) && 'body' in body ? body.body : undefined
  if (!inner || !ts.isBlock(inner)) return false
  return inner.statements.some((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return false
    const { expression, arguments: args } = statement.expression
    const isSkip = ts.isPropertyAccessExpression(expression) && SKIPPING.includes(expression.name.text)
    const takesCondition =
      args[0] && !ts.isStringLiteralLike(args[0]) && args[0].kind !== ts.SyntaxKind.TrueKeyword
    return isSkip && !takesCondition && !args.some(ts.isFunctionLike)
  })
}

/** The strings in the rows of a table, which may be a constant of the same file. */
function textsOf(cases: ts.Expression | undefined, file: ts.SourceFile): string[] {
  const table = cases && ts.isIdentifier(cases) ? constant(cases.text, file) : cases
  if (!table || !ts.isArrayLiteralExpression(table)) return []
  return table.elements
    .flatMap((row) => (ts.isArrayLiteralExpression(row) ? row.elements : [row]))
    .flatMap(
      // Also as written, so that a page can name a case with escape sequences.
      (cell) => (ts.isStringLiteralLike(cell) ? [cell.text, cell.getText().slice(1, -1)] : []),
    )
}

function constant(name: string, file: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found = node.initializer
    ts.forEachChild(node, visit)
  }
  visit(file)
  while (found && (ts.isAsExpression(found) || ts.isSatisfiesExpression(found))) found = found.expression
  return found
}
