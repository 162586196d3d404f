import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Above src as above dist. */
const ROOT = path.resolve(import.meta.dirname, '../../..')

export interface Version {
  /** Of package.json. */
  number: string
  /** What the build was made from, where it was made in a repository; null when nothing is built. */
  commit: string | null
  builtAt: string | null
}

/** What is installed, as the build wrote it down (scripts/build.mjs). */
export async function readVersion(): Promise<Version> {
  const { version: number } = await readJson<{ version: string }>('package.json')
  const built = existsSync(path.join(ROOT, 'dist/build.json'))
    ? await readJson<Omit<Version, 'number'>>('dist/build.json')
    : { commit: null, builtAt: null }
  return { number, commit: built.commit, builtAt: built.builtAt }
}

const readJson = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as T
