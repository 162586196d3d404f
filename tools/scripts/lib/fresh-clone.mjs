// Decides whether the two commands have to be tried on a fresh clone again: a pass is recorded in a
// git note of its commit.
import { spawnSync } from 'node:child_process'
import { root } from './paths.mjs'

const NOTES = 'fresh-clone'

/**
 * Files that cannot change how a clone installs, builds or starts: documents, tests, and sources
 * that are built and started like the rest of their kind.
 */
const WITHOUT_EFFECT = [
  /^docs\//,
  /^[A-Z]+\.md$/,
  /^test\/(?!clone\/)/,
  /^(?:src|tools)\/.*\.test\.tsx?$/,
  /^src\/web\//,
  /^src\/server\/features\//,
]

/** Returns true when a change of these files could make a fresh clone start differently. */
export const concernsClone = (files) =>
  files.some((file) => !WITHOUT_EFFECT.some((pattern) => pattern.test(file)))

/**
 * Returns the commit whose fresh clone passed and from which HEAD differs only in such files;
 * undefined when there is none, and the clone has to be tried.
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
