import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { fingerprint } from '../../platform/vault.ts'
import { recent } from './attempt-policy.ts'
import { loginAttempts } from './tables.ts'

export async function changeAttempts<T>(
  db: Db,
  account: string,
  now: number,
  decide: (attempts: number[]) => { attempts: number[]; answer: T },
): Promise<T> {
  return db.transaction(async (tx) => {
    const updatedAt = new Date(now)
    await tx
      .insert(loginAttempts)
      .values({ account, failures: [], updatedAt })
      .onConflictDoNothing()
    const [row] = await tx
      .select()
      .from(loginAttempts)
      .where(eq(loginAttempts.account, account))
      .for('update')
    const { attempts, answer } = decide(recent(row?.failures ?? [], now))
    await tx
      .update(loginAttempts)
      .set({ failures: attempts, updatedAt })
      .where(eq(loginAttempts.account, account))
    return answer
  })
}

export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.account, fingerprint(subject)))
}

/**
 * Returns the attempts of each account, in the order of `accounts`; an account without attempts
 * gets an empty list.
 */
export async function findAttempts(db: Db, accounts: readonly string[]): Promise<number[][]> {
  const rows = await db
    .select()
    .from(loginAttempts)
    .where(inArray(loginAttempts.account, [...accounts]))
  return accounts.map((account) => rows.find((row) => row.account === account)?.failures ?? [])
}

export const MOST_NOTICES = 10

/**
 * Counts a mail to a recipient within the last hour, in the same table and with the same locking as
 * sign-in attempts. Returns a function that cancels the count, or null if the recipient has already
 * had `most` mails.
 */
export async function countedMail(
  db: Db,
  subject: string,
  now: Date,
  most: number,
): Promise<{ takeBack: () => Promise<void> } | null> {
  const at = now.getTime()
  const account = fingerprint(subject)
  const may = await changeAttempts(db, account, at, (sent) => {
    const answer = sent.length < most
    return { attempts: answer ? [...sent, at] : sent, answer }
  })
  if (!may) return null
  return {
    takeBack: () =>
      changeAttempts(db, account, at, (sent) => {
        const place = sent.indexOf(at)
        return { attempts: place < 0 ? sent : sent.toSpliced(place, 1), answer: undefined }
      }),
  }
}
