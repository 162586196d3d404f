import { globSync } from 'node:fs'
import path from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { ago } from '../../platform/database/keep-for.ts'
import { KEEP_FOR } from './rules.ts'

const SERVER = path.join(import.meta.dirname, '../..')

test('every table says how long its rows are kept', async () => {
  const files = globSync('**/tables.ts', { cwd: SERVER })
  expect(files.length).toBeGreaterThan(20)
  const said = new Set(KEEP_FOR.map(([table]) => getTableName(table)))
  const silent: string[] = []
  for (const file of files) {
    const exported: object = await import(path.join(SERVER, file))
    const tables = Object.values(exported).filter((each) => is(each, PgTable))
    silent.push(...tables.map(getTableName).filter((name) => !said.has(name)))
  }
  expect(silent).toEqual([])
})

test('what is kept with something else is deleted with it by the database', () => {
  const stray = KEEP_FOR.flatMap(([table, keep]) => {
    if (!('with' in keep)) return []
    const isBound = getTableConfig(table).foreignKeys.some(
      (key) => key.onDelete === 'cascade' && key.reference().foreignTable === keep.with,
    )
    return isBound ? [] : [getTableName(table)]
  })
  expect(stray).toEqual([])
})

test('transfers and their documents are kept five years, the log twelve months, errors, webhooks and tasks thirty days', () => {
  const now = new Date('2026-11-21T03:40:00Z')
  const limits = KEEP_FOR.flatMap(([table, keep]) =>
    'for' in keep ? [[getTableName(table), ago(now, keep.for).toISOString()]] : [],
  )
  expect(limits.toSorted()).toEqual(
    [
      ['activity_logs', '2025-11-21T03:40:00.000Z'],
      ['activity_logs', '2026-10-22T03:40:00.000Z'],
      ['documents', '2021-11-21T03:40:00.000Z'],
      ['documents', '2021-11-21T03:40:00.000Z'],
      ['email_confirmations', '2026-11-20T03:40:00.000Z'],
      ['fiken_reservations', '2026-10-22T03:40:00.000Z'],
      ['invitations', '2026-11-14T03:40:00.000Z'],
      ['login_attempts', '2026-11-21T02:40:00.000Z'],
      ['product_changes', '2021-11-21T03:40:00.000Z'],
      ['reconciled_months', '2021-11-21T03:40:00.000Z'],
      ['reconciliations', '2021-11-21T03:40:00.000Z'],
      ['reset_tokens', '2026-11-21T03:40:00.000Z'],
      ['security_events', '2026-08-23T03:40:00.000Z'],
      ['servicem8_job_parts', '2026-07-24T03:40:00.000Z'],
      ['sessions', '2026-11-21T03:40:00.000Z'],
      ['subscription_bills', '2021-11-21T03:40:00.000Z'],
      ['tasks', '2026-10-22T03:40:00.000Z'],
      ['transfers', '2021-11-21T03:40:00.000Z'],
      ['unapproved_jobs', '2026-10-22T03:40:00.000Z'],
      ['webhook_events', '2026-10-22T03:40:00.000Z'],
    ].toSorted(),
  )
})

test('on a leap day nothing is deleted a day early', () => {
  expect(ago(new Date('2028-02-29T12:00:00Z'), { years: 5 })).toEqual(
    new Date('2023-03-01T12:00:00Z'),
  )
})
