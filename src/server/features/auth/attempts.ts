import type { Db } from '../../platform/database/database.ts'
import { HttpError } from '../../platform/http-error.ts'
import { waitText } from '../../platform/http/limits.ts'
import { fingerprint } from '../../platform/vault.ts'
import { type AttemptPolicy, forgiven, waitBeforeAttempt } from './attempt-policy.ts'
import { changeAttempts, findAttempts } from './attempt-store.ts'

/** A sign-in attempt that was allowed, and must be settled once the password has been checked. */
export interface Attempt {
  account: string
  at: number
}

/**
 * Refuses callers who must wait, without taking a lock or writing anything, so that a flood of
 * requests costs only one read each. Attempts that pass are counted by {@link beginAttempt}.
 * @throws HttpError 429 like beginAttempt
 */
export async function refuseFlood(
  db: Db,
  guesses: readonly [subject: string, policy: AttemptPolicy][],
  now: number,
): Promise<void> {
  const accounts = guesses.map(([subject]) => fingerprint(subject))
  const attempts = await findAttempts(db, accounts)
  for (const [index, [, policy]] of guesses.entries())
    refuse(waitBeforeAttempt(attempts[index] ?? [], now, policy), policy)
}

function refuse(wait: number, { longestWaitMs, remedy }: AttemptPolicy): void {
  if (wait <= 0) return
  const sentence = `For mange innloggingsforsøk. Prøv igjen om ${waitText(wait)}.`
  throw new HttpError(
    429,
    'too_many_attempts',
    wait > longestWaitMs && remedy ? `${sentence} ${remedy}` : sentence,
    { retryAfter: Math.ceil(wait / 1_000) },
  )
}

/**
 * Counts an attempt BEFORE the password is checked, so that simultaneous attempts are all counted.
 * Unknown accounts are counted like known ones.
 * @throws HttpError 429 `too_many_attempts` with the time to wait
 */
export async function beginAttempt(
  db: Db,
  subject: string,
  now: number,
  policy: AttemptPolicy,
): Promise<Attempt> {
  const account = fingerprint(subject)
  const wait = await changeAttempts(db, account, now, (attempts) => {
    const pause = waitBeforeAttempt(attempts, now, policy)
    return { attempts: pause > 0 ? attempts : [...attempts, -now], answer: pause }
  })
  refuse(wait, policy)
  return { account, at: now }
}

/**
 * Records an attempt's outcome. `forgive` means that the password was right and that earlier wrong
 * passwords no longer delay further attempts.
 */
export async function settleAttempt(
  db: Db,
  attempt: Attempt,
  outcome: 'wrong' | 'right' | 'forgive',
  now: number,
): Promise<void> {
  await changeAttempts(db, attempt.account, now, (attempts) => {
    const place = attempts.indexOf(-attempt.at)
    const rest = place < 0 ? attempts : attempts.toSpliced(place, 1)
    if (outcome === 'forgive') return { attempts: forgiven(rest), answer: undefined }
    return { attempts: outcome === 'wrong' ? [...rest, now] : rest, answer: undefined }
  })
}
