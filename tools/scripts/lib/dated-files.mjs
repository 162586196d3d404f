import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

const READS =
  /\bDate\.now\(|\bnew Date\(\)|\bnow\(\)|#shared\/dates'|local-time\.ts'|sandbox\/world\/local-time'|\bi (dag|går)\b/
/** Support files that read the time only to wait, time out, control clocks or imitate earlier users. */
const NO_READERS =
  /^test\/support\/(wait\.ts|vendors\/sandbox-clients\.ts|clock\/|world\/|runner\/)/
const TEST = /\.test\.tsx?$/
/** Excluded: PostgreSQL tests, which have a second clock, and the fresh clone, which reruns these. */
const NOT_HERE = /\.postgres\.test\.ts$|^test\/clone\//
const IMPORT = /(?:from|import) '(\.[^']+|#test\/[^']+)'/g

/** Returns the test files that read a date, also through shared files, as paths from the root. */
export function datedFiles() {
  const files = ['src', 'tools', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((name) => /\.tsx?$/.test(name)),
  )
  const known = new Map()
  const reads = (file) => {
    if (known.has(file)) return known.get(file)
    // In an import cycle, the other files of the cycle decide.
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
