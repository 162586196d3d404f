import ts from 'typescript'
import { isTest, RULED, walk, type Source } from './source.ts'

export const MAX_LINES = 400
const COUNTED = /\.(ts|tsx|mjs|js|css|html)$/
const NO_FOLDER = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc'])

const MAY_READ_ENV =
  /^src\/(main|cli|runtime)\.ts$|^src\/server\/platform\/config\.ts$|^tools\/(sandbox|verify)\/main\.ts$/
// The sandbox plays the vendors' part: it makes calls of its own (webhook deliveries), and it is
// not part of the product. Nor is verify, which asks about the wire format itself; and the doctor
// asks the installation as a visitor would.
const MAY_FETCH = /^src\/(clients|web\/(?:lib|offline)|server\/doctor)\/|^tools\//
const MUST_BE_GIVEN_TIME = /^src\/(server\/features|clients|shared)\//

/** Files too long to be read in one go. `lengths` are lines by path. */
export function longFiles(lengths: ReadonlyMap<string, number>): string[] {
  return [...lengths]
    .filter(([file, lines]) => COUNTED.test(file) && lines > MAX_LINES)
    .map(([file, lines]) => `${file}: ${lines} lines`)
}

export const MAX_FILES = 25
/** A flat shelf: a component has no place of its own there, and is found by its name. */
const SHELVES = new Set(['src/web/ui'])

/**
 * Folders with too many source files to take in at a glance, not counting the tests beside them.
 */
export function crowdedFolders(files: string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files.filter((each) => COUNTED.test(each) && !isBeside(each))) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !SHELVES.has(folder))
    .map(([folder, count]) => `${folder}: ${count} files`)
}

const isBeside = (file: string) => isTest(file) && !file.startsWith('test/')

/** Folders whose name says nothing about what belongs in them. */
export function namelessFolders(files: string[]): string[] {
  return files.filter((file) =>
    file
      .split('/')
      .slice(0, -1)
      .some((folder) => NO_FOLDER.has(folder)),
  )
}

/** The environment is read once, in the entry points and the configuration. */
export const envReaders = (sources: Source[]): string[] =>
  nodes(
    sources,
    (file) => !MAY_READ_ENV.test(file),
    (node) => ts.isPropertyAccessExpression(node) && /^process\??\.env$/.test(node.getText()),
  )

/**
 * The network is reached only through the clients, and in the browser through web/lib and by what
 * stands in when there is none.
 */
export const fetchers = (sources: Source[]): string[] =>
  nodes(
    sources,
    (file) => !MAY_FETCH.test(file),
    (node) =>
      ts.isCallExpression(node) &&
      /^(globalThis\.|window\.)?fetch$/.test(node.expression.getText()),
  )

/** The time is passed in, never looked up: tests choose it, and a whole step sees one moment. */
export const clockReaders = (sources: Source[]): string[] =>
  nodes(
    sources,
    (file) => MUST_BE_GIVEN_TIME.test(file),
    (node) =>
      (ts.isCallExpression(node) && node.expression.getText() === 'Date.now') ||
      (ts.isNewExpression(node) &&
        node.expression.getText() === 'Date' &&
        (node.arguments?.length ?? 0) === 0),
  )

/**
 * In a test, the day by the machine's clock. The product says it by the world's clock, and another
 * time: midnight may come between. Days come from the world, whose clock a test can begin at one
 * o'clock (test/support/clock/daytime.ts).
 */
export const machineDays = (sources: Source[]): string[] =>
  nodesOf(
    sources.filter(({ path }) => isTest(path)),
    (node) =>
      ts.isCallExpression(node) &&
      /^(today|dateOf|monthOf|formatDate|localDate)\((new Date\(\)|Date\.now\(\))\)$|^new Date\(\)\.(to\w*String|get\w+)\(\)\.(slice|split)\(|\.format\((new Date\(\)|Date\.now\(\))\)$/.test(
        node.getText(),
      ),
  )

const nodes = (
  sources: Source[],
  applies: (file: string) => boolean,
  wrong: (node: ts.Node) => boolean,
): string[] =>
  nodesOf(
    sources.filter(({ path }) => RULED.test(path) && !isTest(path) && applies(path)),
    wrong,
  )

function nodesOf(sources: Source[], wrong: (node: ts.Node) => boolean): string[] {
  const found: string[] = []
  for (const source of sources) {
    walk(source.tree, (node) => {
      if (!wrong(node)) return
      const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${source.path}:${line + 1}: ${node.getText()}`)
    })
  }
  return found
}

/** For drizzle-kit, from the vendors' documentation, for tests, and what the build renders. */
const MAY_BE_UNUSED = /\/(tables\.ts|wire\.ts|testing\.ts|FirstPaint\.tsx)$/
const EXPORTED = /^export (?:async )?(function\*?|const|class|interface|type) (\w+)/gm

/**
 * What is exported and used nowhere, not even in its own file; of what runs, also what only tests
 * use. A name that stands somewhere counts as used: of two with one name none is found.
 */
export function deadExports(sources: readonly Source[]): string[] {
  const users = new Map<string, Set<string>>()
  for (const { path, text } of sources)
    for (const word of withoutComments(text).match(/[A-Za-z_$][\w$]*/g) ?? []) {
      if (!users.has(word)) users.set(word, new Set())
      users.get(word)?.add(path)
    }
  return sources
    .filter(({ path }) => RULED.test(path) && !isTest(path) && !MAY_BE_UNUSED.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)]
        .filter(([, kind = '', name = '']) => {
          const isType = kind === 'interface' || kind === 'type'
          const others = [...(users.get(name) ?? [])].filter((user) => user !== path)
          const times = withoutComments(text).match(new RegExp(`\\b${name}\\b`, 'g')) ?? []
          return times.length < 2 && others.every((user) => !isType && isTest(user))
        })
        .map(([, , name]) => `${path}: ${name}`),
    )
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
