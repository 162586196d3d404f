import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseProxy, type DatabaseProxy } from '#test/support/world/database-proxy'
import { until } from '#test/support/wait'
import { temporaryDatabase } from '#test/support/world/temporary-database'
import { createLog } from '../log.ts'
import { openDatabase, type Database } from './database.ts'
import { isDatabaseOut } from './outage.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const POOL = 2

/**
 * Tests against the PostgreSQL server that TEST_DATABASE_URL names, because the embedded database
 * has no connections to lose.
 */
describe('a PostgreSQL whose connections are cut', () => {
  let own: { url: string; drop: () => Promise<void> }
  let proxy: DatabaseProxy
  let database: Database

  beforeAll(async () => {
    own = await temporaryDatabase(SERVER)
    proxy = await databaseProxy(own.url)
    database = await openDatabase(options())
  })
  afterAll(async () => {
    await database.close()
    await proxy.close()
    await own.drop()
  })

  const options = () => ({
    url: proxy.url,
    folder: '',
    migrations: 'migrations',
    log: createLog('fatal'),
    poolSize: POOL,
  })
  const ask = () => database.db.transaction((tx) => tx.execute(sql`select 1`))

  it('uses up no place in the pool, however often a transaction cannot even begin', async () => {
    let failed = 0
    for (let round = 0; round < 3 * POOL; round += 1) {
      await until('a connection to be open', () => ask().catch(() => null))
      proxy.cut()
      await ask().catch(() => (failed += 1))
    }
    expect(failed).toBeGreaterThan(POOL)
    await Promise.all(Array.from({ length: POOL }, ask))
  })

  it('does not end the process in the middle of a transaction, and rolls it back', async () => {
    await database.db.execute(sql`create table kept (n int)`)
    await expect(
      database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (1)`)
        proxy.cut()
        await until('the connections to be gone', () => proxy.connections() === 0)
        await tx.execute(sql`insert into kept values (2)`)
      }),
    ).rejects.toThrow()
    expect(await database.db.execute(sql`select n from kept`)).toMatchObject({ rows: [] })
  })

  it('gives up a connection that no longer answers, and continues with a new one', async () => {
    const hasty = await openDatabase({ ...options(), silenceMs: 300 })
    const count = () =>
      hasty.db.transaction(async (tx) => (await tx.execute(sql`select 1`), 'answered'))
    await Promise.all(Array.from({ length: POOL }, count))
    // The connection can be idle between two statements for any length of time.
    await database.db.execute(sql`select pg_sleep(0.5)`)
    proxy.swallow()
    const outcomes = await Promise.all(
      Array.from({ length: POOL }, () => count().catch(isDatabaseOut)),
    )
    expect(outcomes).toEqual(Array.from({ length: POOL }, () => true))
    expect(await Promise.all(Array.from({ length: POOL }, count))).toEqual(
      Array.from({ length: POOL }, () => 'answered'),
    )
    await hasty.close()
  })

  it('hears notifications again after a time when it could not be reached', async () => {
    const heard: string[] = []
    const stop = await database.listen('channel_of_a_test', (payload) => heard.push(payload))
    proxy.stop()
    await expect(ask()).rejects.toThrow()
    proxy.restore()
    await until('a hint to be received', async () => {
      await database.notify('channel_of_a_test', 'again').catch(() => undefined)
      return heard.includes('again')
    })
    await stop()
  })

  it('hears notifications again after the server has accepted the connection and refused LISTEN', async () => {
    const heard: string[] = []
    const stop = await database.listen('channel_of_a_test', (payload) => heard.push(payload))
    const refused = proxy.garble('listen "channel', 'hearken"channel')
    proxy.cut()
    await until('it to have been refused twice', () => refused.times >= 2)
    proxy.restore()
    await until('a hint to be received', async () => {
      await database.notify('channel_of_a_test', 'again').catch(() => undefined)
      return heard.includes('again')
    })
    await stop()
  })
})
