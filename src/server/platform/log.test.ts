import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openDatabases } from '#test/support/databases'
import { describeError } from './log.ts'

it('a failed statement is logged without its values, which may be names and tokens', async () => {
  const databases = await openDatabases('embedded')
  const failure: unknown = await Promise.resolve(
    databases.one.db.execute(sql`select * from nowhere where name = ${'Kari Nordmann'} and token = ${'sealed'}`),
  ).catch((error: unknown) => error)
  await databases.close()
  let line = ''
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      line += String(chunk)
      done()
    },
  })
  pino({ serializers: { err: describeError } }, out).error({ err: failure }, 'failed')
  expect(line).toContain('select * from nowhere where name = $1')
  expect(line).toContain('does not exist')
  expect(line).toContain('at ')
  expect(line).not.toMatch(/Kari|sealed/)
})
