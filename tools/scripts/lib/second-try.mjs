// Runs a failed test file once more, alone in a new process, and records the second try.

/** Maximum number of files that may pass on their second try; with more, the run fails. */
export const MOST_SECOND_TRIES = 3

/** Projects that check the whole repository, whose result a second try would not change. */
const CHECKS = ['types', 'lint', 'format', 'migrations']

/**
 * @typedef {{project: string, file: string, tests: {name: string, note: string}[]}} FailedFile a
 * test file with its failed tests
 * @typedef {{passed: number, failed: number, skipped: number, notes: string[]}} Sums
 */

/**
 * Runs the failed files of a test run again. In a file that passes, each failed test counts as
 * passed and its note says so. If more files failed than may pass on their second try, none is run
 * again, because the run fails anyway.
 * @param {Sums} sums the sums of the first try
 * @param {FailedFile[]} failedFiles
 * @param {(file: FailedFile) => Promise<Sums>} runAlone
 * @returns {Promise<{sums: Sums, saved: FailedFile[]}>} the sums after the second tries, and the
 *   files that passed on their second try
 */
export async function tryAgain(sums, failedFiles, runAlone) {
  const files = failedFiles.filter(({ project }) => !CHECKS.includes(project))
  if (files.length > MOST_SECOND_TRIES) {
    const note = `${files.length} files failed: more than ${MOST_SECOND_TRIES} are not tried again.`
    return { sums: { ...sums, notes: [...sums.notes, note] }, saved: [] }
  }
  const saved = []
  let { passed, failed, notes } = sums
  for (const each of files) {
    const { project, file, tests } = each
    const again = await runAlone(each)
    if (again.failed > 0 || again.passed === 0) {
      notes = [...notes, `failed on the second try too: ${project}: ${file}`]
      continue
    }
    saved.push(each)
    passed += tests.length
    failed -= tests.length
    const outdated = new Set(tests.map(({ note }) => note))
    notes = [
      ...notes.filter((note) => !outdated.has(note)),
      ...tests.map(({ name }) => `! passed on the second try: ${project}: ${file}: ${name}`),
    ]
  }
  return { sums: { ...sums, passed, failed, notes }, saved }
}
