import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { root } from './paths.mjs'

/** @typedef {{file: string, find: string, put: string}} Change a text and its replacement */
/**
 * @typedef {{guard: string, suites: {project: string, file: string, only?: string}[], changes:
 * Change[]}} Guard a guard, the suites that must fail without it, and the changes that remove it
 */

/**
 * Returns the pipeline's guards, each with its source text and the suites that must fail without
 * it.
 * @returns {Guard[]}
 */
export function readGuards() {
  return JSON.parse(readFileSync(path.join(root, 'tools/scripts/guards.json'), 'utf8'))
}

/**
 * Returns the changed files of the folder, as they are without the guard.
 * @returns {{file: string, text: string}[]}
 * @throws Error if the guard's text does not occur exactly once: the guard has moved, and
 * guards.json must be updated
 */
export function withoutGuard(folder, { guard, changes }) {
  return changes.map(({ file, find, put }) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const times = text.split(find).length - 1
    if (times !== 1)
      throw new Error(
        `«${guard}»: ${file} has this text ${times} times, and must have it once:\n${find}`,
      )
    return { file, text: text.replace(find, () => put) }
  })
}

/** Copies the working tree's source with installed and built files; `remove` deletes the copy. */
export function copyOfSource() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fakturabro-guards-'))
  const listed = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (listed.status !== 0) throw new Error(`git does not list the files: ${listed.stderr}`)
  for (const file of new Set(listed.stdout.split('\0').filter(Boolean))) {
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true })
  }
  for (const shared of ['node_modules', 'dist'])
    symlinkSync(path.join(root, shared), path.join(folder, shared))
  const write = (files) =>
    files.forEach(({ file, text }) => writeFileSync(path.join(folder, file), text))
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
