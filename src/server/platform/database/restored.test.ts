import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import { createLog } from '../log.ts'
import { databaseMarks } from './tables.ts'
import { markRestored, watchForRestore } from './restored.ts'

const MONTH_EARLIER = new Date('2026-01-31T08:00:00Z')
const EARLIER = new Date('2026-03-01T20:00:00Z')
const LATER = new Date('2026-03-02T08:00:00Z')
const NOTHING = { unsureAt: null, restoredAt: null, lostFrom: null }

describe.each(DATABASE_KINDS)('a database that may have been put back (%s)', (kind) => {
  let databases: Databases
  beforeAll(async () => {
    databases = await openDatabases(kind)
  })
  afterAll(() => databases.close())
  beforeEach(async () => {
    await databases.one.db.delete(databaseMarks)
    await start()
  })

  const clock = { now: () => LATER.getTime(), sleep: () => Promise.resolve() }
  const log = createLog('fatal')
  async function start() {
    const stop = await watchForRestore({ database: databases.one, clock, log }, 'no folder')
    stop()
    const [row] = await databases.one.db.select().from(databaseMarks)
    return {
      unsureAt: row?.unsureAt ?? null,
      restoredAt: row?.restoredAt ?? null,
      lostFrom: row?.lostFrom ?? null,
    }
  }

  test('a new one, and one that is restarted, has missed nothing', async () => {
    expect(await start()).toEqual(NOTHING)
  })

  test('nothing written for some minutes may be a backup of that age', async () => {
    await databases.one.db.update(databaseMarks).set({ aliveAt: sql`now() - interval '4 minutes'` })
    expect(await start()).toEqual(NOTHING)
    await databases.one.db.update(databaseMarks).set({ aliveAt: sql`now() - interval '6 minutes'` })
    expect(await start()).toEqual({ ...NOTHING, unsureAt: LATER })
    expect(await start()).toEqual({ ...NOTHING, unsureAt: LATER })
  })

  test('another database than the one last written to is a restored one', async () => {
    await databases.one.db.update(databaseMarks).set({ identity: 'another', aliveAt: EARLIER })
    const restored = { unsureAt: LATER, restoredAt: LATER, lostFrom: EARLIER }
    expect(await start()).toEqual(restored)
    expect(await start()).toEqual(restored)
  })

  test('an operator says so where it does not show', async () => {
    await markRestored(databases.one.db, LATER)
    expect(await start()).toEqual({ ...NOTHING, restoredAt: LATER, lostFrom: MONTH_EARLIER })
  })

  test('what the restore before has lost stays lost after another one within the month', async () => {
    const set = (restoredAt: Date) =>
      databases.one.db.update(databaseMarks).set({
        identity: 'another',
        aliveAt: sql`now()`,
        restoredAt,
        lostFrom: EARLIER,
      })
    await set(new Date('2026-02-27T08:00:00Z'))
    expect(await start()).toMatchObject({ restoredAt: LATER, lostFrom: EARLIER })
    await markRestored(databases.one.db, LATER)
    expect(await start()).toMatchObject({ restoredAt: LATER, lostFrom: MONTH_EARLIER })

    await set(new Date('2026-01-27T08:00:00Z'))
    const { lostFrom } = await start()
    expect(lostFrom?.getTime()).toBeGreaterThan(EARLIER.getTime())
  })
})
