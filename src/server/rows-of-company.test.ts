import { readdirSync } from 'node:fs'
import path from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { storedTables } from './rows-of-company.ts'

const FEATURES = path.join(import.meta.dirname, 'features')

const OWNERS = ['users', 'companies']
const NEVER = ['oauth_states', 'reset_tokens', 'sessions']

test('every table of a company or a person is exported, except those that hold credentials', async () => {
  const owned: string[] = []
  for (const feature of readdirSync(FEATURES)) {
    const file = readdirSync(path.join(FEATURES, feature)).find((name) => name === 'tables.ts')
    if (!file) continue
    const tables = (await import(path.join(FEATURES, feature, file))) as Record<string, unknown>
    for (const table of Object.values(tables)) {
      if (!is(table, PgTable)) continue
      const columns = getTableColumns(table)
      const owners = ['companyId', 'userId', 'personId']
      if (owners.some((name) => name in columns) || OWNERS.includes(getTableName(table)))
        owned.push(getTableName(table))
    }
  }
  const exported = storedTables().map(({ name }) => name)
  expect([...new Set(exported), ...NEVER].sort()).toEqual(owned.sort())
})

test('every page of an export is found by an index, so that none takes longer than the first', () => {
  for (const { table, name, owner, transfer, key } of storedTables()) {
    const names = (transfer ? key : [owner, ...key.filter((column) => column !== owner)]).map(
      (column) => column.name,
    )
    // The last column of a key only orders the few rows that are equal in the columns before it.
    const begins = [names, names.slice(0, -1)]
      .filter((some) => some.length > 0)
      .map((some) => `${some.join()},`)
    const found = indexesOf(table).some((index) =>
      begins.some((some) => `${index.join()},`.startsWith(some)),
    )
    expect(found, `${name}: ${names.join()}`).toBe(true)
  }
})

function indexesOf(table: PgTable): string[][] {
  const { columns, indexes, primaryKeys, uniqueConstraints } = getTableConfig(table)
  return [
    ...columns.filter((column) => column.primary || column.isUnique).map((column) => [column.name]),
    ...primaryKeys.map((key) => key.columns.map((column) => column.name)),
    ...uniqueConstraints.map((unique) => unique.columns.map((column) => column.name)),
    ...indexes
      .filter(({ config }) => !config.where)
      .map(({ config }) =>
        config.columns.map((column) => ('name' in column ? String(column.name) : '')),
      ),
  ]
}
