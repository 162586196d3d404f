/**
 * What a member may do in a company: the one table of role and act. The server refuses by it
 * (platform/http/route.ts), the browser hides by it, and the tests of every call are made from it.
 */

/** From most to least access. A company has exactly one owner. */
export const ROLES = ['owner', 'accountant', 'staff', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** What a company's members do in it, besides reading. */
export const ACTS = [
  'transfers',
  'deposits',
  'customers',
  'products',
  'reconciliation',
  'vat',
  'account_rules',
  'bank_account',
  'configuration',
  'connect_servicem8',
  'renew_servicem8',
  'connect_fiken',
  'renew_fiken',
  'disconnect',
  'change_fiken_company',
  'first_activation',
  'invoice_mode',
  'saved_filters',
  'members',
  'company_details',
  'subscription',
  'company_export',
] as const
export type Act = (typeof ACTS)[number]

/** The acts of each role but the owner, who may do everything. */
const MAY: Record<Exclude<Role, 'owner'>, readonly Act[]> = {
  accountant: [
    'transfers',
    'deposits',
    'customers',
    'reconciliation',
    'vat',
    'account_rules',
    'bank_account',
    'connect_fiken',
    'renew_fiken',
    'saved_filters',
  ],
  staff: [
    'transfers',
    'customers',
    'products',
    'bank_account',
    'configuration',
    'renew_servicem8',
    'renew_fiken',
    'saved_filters',
  ],
  reader: [],
}

export const mayDo = (role: Role, act: Act): boolean => role === 'owner' || MAY[role].includes(act)

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
