// Whether the two commands have to be tried on a fresh clone again: what passed there is written into a git note of its commit.
import { spawnSync } from 'node:child_process'
import { root } from './paths.mjs'

const NOTES = 'fresh-clone'

/**
 * What can change without a clone installing, building or starting otherwise: documents, tests, and
 * what is built and started like the rest of its kind.
 */
const WITHOUT_EFFECT = [
  /^docs\//,
  /^[A-Z]+\.md$/,
  /^test\/(?!clone\/)/,
  /^(?:src|tools)\/.*\.test\.tsx?$/,
  /^src\/web\//,
  /^src\/server\/features\//,
]

/** Whether a change of these files could make a fresh clone start otherwise. */
export const concernsClone = (files) =>
  files.some((file) => !WITHOUT_EFFECT.some((pattern) => pattern.test(file)))

/**
 * The commit whose fresh clone passed and from which HEAD differs only where it makes no difference;
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

/** Writes down that the fresh clone of HEAD passed. */
export function noteThatItPassed() {
  const noted = git('notes', `--ref=${NOTES}`, 'add', '--force', '--message=passed', 'HEAD')
  if (noted === undefined) console.log('The git note of the fresh clone could not be written.')
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}
