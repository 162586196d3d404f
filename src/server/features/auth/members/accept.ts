import { randomUUID } from 'node:crypto'
import { COMPANY_PARAMETER } from '#shared/access/company-name'
import { INVITATION_DAYS } from '#shared/access/invitation'
import type { ShownInvitation } from '#shared/contracts/account/members'
import type { NewMember } from '#shared/forms/members'
import { instant } from '../../../platform/clock.ts'
import { whoHelps } from '../../../platform/config.ts'
import type { Db } from '../../../platform/database/database.ts'
import { SESSION_TOPIC } from '../../../platform/database/live.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { type Caller, requireFreshPassword } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fingerprint } from '../../../platform/vault.ts'
import { confirmByLink } from '../address/confirm-address.ts'
import { hashPassword, refuseGuessable } from '../passwords/passwords.ts'
import { nameOf } from '../people-queries.ts'
import { insertUser, lockUsers, userByEmail, type UserRow } from '../store.ts'
import './access-changes.ts'
import { handedOverMail, takenOverMail } from './invitation-mail.ts'
import {
  endInvitations,
  findInvitation,
  type FoundInvitation,
  type InvitationRow,
  takeInvitation,
} from './invitation-store.ts'
import { expiryOf, nameOfCompany, oldestValid } from './invite.ts'
import { lockCompany, membersOf, putMember, putOwner } from './member-store.ts'

/** Returns an address of which a stranger learns no more than its first letter and its domain. */
const masked = (email: string) => `${email.charAt(0)}***${email.slice(email.lastIndexOf('@'))}`

/** Returns what an invitation is about. Changes nothing, because mail scanners open links. */
export async function showInvitation(
  platform: Platform,
  token: string,
  caller: Caller | null,
): Promise<ShownInvitation> {
  const invitation = await openOne(platform, token)
  const { companyName, inviter, role, email } = invitation
  return {
    companyName,
    invitedBy: nameOf(inviter),
    role,
    email: masked(email),
    expiresAt: expiryOf(invitation).toISOString(),
    isYours: caller && caller.email === email,
  }
}

type OpenInvitation = FoundInvitation & { inviter: NonNullable<FoundInvitation['inviter']> }

/** @throws HttpError 404 or 410, with why the invitation cannot be accepted */
async function openOne({ db, clock }: Platform, token: string): Promise<OpenInvitation> {
  const found = await findInvitation(db, fingerprint(token))
  if (!found)
    throw new HttpError(
      404,
      'invitation_unknown',
      'Lenken er ikke riktig, eller invitasjonen er slettet. Be om en ny.',
    )
  const { inviter, state, createdAt } = found
  if (state === 'open' && createdAt > oldestValid(instant(clock)) && inviter)
    return { ...found, inviter }
  throw over(state !== 'open' ? state : inviter ? 'expired' : 'ended')
}

function over(why: Exclude<InvitationRow['state'], 'open'> | 'expired'): HttpError {
  const sentence = {
    accepted: 'Invitasjonen er brukt.',
    withdrawn: 'Invitasjonen er trukket tilbake.',
    replaced: 'Det er sendt en nyere invitasjon. Bruk lenken i den.',
    ended: 'Den som inviterte, kan ikke gi tilgang lenger. Be eieren om en ny invitasjon.',
    unsent: 'Invitasjonen gjelder ikke. Be om en ny.',
    expired: `Invitasjonen er utløpt. Den gjaldt i ${INVITATION_DAYS} dager. Be om en ny.`,
  }[why]
  return new HttpError(410, `invitation_${why}`, sentence)
}

/**
 * Accepts an invitation to the address of the log-in, which is thereby confirmed. To take a company
 * over, the password must have been entered recently. Accepting again gives the same answer.
 * @throws HttpError 404 or 410 for an invitation that does not hold, 409 `invitation_of_other` for
 * another log-in, 409 `password_required`
 */
export async function accept(platform: Platform, caller: Caller, token: string): Promise<Joined> {
  const used = await usedBy(platform.db, caller, token)
  if (used) return { companyId: used.companyId, isNew: false, formerOwner: null }
  const invitation = await openOne(platform, token)
  if (invitation.email !== caller.email)
    throw new HttpError(
      409,
      'invitation_of_other',
      `Invitasjonen gjelder ${masked(invitation.email)}`,
    )
  if (invitation.role === 'owner') requireFreshPassword(caller)
  const formerOwner = await platform.db.transaction((tx) => join(platform, tx, invitation, caller))
  announce(platform, invitation, caller, formerOwner)
  return { companyId: invitation.companyId, isNew: true, formerOwner }
}

export interface Joined {
  companyId: string
  /** False when the same person had accepted the invitation before. */
  isNew: boolean
  /** The owner from whom the company was taken over; null for an ordinary invitation. */
  formerOwner: { id: string; email: string } | null
}

async function usedBy(db: Db, caller: Caller, token: string): Promise<InvitationRow | null> {
  const found = await findInvitation(db, fingerprint(token))
  if (found?.state !== 'accepted' || found.email !== caller.email) return null
  const members = await membersOf(db, found.companyId)
  return members.some(({ id }) => id === caller.id) ? found : null
}

/**
 * Makes an account for the invited address, without a company of its own, and accepts the
 * invitation by it.
 * @throws HttpError 404 or 410 for an invitation that does not hold, 400 for a guessable password,
 * 409 `email_taken` when the address has an account
 */
export async function registerInvited(
  platform: Platform,
  { token, name, password }: NewMember & { token: string },
): Promise<{ user: UserRow; joined: Joined }> {
  const { db, clock } = platform
  const invitation = await openOne(platform, token)
  const { email } = invitation
  refuseGuessable(password, email)
  if (await userByEmail(db, email)) throw taken()
  const hash = await hashPassword(password)
  const at = instant(clock)
  const words = name.split(/\s+/)
  const { user, formerOwner } = await db.transaction(async (tx) => {
    const made = await insertUser(tx, {
      id: randomUUID(),
      username: email,
      email,
      confirmedEmail: email,
      password: hash,
      firstName: words.slice(0, -1).join(' ') || name,
      lastName: words.length > 1 ? (words.at(-1) ?? null) : null,
      createdAt: at,
      updatedAt: at,
    })
    if (!made) throw taken()
    return {
      user: made,
      formerOwner: await join(platform, tx, invitation, { id: made.id, email, name }),
    }
  })
  announce(platform, invitation, { id: user.id, email, name }, formerOwner)
  return { user, joined: { companyId: invitation.companyId, isNew: true, formerOwner } }
}

const taken = () =>
  new HttpError(
    409,
    'email_taken',
    'Adressen har allerede en konto. Logg inn med den for å godta invitasjonen.',
  )

type Joining = Pick<Caller, 'id' | 'email' | 'name'>
interface FormerOwner {
  id: string
  email: string
  name: string
}

/** Uses up the invitation. Returns the former owner when the company got another one. */
async function join(
  { clock, hooks }: Platform,
  tx: Db,
  { companyId, token, invitedBy }: OpenInvitation,
  person: Joining,
): Promise<FormerOwner | null> {
  const at = instant(clock)
  // People before companies, as wherever both are locked: an administrator can deactivate one of
  // them meanwhile, or they delete their account.
  await lockUsers(tx, [person.id, ...(invitedBy ? [invitedBy] : [])])
  await lockCompany(tx, companyId)
  const invitation = await takeInvitation(tx, token, oldestValid(at))
  if (!invitation) throw await whyNot(tx, token)
  await confirmByLink(tx, person.id, person.email)
  const joined = { companyId, personId: person.id, at }
  const changed = { tx, companyId, actor: person, at }
  if (invitation.role !== 'owner') {
    await putMember(tx, { ...joined, role: invitation.role })
    const change = { kind: 'accepted', who: person.name, role: invitation.role } as const
    await hooks.run('accessChanged', { ...changed, change })
    return null
  }
  const former = (await membersOf(tx, companyId)).find(({ role }) => role === 'owner')
  await putOwner(tx, joined)
  await hooks.run('changingOwner', { tx, companyId })
  await endInvitations(tx, companyId, 'ended')
  await hooks.run('accessChanged', {
    ...changed,
    change: { kind: 'taken_over', who: person.name },
  })
  return former ? { id: former.id, email: former.email, name: nameOf(former) } : null
}

async function whyNot(tx: Db, token: string): Promise<HttpError> {
  const state = (await findInvitation(tx, token))?.state
  return over(state === undefined || state === 'open' ? 'ended' : state)
}

function announce(
  platform: Platform,
  { companyId, companyName }: OpenInvitation,
  person: Joining,
  former: FormerOwner | null,
): void {
  const { clock, config, live, log, mail } = platform
  live.publish(companyId, 'members', 'activity')
  live.publish(person.id, SESSION_TOPIC)
  if (!former) return
  const company = nameOfCompany(companyName)
  const told = {
    company,
    newOwner: person.name,
    at: instant(clock),
    help: whoHelps(config.operator),
  }
  const href = `${config.publicUrl}/configuration?${COMPANY_PARAMETER}=${companyId}`
  for (const letter of [
    handedOverMail(former.email, told),
    takenOverMail(person.email, { company, formerOwner: former.name, href }),
  ])
    void mail
      .send(letter)
      .catch((err: unknown) =>
        log.error({ err, companyId }, 'the mail about a new owner was not sent'),
      )
}
