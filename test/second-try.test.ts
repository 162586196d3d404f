import { describe, expect, test } from 'vitest'
import { MOST_SECOND_TRIES, tryAgain } from '../tools/scripts/lib/second-try.mjs'

const GREEN = { passed: 3, failed: 0, skipped: 0, notes: [] }
const RED = { passed: 2, failed: 1, skipped: 0, notes: ['again'] }

const failedFile = (file: string, project = 'flows') => ({
  project,
  file: `test/flows/${file}.test.ts`,
  tests: [{ name: `${file} is right`, note: `failed: ${file}` }],
})
type File = ReturnType<typeof failedFile>

async function afterRun(files: File[], second: (file: File) => typeof GREEN | typeof RED) {
  const tried: string[] = []
  const notes = files.flatMap(({ tests }) => tests.map(({ note }) => note))
  const sums = { passed: 10 - files.length, failed: files.length, skipped: 0, notes }
  const { sums: last, saved } = await tryAgain(sums, files, (file: File) => {
    tried.push(file.file)
    return Promise.resolve(second(file))
  })
  return { ...last, tried, saved }
}

describe('a file that failed', () => {
  test('counts as passed when it passes alone, and a line says so', async () => {
    expect(await afterRun([failedFile('races')], () => GREEN)).toEqual({
      passed: 10,
      failed: 0,
      skipped: 0,
      notes: ['! passed on the second try: flows: test/flows/races.test.ts: races is right'],
      tried: ['test/flows/races.test.ts'],
      saved: [failedFile('races')],
    })
  })

  test('stays failed, with what was wrong the first time, when it fails alone too', async () => {
    const { failed, notes, saved } = await afterRun([failedFile('races')], () => RED)
    expect({ failed, saved }).toEqual({ failed: 1, saved: [] })
    expect(notes).toEqual([
      'failed: races',
      'failed on the second try too: flows: test/flows/races.test.ts',
    ])
  })

  test('stays failed when alone it runs no test at all', async () => {
    const none = () => ({ ...GREEN, passed: 0 })
    expect(await afterRun([failedFile('races')], none)).toMatchObject({ failed: 1, saved: [] })
  })

  test('is not tried again when it is a tool that says the same twice', async () => {
    const { failed, tried } = await afterRun([failedFile('lint', 'lint')], () => GREEN)
    expect({ failed, tried }).toEqual({ failed: 1, tried: [] })
  })

  test('does not hide another that fails for good', async () => {
    const files = [failedFile('races'), failedFile('mirrors')]
    const last = await afterRun(files, ({ file }) => (file.includes('races') ? GREEN : RED))
    expect(last).toMatchObject({ passed: 9, failed: 1, saved: [failedFile('races')] })
  })

  test('is not tried again when more failed than could be let through', async () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => failedFile(name))
    expect(files.length).toBe(MOST_SECOND_TRIES + 1)
    expect(await afterRun(files, () => GREEN)).toMatchObject({ failed: 4, tried: [], saved: [] })
  })
})
