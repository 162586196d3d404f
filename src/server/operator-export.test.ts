import { readdirSync } from 'node:fs'
import path from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { exportedTables } from './operator-export.ts'

const FEATURES = path.join(import.meta.dirname, 'features')

/** Tables whose rows open something for whoever reads them. */
const NEVER = ['oauth_states', 'reset_tokens', 'sessions']

test('every table that knows a user is exported, but for those that open a door', async () => {
  const owned: string[] = []
  for (const feature of readdirSync(FEATURES)) {
    const file = readdirSync(path.join(FEATURES, feature)).find((name) => name === 'tables.ts')
    if (!file) continue
    const tables = (await import(path.join(FEATURES, feature, file))) as Record<string, unknown>
    for (const table of Object.values(tables)) {
      if (is(table, PgTable) && ('userId' in getTableColumns(table) || getTableName(table) === 'users'))
        owned.push(getTableName(table))
    }
  }
  const exported = exportedTables().map(({ table }) => getTableName(table))
  expect([...exported, ...NEVER].sort()).toEqual(owned.sort())
})
