import { expect, it } from 'vitest'
import { ExternalError } from '#clients/http/external-error'
import { isDatabaseOut } from './outage.ts'

const coded = (code: string) => Object.assign(new Error('as the driver says it'), { code })
const wrapped = (cause: unknown) => new Error('Failed query: select 1', { cause })

it.each([
  '53100',
  '53300',
  '57P01',
  '57P03',
  '08006',
  '25006',
  '25P03',
  '40P01',
  'ECONNREFUSED',
  'ECONNRESET',
])('a database that says %s is unavailable for now', (code) => {
  expect(isDatabaseOut(coded(code))).toBe(true)
  expect(isDatabaseOut(wrapped(coded(code)))).toBe(true)
})

it.each([
  'Connection terminated unexpectedly',
  'Query read timeout',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('a connection of which the driver says "%s" is gone for now', (message) => {
  expect(isDatabaseOut(wrapped(new Error(message)))).toBe(true)
})

it('a query that the database refuses, an unreachable vendor and a bug of ours are none of that', () => {
  for (const code of ['23505', '42P01', '22P02'])
    expect(isDatabaseOut(wrapped(coded(code)))).toBe(false)
  const vendor = new ExternalError({
    vendor: 'fiken',
    kind: 'unavailable',
    doing: 'GET /user',
    cause: coded('ECONNREFUSED'),
  })
  expect(isDatabaseOut(vendor)).toBe(false)
  expect(isDatabaseOut(new TypeError('undefined is not a function'))).toBe(false)
  expect(isDatabaseOut('57P01')).toBe(false)
})
