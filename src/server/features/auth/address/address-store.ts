import { and, count, eq, gt } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import { emailConfirmations, users } from '../tables.ts'

export interface Confirmation {
  token: string
  userId: string
  email: string
  createdAt: Date
}

export async function insertConfirmation(db: Db, confirmation: Confirmation): Promise<void> {
  await db.insert(emailConfirmations).values(confirmation)
}

export async function countConfirmations(
  db: Db,
  { userId, email }: Pick<Confirmation, 'userId' | 'email'>,
  since: Date,
): Promise<{ toAddress: number; ofUser: number }> {
  const recent = gt(emailConfirmations.createdAt, since)
  const of = async (mine: ReturnType<typeof eq>) =>
    (await db.select({ n: count() }).from(emailConfirmations).where(and(mine, recent)))[0]?.n ?? 0
  return {
    toAddress: await of(eq(emailConfirmations.email, email)),
    ofUser: await of(eq(emailConfirmations.userId, userId)),
  }
}

/**
 * Returns the row of a confirmation link while the link is valid; null when the link is unknown,
 * used or expired.
 */
export async function findConfirmation(
  db: Db,
  token: string,
  since: Date,
): Promise<Confirmation | null> {
  const [row] = await db
    .select()
    .from(emailConfirmations)
    .where(and(eq(emailConfirmations.token, token), gt(emailConfirmations.createdAt, since)))
  return row ?? null
}

/**
 * Marks the address as confirmed. Returns false if the account's e-mail address has changed since
 * or the account is inactive.
 */
export async function setConfirmed(db: Db, userId: string, email: string): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ confirmedEmail: email })
    .where(and(eq(users.id, userId), eq(users.email, email), eq(users.isActive, true)))
    .returning({ id: users.id })
  return rows.length === 1
}

export async function deleteConfirmationsOf(db: Db, userId: string): Promise<void> {
  await db.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId))
}

export async function setAsked(db: Db, userId: string, email: string): Promise<void> {
  await db
    .update(users)
    .set({ askedEmail: email })
    .where(and(eq(users.id, userId), eq(users.email, email)))
}
