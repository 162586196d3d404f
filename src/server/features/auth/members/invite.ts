import { randomUUID } from 'node:crypto'
import { INVITATION_DAYS } from '#shared/access/invitation'
import type { Role } from '#shared/access/roles'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fingerprint, randomSecret } from '../../../platform/vault.ts'
import { countedMail } from '../attempt-store.ts'
import { roleOf } from '../queries.ts'
import './access-changes.ts'
import { invitationMail } from './invitation-mail.ts'
import { endInvitations, insertInvitation, invitedSince } from './invitation-store.ts'
import { lockCompany, membersOf } from './member-store.ts'

const DAY_MS = 86_400_000
const MOST_A_DAY = 20

export interface Inviting {
  companyId: string
  actor: Actor & { name: string }
}

/** Returns the time after which an invitation must have been sent to hold still. */
export const oldestValid = (now: Date) => new Date(now.getTime() - INVITATION_DAYS * DAY_MS)

export const expiryOf = ({ createdAt }: { createdAt: Date }) =>
  new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS)

/** Returns what a company without a name is called in a sentence. */
export const nameOfCompany = (name: string | null) => name ?? 'firmaet'

/**
 * Mails somebody an invitation to the company; with the role of the owner, to take it over. A newer
 * one to the same address ends the older, and so does a newer one to take the company over.
 * @throws HttpError 409 for somebody who has that access, 429 after twenty invitations within a
 * day, 503 when the mail server refuses the mail
 */
export async function inviteTo(
  platform: Platform,
  { companyId, actor }: Inviting,
  { email, role }: { email: string; role: Role },
): Promise<void> {
  const { db, clock, config, hooks, log, mail } = platform
  const token = randomSecret()
  const id = randomUUID()
  const at = instant(clock)
  const company = await db.transaction(async (tx) => {
    const name = await lockCompany(tx, companyId)
    if (name === undefined) throw notFound()
    await requireOwner(tx, { companyId, actor })
    await refuseMember(tx, companyId, { email, role })
    await refuseFlood(tx, companyId, at)
    if (role === 'owner') {
      await hooks.run('changingOwner', { tx, companyId })
      await endInvitations(tx, companyId, 'replaced', { role })
    }
    await endInvitations(tx, companyId, 'replaced', { email })
    await insertInvitation(tx, {
      id,
      companyId,
      token: fingerprint(token),
      email,
      role,
      invitedBy: actor.id,
      createdAt: at,
    })
    const change = { kind: 'invited', who: email, role } as const
    await hooks.run('accessChanged', { tx, companyId, actor, change, at })
    return nameOfCompany(name)
  })
  const href = `${config.publicUrl}/invitasjon?token=${token}`
  try {
    // One person can own many companies: the address is protected from all of them together.
    if (!(await countedMail(db, `invited ${email}`, at, MOST_A_DAY)))
      throw tooMany('Denne adressen har fått for mange invitasjoner. Prøv igjen i morgen.', DAY_MS)
    await mail.send(invitationMail(email, { company, inviter: actor.name, role, href }))
  } catch (err) {
    await endInvitations(db, companyId, 'unsent', { id })
    if (err instanceof HttpError) throw err
    log.error({ err, companyId }, 'an invitation was not sent')
    throw new HttpError(503, 'mail_not_sent', 'E-posten ble ikke sendt. Prøv igjen om litt.')
  }
}

/**
 * Refuses somebody who was the owner when the request began. Runs under the company's lock.
 * @throws HttpError 404, as for somebody who is no member
 */
export async function requireOwner(
  tx: Db,
  { companyId, actor }: { companyId: string; actor: { id: string } },
): Promise<void> {
  if ((await roleOf(tx, actor.id, companyId)) !== 'owner') throw notFound()
}

async function refuseMember(
  tx: Db,
  companyId: string,
  { email, role }: { email: string; role: Role },
): Promise<void> {
  const member = (await membersOf(tx, companyId)).find((one) => one.email === email)
  if (!member || (role === 'owner' && member.role !== 'owner')) return
  const sentence =
    member.role === 'owner' ? 'Denne adressen er eierens' : 'Denne adressen har allerede tilgang'
  throw new HttpError(409, 'already_member', sentence, { fields: { email: sentence } })
}

async function refuseFlood(tx: Db, companyId: string, now: Date): Promise<void> {
  const { sent, first } = await invitedSince(tx, companyId, new Date(now.getTime() - DAY_MS))
  if (sent < MOST_A_DAY) return
  const wait = Math.max(0, (first ?? now).getTime() + DAY_MS - now.getTime())
  const hours = Math.max(1, Math.ceil(wait / 3_600_000))
  throw tooMany(
    `Det er sendt ${MOST_A_DAY} invitasjoner det siste døgnet. Prøv igjen om ${hours === 1 ? 'en time' : `${hours} timer`}.`,
    wait,
  )
}

const tooMany = (sentence: string, waitMs: number) =>
  new HttpError(429, 'too_many_invitations', sentence, { retryAfter: Math.ceil(waitMs / 1_000) })

/** Ends an open invitation, whose link then says so. */
export async function withdraw(
  { db, clock, hooks }: Platform,
  { companyId, actor }: Inviting,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await endInvitations(tx, companyId, 'withdrawn', { id })
    if (!ended) throw notFound('Invitasjonen er ikke åpen lenger.')
    const change = { kind: 'withdrawn', who: ended.email, role: ended.role } as const
    await hooks.run('accessChanged', { tx, companyId, actor, change, at: instant(clock) })
  })
}
