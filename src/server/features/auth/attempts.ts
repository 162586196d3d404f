import { eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { waitText } from '../../platform/http/wait-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { fingerprint } from '../../platform/vault.ts'
import { ATTEMPTS_COUNT_FOR_MS, forgiven, recent, waitBeforeAttempt, type AttemptPolicy } from './attempt-policy.ts'
import { loginAttempts } from './tables.ts'

/** An attempt that was let through; it must be settled when the password has been checked. */
export interface Attempt {
  account: string
  at: number
}

/**
 * Turns a flood away with one reading: no lock is taken and nothing is written for who must wait anyway. What it lets through is counted
 * by {@link beginAttempt}. Throws as that does.
 */
export async function refuseFlood(
  db: Db,
  guesses: readonly [subject: string, policy: AttemptPolicy][],
  now: number,
): Promise<void> {
  const accounts = guesses.map(([subject]) => fingerprint(subject))
  const rows = await db.select().from(loginAttempts).where(inArray(loginAttempts.account, accounts))
  for (const [index, [, policy]] of guesses.entries()) {
    const attempts = rows.find((row) => row.account === accounts[index])?.failures ?? []
    refuse(waitBeforeAttempt(attempts, now, policy), policy)
  }
}

function refuse(wait: number, { longestWaitMs, remedy }: AttemptPolicy): void {
  if (wait <= 0) return
  const sentence = `For mange innloggingsforsøk. Prøv igjen om ${waitText(wait)}.`
  throw new Refusal(429, 'too_many_attempts', wait > longestWaitMs && remedy ? `${sentence} ${remedy}` : sentence, {
    retryAfter: Math.ceil(wait / 1_000),
  })
}

/**
 * Counts an attempt BEFORE the password is looked at, so that a hundred at the same instant are a hundred attempts. Unknown accounts
 * are counted like known ones. Throws 429 `too_many_attempts` with the time to wait.
 */
export async function beginAttempt(db: Db, subject: string, now: number, policy: AttemptPolicy): Promise<Attempt> {
  const account = fingerprint(subject)
  const wait = await change(db, account, now, (attempts) => {
    const pause = waitBeforeAttempt(attempts, now, policy)
    return { attempts: pause > 0 ? attempts : [...attempts, -now], answer: pause }
  })
  refuse(wait, policy)
  return { account, at: now }
}

/** Was it the right password? `forgive` also ends the waiting for the wrong ones before it. */
export async function settleAttempt(
  db: Db,
  attempt: Attempt,
  outcome: 'wrong' | 'right' | 'forgive',
  now: number,
): Promise<void> {
  await change(db, attempt.account, now, (attempts) => {
    const place = attempts.indexOf(-attempt.at)
    const rest = place < 0 ? attempts : attempts.toSpliced(place, 1)
    if (outcome === 'forgive') return { attempts: forgiven(rest), answer: undefined }
    return { attempts: outcome === 'wrong' ? [...rest, now] : rest, answer: undefined }
  })
}

/** Reads and writes one account's attempts under the row's lock. */
async function change<T>(
  db: Db,
  account: string,
  now: number,
  decide: (attempts: number[]) => { attempts: number[]; answer: T },
): Promise<T> {
  return db.transaction(async (tx) => {
    const updatedAt = new Date(now)
    await tx.insert(loginAttempts).values({ account, failures: [], updatedAt }).onConflictDoNothing()
    const [row] = await tx.select().from(loginAttempts).where(eq(loginAttempts.account, account)).for('update')
    const { attempts, answer } = decide(recent(row?.failures ?? [], now))
    await tx.update(loginAttempts).set({ failures: attempts, updatedAt }).where(eq(loginAttempts.account, account))
    return answer
  })
}

/** Guesses of a password that is no more count for nothing. */
export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.account, fingerprint(subject)))
}

/** Takes away what no longer counts; for the nightly cleaning. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(loginAttempts).where(lt(loginAttempts.updatedAt, new Date(now.getTime() - ATTEMPTS_COUNT_FOR_MS)))
}
