import { eq } from 'drizzle-orm'
import type { Profile } from '#shared/contracts/profile'
import { isDeadlock, isUniqueViolation, type Db } from '../../platform/database/database.ts'
import { users } from './tables.ts'

type UserRow = typeof users.$inferSelect

/**
 * Locks the user until the transaction ends, and returns the e-mail address; null when the user
 * does not exist.
 */
export async function lockedEmail(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return row?.email ?? null
}

/**
 * Updates a user's name and e-mail address. The e-mail address is also the username (rule 17). Returns null if
 * another account has the address.
 */
export async function updateUser(
  db: Db,
  userId: string,
  { firstName, lastName, email }: Pick<Profile, 'firstName' | 'lastName' | 'email'>,
  at: Date,
): Promise<UserRow | null> {
  try {
    const [row] = await db
      .update(users)
      .set({ firstName, lastName, email, username: email, updatedAt: at })
      .where(eq(users.id, userId))
      .returning()
    return row ?? null
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

const DELETE_TRIES = 3

/**
 * Deletes the user and, by cascade, the user's log-in and memberships. Tries again after a
 * deadlock, because a concurrent write can lock rows in another order.
 * @param allowed runs in the same transaction; throws when the user must not be deleted
 */
export async function deleteUser(
  db: Db,
  userId: string,
  allowed: (tx: Db) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction(async (tx) => {
        await allowed(tx)
        await tx.delete(users).where(eq(users.id, userId))
      })
      return
    } catch (error) {
      if (tries === DELETE_TRIES || !isDeadlock(error)) throw error
    }
  }
}
