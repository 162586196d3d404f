import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The product's own folder, with its package.json, its migrations and dist. Looked for upwards: the
 * source is four folders below it, and the build two.
 */
export const ROOT = rootAbove(import.meta.dirname)

export interface Version {
  /** Of package.json. */
  number: string
  /** What the build was made from, where it was made in a repository; null when nothing is built. */
  commit: string | null
  builtAt: string | null
}

/** What is installed, as the build wrote it down (tools/scripts/build.mjs). */
export async function readVersion(): Promise<Version> {
  const { version: number } = await readJson<{ version: string }>('package.json')
  const built = existsSync(path.join(ROOT, 'dist/build.json'))
    ? await readJson<Omit<Version, 'number'>>('dist/build.json')
    : { commit: null, builtAt: null }
  return { number, commit: built.commit, builtAt: built.builtAt }
}

const readJson = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as T

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error('There is no package.json above the product.')
  return rootAbove(above)
}
