import ts from 'typescript'
import { isTest, RULED, walk, type Source } from './source.ts'

export const MAX_LINES = 400
const COUNTED = /\.(ts|tsx|mjs|js|css|html)$/
const NO_FOLDER = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc'])

const MAY_READ_ENV =
  /^src\/(main|cli|runtime)\.ts$|^src\/server\/platform\/config\.ts$|^tools\/(sandbox|verify)\/main\.ts$/
// Files that may call `fetch`. The sandbox sends webhook deliveries as a vendor does, the verify
// tool examines the vendors' wire format, and the doctor requests the installation's public pages;
// the other matches are the clients and the browser's network code.
const MAY_FETCH = /^src\/(clients|web\/(?:lib|offline)|server\/doctor)\/|^tools\//
const MUST_BE_GIVEN_TIME = /^src\/(server\/features|clients|shared)\//

export function longFiles(lengths: ReadonlyMap<string, number>): string[] {
  return [...lengths]
    .filter(([file, lines]) => COUNTED.test(file) && lines > MAX_LINES)
    .map(([file, lines]) => `${file}: ${lines} lines`)
}

export const MAX_FILES = 25
/** Folders exempt from the file limit. Components in src/web/ui are found by name. */
const SHELVES = new Set(['src/web/ui'])

/** Returns folders with more than MAX_FILES source files, tests not counted. */
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

/** Returns the files in folders with meaningless names, such as `utils`. */
export function namelessFolders(files: string[]): string[] {
  return files.filter((file) =>
    file
      .split('/')
      .slice(0, -1)
      .some((folder) => NO_FOLDER.has(folder)),
  )
}

export const envReaders = (sources: Source[]): string[] =>
  nodes(
    sources,
    (file) => !MAY_READ_ENV.test(file),
    (node) => ts.isPropertyAccessExpression(node) && /^process\??\.env$/.test(node.getText()),
  )

export const fetchers = (sources: Source[]): string[] =>
  nodes(
    sources,
    (file) => !MAY_FETCH.test(file),
    (node) =>
      ts.isCallExpression(node) &&
      /^(globalThis\.|window\.)?fetch$/.test(node.expression.getText()),
  )

/** Returns reads of the machine's clock in code that must take the time as an argument. */
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
 * Returns calls in tests that compute a date from the machine's clock. The product uses the test
 * world's clock, and midnight can fall between the two readings. Tests should take dates from the
 * world, whose clock can start at one o'clock (test/support/clock/daytime.ts).
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

/** Files that may have unused exports: tables, wire types, test helpers, the first paint. */
const MAY_BE_UNUSED = /\/(tables\.ts|wire\.ts|testing\.ts|FirstPaint\.tsx)$/
const EXPORTED = /^export (?:async )?(function\*?|const|class|interface|type) (\w+)/gm

/**
 * Returns exported names that no code uses, not even in the declaring file. Exported functions,
 * constants and classes that only tests use are included. Uses are matched by name alone, so an
 * unused export is missed when another file mentions the same name.
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
