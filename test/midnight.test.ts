import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { addDays, dateOf, formatTime } from '#shared/dates'
import { CLOCK_FILE } from './support/clock/midnight.ts'

const PRELOAD = path.join(import.meta.dirname, 'support/clock/preload.ts')

const folder = await mkdtemp(path.join(tmpdir(), 'fakturabro-midnight-'))
afterAll(() => rm(folder, { recursive: true }))

async function said<T>(script: string): Promise<T> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', `--import=${PRELOAD}`, '--input-type=module', '--eval', script],
    { env: { ...process.env, [CLOCK_FILE]: path.join(folder, 'clock') } },
  )
  return JSON.parse(stdout) as T
}

test('a run over midnight has one clock, which is set to the last seconds of a month and runs on', async () => {
  const before = await said<string>('console.log(JSON.stringify(new Date()))')
  const { set, later, stored } = await said<Record<'set' | 'later' | 'stored', string>>(`
    import { openMemoryDatabase } from './test/support/world/memory-database.ts'
    import { midnightClock } from './test/support/clock/midnight.ts'
    const database = await openMemoryDatabase()
    midnightClock().setToEve()
    const set = new Date()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { rows } = await database.engine.pglite.query('select clock_timestamp() as at')
    console.log(JSON.stringify({ set, later: new Date(), stored: rows[0].at }))
    process.exit()
  `)
  const elsewhere = await said<string>('console.log(JSON.stringify(new Date()))')

  const last = dateOf(set)
  expect(addDays(last, 1).slice(-2)).toBe('01')
  expect([dateOf(before), formatTime(before).slice(0, 4)]).toEqual([last, '23:5'])
  expect(formatTime(set)).toBe('23:59')
  const moments = [before, set, stored, later, elsewhere].map((at) => Date.parse(at))
  expect(moments).toEqual([...moments].sort((one, other) => one - other))
  // The clock runs on after it was set: it neither stands still nor jumps again.
  expect(Date.parse(later)).toBeGreaterThan(Date.parse(set))
})
