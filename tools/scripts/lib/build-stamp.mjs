import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

const STAMP = path.join(root, 'dist', '.build.json')
const FOLDERS = ['src']
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.server.json',
  'tsconfig.web.json',
  'vite.config.ts',
  'vite.plugins.ts',
  'vite.server.config.ts',
  'tools/scripts/build.mjs',
  'tools/scripts/budgets.json',
  'tools/scripts/lib/budgets.mjs',
]

/** Returns a digest of all sources of `dist`; an unchanged digest needs no new build. */
export function sourceDigest() {
  const hash = createHash('sha256')
  for (const file of [...FILES, ...FOLDERS.flatMap(filesIn)]) {
    const full = path.join(root, file)
    if (!existsSync(full)) continue
    hash.update(`${file}\0`).update(readFileSync(full)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}

export function isBuilt(digest) {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8')).digest === digest
  } catch {
    return false
  }
}

export function writeStamp(folder, digest) {
  writeFileSync(path.join(folder, path.basename(STAMP)), `${JSON.stringify({ digest })}\n`)
}
