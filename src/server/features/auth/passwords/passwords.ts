import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { HttpError } from '../../../platform/http-error.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/**
 * The argon2id parameters: the minimum that OWASP recommends, with 19 MiB, two passes and one lane.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * The maximum number of hashes computed at once. Hashes run on libuv's threads, which all file
 * access shares, and take 19 MiB each.
 */
const AT_ONCE = Math.min(3, availableParallelism())
/**
 * The maximum number of waiting hashes, above which requests are refused as a flood. At about 30 ms
 * per hash, the last request would wait for seconds.
 */
const MAY_WAIT = 200

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAY_WAIT)
      throw new HttpError(503, 'busy', 'Mange logger inn akkurat nå. Prøv igjen om litt.', {
        retryAfter: 5,
      })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The slot is handed over to the next request instead of being freed, so that no new request
    // can take it first.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Normalises the password, because keyboards compose æ, ø and å differently. */
const plain = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(plain(password), PARAMETERS))
}

/**
 * A hash that matches no password, made with the current parameters. Passwords for unknown
 * addresses are compared with this hash, so that the response takes equally long.
 */
let nobody: Promise<string> | undefined

/**
 * Returns true if the password matches the stored hash. For `null` (an unknown address), the
 * comparison takes equally long and returns false.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID(), PARAMETERS)
  const against = stored ?? (await nobody)
  const right = await inTurn(() => verify(against, plain(password)))
  return right && stored !== null
}

/**
 * Returns true if the hash was made with weaker parameters than the current ones; the password is
 * then hashed again at the next sign-in.
 */
export function isOutdated(stored: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored)
  if (!found) return true
  const [memory, time] = [Number(found[1]), Number(found[2])]
  return memory < PARAMETERS.memoryCost || time < PARAMETERS.timeCost
}

/**
 * Refuses common passwords and passwords equal to the user's own e-mail address.
 * @throws HttpError 400 `invalid`, on `field`
 */
export function refuseGuessable(password: string, email: string, field = 'password'): void {
  const lower = plain(password).toLowerCase()
  const sentence = COMMON_PASSWORDS.has(lower)
    ? 'Passordet er blant de vanligste og lett å gjette. Velg et annet.'
    : lower === email || lower === email.split('@')[0]
      ? 'Passordet kan ikke være e-postadressen din. Velg et annet.'
      : null
  if (sentence) throw new HttpError(400, 'invalid', sentence, { fields: { [field]: sentence } })
}
