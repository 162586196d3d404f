import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/** Texts that ask for the time or the day, or that a screen writes about them. */
const READS =
  /\bDate\.now\(|\bnew Date\(\)|\bnow\(\)|#shared\/dates'|local-time\.ts'|sandbox\/world\/local-time'|\bi (dag|går)\b/
/** Files that ask for the time to wait, to run clocks or to imitate yesterday's user. */
const NO_READERS = /^test\/support\/(wait\.ts|clock\/|world\/|runner\/)/
const TEST = /\.test\.tsx?$/
/** A server means two clocks; and a fresh clone runs all of these again. */
const NOT_HERE = /\.postgres\.test\.ts$|^test\/clone\//
const IMPORT = /(?:from|import) '(\.[^']+|#test\/[^']+)'/g

/**
 * Returns the test files that read a date, themselves or through shared files: paths from the root.
 */
export function datedFiles() {
  const files = ['src', 'tools', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((name) => /\.tsx?$/.test(name)),
  )
  const known = new Map()
  const reads = (file) => {
    if (known.has(file)) return known.get(file)
    // In a circle the others decide.
    known.set(file, false)
    const text = readFileSync(path.join(root, file), 'utf8')
    const shared = [...text.matchAll(IMPORT)]
      .map(([, name]) =>
        name.startsWith('#')
          ? `${name.slice(1)}.ts`
          : path.posix.join(path.posix.dirname(file), name),
      )
      .filter((name) => name.startsWith('test/') && !NO_READERS.test(name) && files.includes(name))
    const found = READS.test(text) || shared.some(reads)
    known.set(file, found)
    return found
  }
  return files.filter((file) => TEST.test(file) && !NOT_HERE.test(file) && reads(file)).sort()
}
