import type { Role } from './roles.ts'

/** How long an invitation to a company can be accepted. */
export const INVITATION_DAYS = 7

/** The roles that the owner gives to others. */
export const MEMBER_ROLES = ['accountant', 'staff', 'reader'] as const satisfies readonly Role[]
export type MemberRole = (typeof MEMBER_ROLES)[number]
