/**
 * What a member may do in a company: the one table of role and act. The server refuses by it
 * (platform/http/route.ts), the browser hides by it, and the tests of every call are made from it.
 */

/** From most to least access. A company always has at least one owner. */
export const ROLES = ['owner', 'accountant', 'staff', 'reader'] as const
export type Role = (typeof ROLES)[number]

/**
 * The roles besides the owner that may do each act. An owner may do everything, and every member
 * may read, so neither stands here.
 */
const ALSO = {
  transfers: ['accountant', 'staff'],
  deposits: ['accountant'],
  customers: ['accountant', 'staff'],
  products: ['staff'],
  reconciliation: ['accountant'],
  vat: ['accountant'],
  account_rules: ['accountant'],
  bank_account: ['accountant', 'staff'],
  configuration: ['staff'],
  connect_servicem8: [],
  renew_servicem8: ['staff'],
  connect_fiken: ['accountant'],
  renew_fiken: ['accountant', 'staff'],
  disconnect: [],
  change_fiken_company: [],
  first_activation: [],
  invoice_mode: [],
  saved_filters: ['accountant', 'staff'],
  members: [],
  company_details: [],
  subscription: [],
  company_export: [],
} as const satisfies Record<string, readonly Exclude<Role, 'owner'>[]>

export type Act = keyof typeof ALSO
export const ACTS = Object.keys(ALSO) as Act[]

export function mayDo(role: Role, act: Act): boolean {
  const also: readonly Role[] = ALSO[act]
  return role === 'owner' || also.includes(role)
}

/**
 * What an endpoint with access `user` asks of the caller. `read`: any member of the company.
 * `self`: about the person alone, whichever companies they are a member of. Several acts: the input
 * decides which of them it is, so the route asks for any of them and the handler for that one.
 */
export type NeededAct = Act | readonly [Act, Act, ...Act[]] | 'read' | 'self'

/** True if the role may do the act, or at least one of the acts. */
export function mayAsk(role: Role, needed: NeededAct): boolean {
  if (needed === 'read' || needed === 'self') return true
  return typeof needed === 'string' ? mayDo(role, needed) : needed.some((act) => mayDo(role, act))
}
