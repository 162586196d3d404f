import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openDatabases } from '#test/support/world/databases'
import { describeError, maskPath } from './log.ts'

it('a failed statement is logged without its values, which may be names and tokens', async () => {
  const databases = await openDatabases('embedded')
  const failure: unknown = await Promise.resolve(
    databases.one.db.execute(
      sql`select * from nowhere where name = ${'Kari Nordmann'} and token = ${'sealed'}`,
    ),
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

it('a secret in an address, and whom somebody looks up, are not logged', () => {
  expect(maskPath('/api/organizations?query=Kari%20Nordmann&x=1')).toBe(
    '/api/organizations?query=***&x=1',
  )
  expect(maskPath('/api/webhooks/servicem8/hemmelig?code=abc')).toBe(
    '/api/webhooks/servicem8/***?code=***',
  )
})
