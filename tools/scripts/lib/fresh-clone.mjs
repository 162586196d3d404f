// Decides whether the README's two commands must be tested on a fresh clone again. A pass is
// recorded in a git note on the tested commit.
import { spawnSync } from 'node:child_process'
import { root } from './paths.mjs'

const NOTES = 'fresh-clone'

/**
 * Files that cannot change how a clone installs, builds or starts: documents, tests, and sources
 * that are built and started like all others of their kind.
 */
const WITHOUT_EFFECT = [
  /^docs\//,
  /^[A-Z]+\.md$/,
  /^test\/(?!clone\/)/,
  /^(?:src|tools)\/.*\.test\.tsx?$/,
  /^src\/web\//,
  /^src\/server\/features\//,
]

export const concernsClone = (files) =>
  files.some((file) => !WITHOUT_EFFECT.some((pattern) => pattern.test(file)))

/**
 * Returns the commit whose fresh clone passed and from which HEAD differs only in files without
 * effect. Returns undefined if there is none, so that the clone must be tested.
 */
export function passedBefore() {
  const noted = git('notes', `--ref=${NOTES}`, 'list')
  const commits = (noted ?? '').split('\n').flatMap((line) => line.split(' ')[1] ?? [])
  return commits.find((commit) => {
    const changed = git('diff', '--name-only', '--no-renames', commit, 'HEAD')
    return changed !== undefined && !concernsClone(changed.split('\n').filter(Boolean))
  })
}

export function noteThatItPassed() {
  const noted = git('notes', `--ref=${NOTES}`, 'add', '--force', '--message=passed', 'HEAD')
  if (noted === undefined) console.log('The git note of the fresh clone could not be written.')
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}
