import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fingerprint, randomSecret } from '../../../platform/vault.ts'
import { lockedEmail } from '../account-store.ts'
import { confirmAddressMail } from '../password-mail.ts'
import { userById } from '../store.ts'
import { CONFIRMATION_HOURS } from '../tables.ts'
import {
  countConfirmations,
  deleteConfirmationsOf,
  findConfirmation,
  insertConfirmation,
  setAsked,
  setConfirmed,
} from './address-store.ts'

const HOUR_MS = 3_600_000
const TO_ONE_ADDRESS_HOURLY = 3
const OF_ONE_USER_HOURLY = 10

/**
 * Mails the user a link that confirms the account's e-mail address. Customers' data is mailed only
 * to a confirmed address, because a misspelt address might be a stranger's.
 * @throws HttpError 409 when the address is already confirmed, 429 after three links within an
 * hour, 503 when the mail server refuses the mail
 */
export async function sendConfirmation(platform: Platform, userId: string): Promise<string> {
  const user = await userById(platform.db, userId)
  if (!user) throw new HttpError(401, 'unauthenticated', 'Du er ikke logget inn')
  if (user.confirmedEmail === user.email)
    throw new HttpError(409, 'already_confirmed', 'E-postadressen er allerede bekreftet.')
  const link = await newLink(platform, userId)
  if (!link)
    throw new HttpError(
      429,
      'too_many_links',
      'Det er sendt flere lenker den siste timen. Se i innboksen og søppelposten, eller prøv igjen om en time.',
      { retryAfter: 3_600 },
    )
  await setAsked(platform.db, userId, link.email)
  try {
    await platform.mail.send(confirmAddressMail(link.email, link.href, CONFIRMATION_HOURS))
  } catch (err) {
    platform.log.error({ err, userId }, 'the link to confirm an address was not sent')
    throw new HttpError(503, 'mail_not_sent', 'E-posten ble ikke sendt. Prøv igjen om litt.')
  }
  return link.email
}

async function newLink(
  { db, clock, config }: Platform,
  userId: string,
): Promise<{ email: string; href: string } | null> {
  const token = randomSecret()
  const now = instant(clock)
  const email = await db.transaction(async (tx) => {
    const address = await lockedEmail(tx, userId)
    if (address === null) return null
    const since = new Date(now.getTime() - HOUR_MS)
    const sent = await countConfirmations(tx, { userId, email: address }, since)
    if (sent.toAddress >= TO_ONE_ADDRESS_HOURLY || sent.ofUser >= OF_ONE_USER_HOURLY) return null
    await insertConfirmation(tx, {
      token: fingerprint(token),
      userId,
      email: address,
      createdAt: now,
    })
    return address
  })
  return email === null ? null : { email, href: `${config.publicUrl}/confirm-email?token=${token}` }
}

/**
 * Confirms the address to which a link was sent. Following the link again, for example on another
 * device, gives the same response.
 * @throws HttpError 400 `token_invalid` when the link is unknown, older than a day, or for an
 * address that the account no longer has
 */
export async function confirmAddress(
  { db, clock }: Platform,
  token: string,
): Promise<{ userId: string; email: string }> {
  const found = await findConfirmation(db, fingerprint(token), oldest(instant(clock)))
  if (!found || !(await setConfirmed(db, found.userId, found.email)))
    throw new HttpError(
      400,
      'token_invalid',
      'Lenken er ugyldig eller utløpt. Be om en ny under Min profil.',
    )
  return { userId: found.userId, email: found.email }
}

export async function confirmByLink(tx: Db, userId: string, email: string): Promise<void> {
  if (await setConfirmed(tx, userId, email)) await deleteConfirmationsOf(tx, userId)
}

export async function putQuestionAway({ db }: Platform, userId: string): Promise<void> {
  const user = await userById(db, userId)
  if (user) await setAsked(db, userId, user.email)
}

const oldest = (now: Date) => new Date(now.getTime() - CONFIRMATION_HOURS * HOUR_MS)
