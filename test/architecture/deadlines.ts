import ts from 'typescript'
import { isTest, walk, type Source } from './source.ts'

/**
 * Finds deadlines in tests that a slow machine would miss: upper bounds on elapsed real time, and
 * vendor timeouts too short for a sandbox that shares the processor.
 */

const UPPER_BOUNDS = ['toBeLessThan', 'toBeLessThanOrEqual', 'toBeCloseTo']
const TIMEOUT = 'vendorTimeoutMs'

export function upperBoundsOnTime(sources: Source[]): string[] {
  return tests(sources).flatMap((source) => {
    const found: string[] = []
    const elapsed = lengthsIn(source.tree)
    walk(source.tree, (node) => {
      if (isUpperBound(node) && isElapsed(expected(node), elapsed)) found.push(place(source, node))
    })
    return found
  })
}

export function hastyVendorTimeouts(sources: Source[], leastMs: number): string[] {
  return tests(sources).flatMap((source) => {
    const found: string[] = []
    const numbers = namesOfNumbers(source.tree)
    walk(source.tree, (node) => {
      if (!ts.isPropertyAssignment(node) || node.name.getText() !== TIMEOUT) return
      const { initializer } = node
      const ms = ts.isIdentifier(initializer)
        ? numbers.get(initializer.text)
        : numberOf(initializer)
      if (ms !== undefined && ms < leastMs) found.push(place(source, node))
    })
    return found
  })
}

const tests = (sources: Source[]) => sources.filter(({ path }) => isTest(path))

function place({ path, tree }: Source, node: ts.Node): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
}

function isUpperBound(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    UPPER_BOUNDS.includes(node.expression.name.text)
  )
}

function expected({ expression }: ts.CallExpression): ts.Expression | undefined {
  let at: ts.Expression = expression
  while (ts.isPropertyAccessExpression(at)) at = at.expression
  return ts.isCallExpression(at) && at.expression.getText() === 'expect'
    ? at.arguments[0]
    : undefined
}

/**
 * Names of variables and functions that hold a duration in real time. `divisors` also includes
 * ratios of durations, so that a duration divided by any of these counts as a ratio.
 */
interface Lengths {
  names: Set<string>
  divisors: Set<string>
}

function lengthsIn(tree: ts.SourceFile): Lengths {
  const divisors = collected(tree, new Set())
  return { names: collected(tree, divisors), divisors }
}

function collected(tree: ts.SourceFile, divisors: Set<string>): Set<string> {
  const names = new Set<string>()
  // Repeated until no name is added, because a duration can be computed from one declared later.
  for (let before = -1; before < names.size;) {
    before = names.size
    walk(tree, (node) => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
        if (measures(node.initializer, { names, divisors })) names.add(node.name.text)
      } else if (ts.isFunctionDeclaration(node) && node.name) {
        if (measures(node.body, { names, divisors })) names.add(node.name.text)
      }
    })
  }
  return names
}

function measures(node: ts.Node | undefined, lengths: Lengths): boolean {
  if (!node) return false
  if (ts.isArrowFunction(node)) return measures(node.body, lengths)
  if (!ts.isBlock(node)) return ts.isExpression(node) && isElapsed(node, lengths)
  let found = false
  walk(node, (inner) => {
    if (ts.isReturnStatement(inner) && inner.expression)
      found ||= isElapsed(inner.expression, lengths)
  })
  return found
}

/**
 * Returns true for a difference of clock readings, or a value computed from such a difference. A
 * duration divided by another duration is a ratio, which doesn't depend on the machine's speed.
 */
function isElapsed(node: ts.Expression | undefined, lengths: Lengths): boolean {
  if (!node) return false
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node))
    return isElapsed(node.expression, lengths)
  if (ts.isConditionalExpression(node))
    return isElapsed(node.whenTrue, lengths) || isElapsed(node.whenFalse, lengths)
  if (ts.isIdentifier(node)) return lengths.names.has(node.text)
  if (ts.isCallExpression(node)) {
    const isRounded = node.expression.getText().startsWith('Math.')
    return isRounded
      ? node.arguments.some((argument) => isElapsed(argument, lengths))
      : isElapsed(node.expression, lengths)
  }
  if (!ts.isBinaryExpression(node)) return false
  const { left, operatorToken, right } = node
  if (operatorToken.kind === ts.SyntaxKind.MinusToken && (readsClock(left) || readsClock(right)))
    return true
  if (operatorToken.kind === ts.SyntaxKind.SlashToken)
    return isElapsed(left, lengths) && !isElapsed(right, { ...lengths, names: lengths.divisors })
  return isElapsed(left, lengths) || isElapsed(right, lengths)
}

const readsClock = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) && /^(performance|Date)\.now$/.test(node.expression.getText())

function namesOfNumbers(tree: ts.SourceFile): Map<string, number> {
  const numbers = new Map<string, number>()
  walk(tree, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return
    const ms = node.initializer && numberOf(node.initializer)
    if (ms !== undefined) numbers.set(node.name.text, ms)
  })
  return numbers
}

const numberOf = (node: ts.Expression): number | undefined =>
  ts.isNumericLiteral(node) ? Number(node.text.replaceAll('_', '')) : undefined
