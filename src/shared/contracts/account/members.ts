import * as z from 'zod/mini'
import { ROLES } from '../../access/roles.ts'
import { endpoint } from '../../contract.ts'
import { id } from '../../fields.ts'
import { handOver as handOverForm, invitation, memberRole, newMember } from '../../forms/members.ts'
import { sessionUser } from '../auth.ts'

/** This file declares the endpoints of a company's members, and of the invitations to it. */

const done = z.object({ message: z.string() })

const member = z.object({
  id: z.string(),
  /** Null for somebody who has entered no name. */
  name: z.nullable(z.string()),
  email: z.string(),
  role: z.enum(ROLES),
})
export type Member = z.infer<typeof member>

const openInvitation = z.object({
  id: z.string(),
  email: z.string(),
  /** `owner` for an invitation to take the company over. */
  role: z.enum(ROLES),
  expiresAt: z.string(),
})
export type OpenInvitation = z.infer<typeof openInvitation>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/members',
  access: 'user',
  act: 'read',
  shows: ['members'],
  summary: 'Hvem som har tilgang til firmaet; for eieren også de åpne invitasjonene',
  answer: z.object({ members: z.array(member), invitations: z.array(openInvitation) }),
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/invitations',
  access: 'user',
  act: 'members',
  changes: ['members', 'activity'],
  summary: 'Inviter en adresse til firmaet; en nyere invitasjon erstatter den forrige',
  body: invitation,
  answer: done,
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/:id',
  access: 'user',
  act: 'members',
  changes: ['members', 'activity'],
  summary: 'Trekk en invitasjon tilbake',
  params: z.object({ id }),
  answer: done,
})

export const handOver = endpoint({
  method: 'POST',
  path: '/api/company/hand-over',
  access: 'user',
  act: 'members',
  freshPassword: true,
  changes: ['members', 'activity'],
  summary: 'Be en annen om å bli eier; eierskiftet skjer når den andre godtar',
  body: handOverForm,
  answer: done,
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/members/:id',
  access: 'user',
  act: 'members',
  changes: ['members', 'activity'],
  summary: 'Gi et medlem en annen rolle; den gjelder fra neste kall',
  params: z.object({ id }),
  body: z.object({ role: memberRole }),
  answer: done,
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/members/:id',
  access: 'user',
  act: 'members',
  changes: ['members', 'activity', 'connections', 'status'],
  summary: 'Fjern et medlems tilgang med en gang',
  params: z.object({ id }),
  answer: done,
})

export const leaveCompany = endpoint({
  method: 'DELETE',
  path: '/api/memberships/:id',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Gi fra deg din egen tilgang til et firma',
  params: z.object({ id }),
  answer: done,
})

const token = z
  .string({ error: 'Lenken mangler koden' })
  .check(z.minLength(1, 'Lenken mangler koden'), z.maxLength(200, 'Lenken er ugyldig'))

/** What the mailed link shows. It tells nobody whether the invited address has an account. */
const shownInvitation = z.object({
  companyName: z.nullable(z.string()),
  invitedBy: z.string(),
  role: z.enum(ROLES),
  /** The invited address, of which only the first letter and the domain are shown. */
  email: z.string(),
  expiresAt: z.string(),
  /** Whether the invited address is that of the log-in; null without a log-in. */
  isYours: z.nullable(z.boolean()),
})
export type ShownInvitation = z.infer<typeof shownInvitation>

export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/invitation',
  access: 'public',
  summary: 'Hva en invitasjon gjelder; å lese den endrer ingenting',
  query: z.object({ token }),
  answer: shownInvitation,
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitation/accept',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Godta en invitasjon til adressen du er logget inn med',
  body: z.object({ token }),
  answer: z.object({ companyId: z.string() }),
})

export const registerByInvitation = endpoint({
  method: 'POST',
  path: '/api/invitation/register',
  access: 'public',
  changes: [],
  summary: 'Opprett en konto for den inviterte adressen, og godta invitasjonen',
  body: z.extend(newMember, { token }),
  answer: sessionUser,
})
