import * as z from 'zod/mini'
import { MEMBER_ROLES } from '../access/invitation.ts'
import { email, required } from '../fields.ts'
import { registration } from './auth.ts'

export const memberRole = z.enum(MEMBER_ROLES, 'Velg en rolle')

export const invitation = z.object({ email: email(), role: memberRole })
export type Invitation = z.infer<typeof invitation>

export const handOver = z.object({ email: email() })
export type HandOver = z.infer<typeof handOver>

/** What somebody fills in who makes an account by an invitation. */
export const newMember = z.object({
  name: required('Navn'),
  password: registration.shape.password,
})
export type NewMember = z.infer<typeof newMember>
