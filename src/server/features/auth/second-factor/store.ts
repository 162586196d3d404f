import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import { secondFactors } from '../tables.ts'

export type FactorRow = typeof secondFactors.$inferSelect

export async function findFactor(db: Db, userId: string): Promise<FactorRow | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row ?? null
}

/**
 * Stores a TOTP secret that is not in use yet. Returns false if the user already has a secret in
 * use.
 */
export async function putPending(
  db: Db,
  userId: string,
  secret: string,
  createdAt: Date,
): Promise<boolean> {
  const rows = await db
    .insert(secondFactors)
    .values({ userId, secret, createdAt })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt, lastStep: null },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

/**
 * Marks the TOTP secret as in use. Returns false if another request has already done so, or if the
 * secret has changed.
 */
export async function confirmPending(
  db: Db,
  { userId, secret }: Pick<FactorRow, 'userId' | 'secret'>,
  use: { step: number; codes: string[]; at: Date },
): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ confirmedAt: use.at, lastStep: use.step, recoveryCodes: use.codes })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.secret, secret),
        isNull(secondFactors.confirmedAt),
      ),
    )
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

/**
 * Marks the code of a 30-second time step as used. Of two requests with the same code, only one
 * returns true.
 */
export async function spendStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNotNull(secondFactors.confirmedAt),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

/** Marks a recovery code as used. Returns false if the code is unknown or already used. */
export async function spendRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ recoveryCodes: sql`${secondFactors.recoveryCodes} - ${code}::text` })
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNotNull(secondFactors.confirmedAt),
        sql`jsonb_exists(${secondFactors.recoveryCodes}, ${code}::text)`,
      ),
    )
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

export async function putRecoveryCodes(db: Db, userId: string, codes: string[]): Promise<void> {
  await db
    .update(secondFactors)
    .set({ recoveryCodes: codes })
    .where(eq(secondFactors.userId, userId))
}

export async function deleteFactor(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ userId: secondFactors.userId })
  return rows.length === 1
}

export async function allFactors(db: Db): Promise<Pick<FactorRow, 'userId' | 'secret'>[]> {
  return db
    .select({ userId: secondFactors.userId, secret: secondFactors.secret })
    .from(secondFactors)
}

/** Replaces the TOTP secret only if the secret has not changed since it was read. */
export async function replaceSecret(
  db: Db,
  { userId, secret }: Pick<FactorRow, 'userId' | 'secret'>,
  next: string,
): Promise<void> {
  await db
    .update(secondFactors)
    .set({ secret: next })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret)))
}
