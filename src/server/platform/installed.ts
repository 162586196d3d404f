import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The folder with package.json, migrations and dist. It is found by searching upwards, because
 * source files and built files are at different depths.
 */
export const ROOT = rootAbove(import.meta.dirname)

export interface Version {
  number: string
  commit: string | null
  builtAt: string | null
}

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

export const MIGRATIONS = path.join(ROOT, 'migrations')
