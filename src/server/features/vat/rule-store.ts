import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import type { AccountRule } from './account-rules.ts'
import { accountRules } from './tables.ts'

const readRules = rowsTogether(accountRules, ['userId', 'fikenCompanySlug'])

/** In the order in which they are asked. */
export async function storedRules(db: Db, userId: string, slug: string): Promise<AccountRule[]> {
  const rows = await readRules(db, { userId, fikenCompanySlug: slug })
  return rows
    .sort((one, other) => one.position - other.position)
    .map(({ kind, value, label, account }) => ({ kind, value, label, account }))
}

/** Inside a transaction: all of them or none. */
export async function replaceRules(
  db: Db,
  userId: string,
  slug: string,
  rules: readonly AccountRule[],
  savedAt: Date,
): Promise<void> {
  await db
    .delete(accountRules)
    .where(and(eq(accountRules.userId, userId), eq(accountRules.fikenCompanySlug, slug)))
  if (rules.length === 0) return
  await db.insert(accountRules).values(
    rules.map((rule, position) => ({
      ...rule,
      userId,
      fikenCompanySlug: slug,
      position,
      savedAt,
    })),
  )
}
