import ts from 'typescript'
import type { Source } from './source.ts'
import { isAct, isLook, isWait, SHOWN } from './browser-steps.ts'

/**
 * The page's state when a test looks at it: STILL, ANSWERED (the server has responded, but the page
 * might not show the response yet) or MOVING (right after an action).
 */
const STILL = 0
const ANSWERED = 1
const MOVING = 2
const MOMENTS = [STILL, ANSWERED, MOVING] as const
type Moment = (typeof MOMENTS)[number]

/** Calls whose callback runs at another time and therefore starts with the page at rest. */
const APART =
  /^(test|it|describe|beforeAll|beforeEach|afterAll|afterEach)\b|\.(route|on|once|exposeBinding|addInitScript)$/

type Body = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration

interface Step {
  file: Source
  body: Body
}

/** The effects of a step, by the page's state when the step begins. */
interface Summary {
  ends: Moment[]
  /** True when the step looks at the page before waiting. */
  looks: boolean[]
  /** True when the step has an expectation about something it read before waiting. */
  expects: boolean[]
}

interface Run {
  file: Source
  moment: Moment
  act: string
  exits: Moment[]
  looked: boolean
  /** Source text of the preceding action, by the source position of the look. */
  found: Map<number, string>
}

/**
 * Finds expectations and constants in browser tests that read the page once, right after an action:
 * on a slow machine the action's effect arrives later, so the test needs a wait (`waitFor`,
 * `until`, `expect.poll`) in between. Functions that a test calls by name are followed, also into
 * test/support.
 *
 * @param sources the files that declare the tests and the functions they call
 */
export function oneTimeLooks(sources: Source[]): string[] {
  const files = new Map(sources.map((source) => [source.path, source]))
  const summaries = new Map<Body, Summary>()

  return sources
    .filter(({ path }) => /^test\/(e2e|support)\//.test(path))
    .flatMap((file) => {
      const run = begin(file, STILL)
      visit(file.tree, run)
      return [...run.found]
        .toSorted(([one], [other]) => one - other)
        .map(([position, act]) => {
          const { line } = file.tree.getLineAndCharacterOfPosition(position)
          return `${file.path}:${line + 1} looks once after «${act}»`
        })
    })

  function visit(node: ts.Node, run: Run): void {
    if (isBody(node)) apart(node, run)
    else if (ts.isCallExpression(node)) call(node, run)
    else if (ts.isIfStatement(node)) branch(node, run)
    else if (ts.isVariableDeclaration(node)) constant(node, run)
    else {
      ts.forEachChild(node, (child) => visit(child, run))
      // A loop's next iteration begins with the state at the end of the previous one.
      if (ts.isIterationStatement(node, false)) ts.forEachChild(node, (child) => visit(child, run))
      if (ts.isReturnStatement(node)) run.exits.push(run.moment)
      // The following statements are not reached from a return or throw.
      if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) run.moment = STILL
      if (ts.isAwaitExpression(node) && isBegun(node.expression)) settle(run, ANSWERED)
    }
  }

  function apart({ body }: Body, run: Run): void {
    if (body) visit(body, { ...begin(run.file, STILL), found: run.found })
  }

  function branch(node: ts.IfStatement, run: Run): void {
    visit(node.expression, run)
    const before = run.moment
    // When the condition is true, the element it looks for is already visible.
    if (!ts.isPrefixUnaryExpression(node.expression) && looks(node.expression, run))
      settle(run, STILL)
    visit(node.thenStatement, run)
    const after = leaves(node.thenStatement) ? STILL : run.moment
    run.moment = before
    if (node.elseStatement) visit(node.elseStatement, run)
    run.moment = later(after, run.moment)
  }

  function constant(node: ts.VariableDeclaration, run: Run): void {
    const { initializer } = node
    if (!initializer) return
    const before = run.moment
    visit(initializer, run)
    if (isBody(initializer) || sooner(before, run.moment) === STILL) return
    if (contains(initializer, ts.isAwaitExpression) && looks(initializer, run))
      run.found.set(node.getStart(), run.act)
  }

  function call(node: ts.CallExpression, run: Run): void {
    const callee = node.expression
    const text = callee.getText().replaceAll(/\s+/g, '')
    if (text === 'until' || text === 'expect.poll') return settle(run, STILL)
    const before = run.moment
    if (!ts.isIdentifier(callee)) ts.forEachChild(callee, (child) => visit(child, run))
    for (const argument of node.arguments) {
      if (!isBody(argument) || APART.test(text)) visit(argument, run)
      // Code evaluated in the page does its own waiting.
      else if (isLook(node)) {
        if (contains(argument, isAct)) act(node, run)
      } else visit(argument.body, run)
    }

    if (text === 'expect' || text === 'expect.soft') return expectation(node, before, run)
    if (isLook(node) && run.moment > STILL) run.looked = true
    if (isAct(node)) return act(node, run)
    if (/^Promise\./.test(text)) {
      if (contains(node, isWait))
        settle(run, contains(node, (each) => isWait(each, SHOWN)) ? STILL : ANSWERED)
    } else if (isWait(node)) {
      // A wait that is stored in a variable takes effect where that variable is awaited.
      if (!ts.isVariableDeclaration(node.parent))
        settle(run, isWait(node, SHOWN) ? STILL : ANSWERED)
    } else if (ts.isIdentifier(callee)) {
      const step = resolve(callee, run.file)
      if (step === 'parameter') act(node, run)
      else if (step) follow(node, step, run)
    }
  }

  /**
   * Handles an expectation, which must not look at a page that can still change.
   * @param before the page's state before the steps in the expectation's argument, which can
   * include a wait
   */
  function expectation(node: ts.CallExpression, before: Moment, run: Run): void {
    const begun = contains(node, (each) => ts.isAwaitExpression(each) && isBegun(each.expression))
    const moment = begun ? sooner(before, ANSWERED) : before
    if (moment === MOVING || (moment === ANSWERED && looks(node.arguments[0], run)))
      run.found.set(node.getStart(), run.act)
  }

  function follow(node: ts.CallExpression, step: Step, run: Run): void {
    const { ends, looks, expects } = summarize(step)
    if (looks[run.moment]) run.looked = true
    if (expects[run.moment]) run.found.set(node.getStart(), run.act)
    const end = ends[run.moment] ?? run.moment
    if (end > run.moment) run.act = short(node)
    run.moment = end
  }

  function looks(node: ts.Node | undefined, run: Run): boolean {
    if (!node) return false
    return contains(node, (each) => {
      if (!ts.isCallExpression(each)) return false
      if (isLook(each)) return true
      const step = ts.isIdentifier(each.expression) && resolve(each.expression, run.file)
      if (!step || step === 'parameter') return false
      const { looks, expects } = summarize(step)
      return looks[MOVING] === true || expects[MOVING] === true
    })
  }

  function summarize({ file, body }: Step): Summary {
    const known = summaries.get(body)
    if (known) return known
    // A provisional summary, for functions that call themselves.
    summaries.set(body, { ends: [...MOMENTS], looks: [], expects: [] })
    const runs = MOMENTS.map((moment) => {
      const run = begin(file, moment)
      if (body.body) visit(body.body, run)
      return run
    })
    // A look that follows an action in the same function is reported there, not at the call.
    const own = runs[STILL]
    const summary = {
      ends: runs.map(({ moment, exits }) => exits.reduce(later, moment)),
      looks: runs.map(({ looked }) => looked && !own?.looked),
      expects: runs.map(({ found }) => found.size > (own?.found.size ?? 0)),
    }
    summaries.set(body, summary)
    return summary
  }

  function resolve(name: ts.Identifier, file: Source): Step | 'parameter' | undefined {
    for (let around = name.parent; !ts.isSourceFile(around); around = around.parent) {
      if (isBody(around) && around.parameters.some((each) => each.name.getText() === name.text))
        return 'parameter'
      const body = ts.isBlock(around) && declared(around.statements, name.text)
      if (body) return { file, body }
    }
    const body = declared(file.tree.statements, name.text)
    if (body) return { file, body }
    for (const { names, target = '' } of file.imports) {
      const from = files.get(target)
      const imported = names.get(name.text)
      const there = from && imported && declared(from.tree.statements, imported)
      if (there) return { file: from, body: there }
    }
    return undefined
  }
}

const begin = (file: Source, moment: Moment): Run => ({
  file,
  moment,
  act: 'what came before',
  exits: [],
  looked: false,
  found: new Map(),
})

const sooner = (one: Moment, other: Moment): Moment => (one < other ? one : other)
const later = (one: Moment, other: Moment): Moment => (one > other ? one : other)

function settle(run: Run, moment: Moment): void {
  run.moment = sooner(run.moment, moment)
}

function act(node: ts.CallExpression, run: Run): void {
  run.moment = MOVING
  run.act = short(node)
}

const short = (node: ts.Node): string => node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)

const isBegun = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)

function declared(statements: ts.NodeArray<ts.Statement>, name: string): Body | undefined {
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
    if (!ts.isVariableStatement(statement)) continue
    for (const { name: bound, initializer } of statement.declarationList.declarations)
      if (bound.getText() === name && initializer && isBody(initializer)) return initializer
  }
  return undefined
}

/** Returns true if the statement ends with a return, throw, continue or break. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement
  return Boolean(
    last &&
    (ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      ts.isContinueStatement(last) ||
      ts.isBreakStatement(last)),
  )
}

const isBody = (node: ts.Node): node is Body =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node)

const contains = (node: ts.Node, is: (node: ts.Node) => boolean): boolean =>
  is(node) || ts.forEachChild(node, (child) => contains(child, is) || undefined) === true
