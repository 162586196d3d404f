import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import { resetTokens, users } from '../tables.ts'

/**
 * Inserts a reset token. The row holds the token's SHA-256, so that a copy of the table gives no
 * access to accounts.
 */
export async function insertResetToken(
  db: Db,
  row: typeof resetTokens.$inferInsert,
): Promise<void> {
  await db.insert(resetTokens).values(row)
}

export interface FoundToken {
  userId: string
  used: boolean
  expiresAt: Date
}

export async function findResetToken(db: Db, token: string): Promise<FoundToken | null> {
  const [row] = await db
    .select({
      userId: resetTokens.userId,
      used: resetTokens.used,
      expiresAt: resetTokens.expiresAt,
    })
    .from(resetTokens)
    .where(eq(resetTokens.token, token))
  return row ?? null
}

/** Marks the token as used. Of several concurrent calls, only one returns true. */
export async function spendResetToken(db: Db, token: string, now: Date): Promise<boolean> {
  const spent = await db
    .update(resetTokens)
    .set({ used: true })
    .where(
      and(
        eq(resetTokens.token, token),
        eq(resetTokens.used, false),
        gt(resetTokens.expiresAt, now),
      ),
    )
    .returning({ id: resetTokens.id })
  return spent.length === 1
}

export async function spendAllResetTokens(db: Db, userId: string): Promise<void> {
  await db.update(resetTokens).set({ used: true }).where(eq(resetTokens.userId, userId))
}

export async function setPassword(db: Db, userId: string, hash: string, at: Date): Promise<void> {
  await db.update(users).set({ password: hash, updatedAt: at }).where(eq(users.id, userId))
}

/** Requires the user to review the account's connections at the next sign-in. */
export async function beginResetReview(db: Db, userId: string, at: Date): Promise<void> {
  await db.update(users).set({ resetAt: at }).where(eq(users.id, userId))
}

export async function endResetReview(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ resetAt: null }).where(eq(users.id, userId))
}
