import ts from 'typescript'
import type { Source } from './source.ts'
import { isAct, isLook, isWait, SHOWN } from './browser-steps.ts'

/**
 * The state of a page when a test looks at it: still; answered, when the server's answer has come
 * but need not be shown yet; or moving, right after an act.
 */
const STILL = 0
const ANSWERED = 1
const MOVING = 2
const MOMENTS = [STILL, ANSWERED, MOVING] as const
type Moment = (typeof MOMENTS)[number]

/** The functions whose argument runs at another time, and begins on a page of its own. */
const APART =
  /^(test|it|describe|beforeAll|beforeEach|afterAll|afterEach)\b|\.(route|on|once|exposeBinding|addInitScript)$/

type Body = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration

/** A function, and the file it is in. */
interface Step {
  file: Source
  body: Body
}

/** The effect of a step, by the moment at which it begins. */
interface Summary {
  ends: Moment[]
  /** True when it looks at the page before it has waited. */
  looks: boolean[]
  /** True when it expects something of such a look. */
  expects: boolean[]
}

/** One way through a function, in the order in which it is carried out. */
interface Run {
  file: Source
  moment: Moment
  /** The last act, as written. */
  act: string
  /** The moments at which the function is left early. */
  exits: Moment[]
  looked: boolean
  /** The acts after which the test looks once, by the position of the look. */
  found: Map<number, string>
}

/**
 * Expectations and constants of the browser tests that look once, right after an act on the page:
 * what the act brings about arrives later on a slow machine. Between the two belongs a wait
 * (`waitFor`, `until`, `expect.poll`). Steps that a test calls by name are followed, those of
 * test/support too.
 *
 * @param sources the files in which steps are looked for
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
      // A loop's next round begins with the state at the end of the last one.
      if (ts.isIterationStatement(node, false)) ts.forEachChild(node, (child) => visit(child, run))
      if (ts.isReturnStatement(node)) run.exits.push(run.moment)
      // The statements after this one are not reached from here.
      if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) run.moment = STILL
      if (ts.isAwaitExpression(node) && isBegun(node.expression)) settle(run, ANSWERED)
    }
  }

  /** Follows a function that is not called here. */
  function apart({ body }: Body, run: Run): void {
    if (body) visit(body, { ...begin(run.file, STILL), found: run.found })
  }

  function branch(node: ts.IfStatement, run: Run): void {
    visit(node.expression, run)
    const before = run.moment
    // The element that was asked for has been seen.
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
      // Code that runs in the page waits for things of its own.
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
      // A step that is only begun is waited for where it is awaited.
      if (!ts.isVariableDeclaration(node.parent))
        settle(run, isWait(node, SHOWN) ? STILL : ANSWERED)
    } else if (ts.isIdentifier(callee)) {
      const step = resolve(callee, run.file)
      if (step === 'parameter') act(node, run)
      else if (step) follow(node, step, run)
    }
  }

  /** @param before the steps in its own argument, which may wait for what they do themselves */
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

  /** True when the node looks at the page: by name, or in a step that looks before it waits. */
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
    // The start of a step that calls itself.
    summaries.set(body, { ends: [...MOMENTS], looks: [], expects: [] })
    const runs = MOMENTS.map((moment) => {
      const run = begin(file, moment)
      if (body.body) visit(body.body, run)
      return run
    })
    // A look after an act of its own is judged where it stands.
    const own = runs[STILL]
    const summary = {
      ends: runs.map(({ moment, exits }) => exits.reduce(later, moment)),
      looks: runs.map(({ looked }) => looked && !own?.looked),
      expects: runs.map(({ found }) => found.size > (own?.found.size ?? 0)),
    }
    summaries.set(body, summary)
    return summary
  }

  /** Returns the function that a name stands for, in this file or in one that it imports. */
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

/** Returns true for a promise of something that was begun before, and is awaited now. */
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

/** Returns true when the next statement is not reached from this one. */
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
