import { roleRefusal } from '#shared/access/role-refusal'
import { type Act, mayAsk, mayDo, type NeededAct } from '#shared/access/roles'
import { HttpError } from '../http-error.ts'
import type { CompanyOfRequest } from './caller.ts'

/**
 * Guards what depends on a call's input. What a call always needs stands in its declaration, and
 * `route()` guards it.
 * @throws HttpError 403 `role_refused` when the caller's role in the company does not allow the act
 */
export function requireAct(company: CompanyOfRequest, act: Act): void {
  if (!mayDo(company.role, act))
    throw new HttpError(403, 'role_refused', roleRefusal(company.role, act, company.name), { act })
}

/** @throws HttpError 403 `role_refused` when the role allows none of what the call may need */
export function requireNeeded(company: CompanyOfRequest, needed: NeededAct): void {
  if (needed === 'read' || needed === 'self') return
  if (!mayAsk(company.role, needed))
    requireAct(company, typeof needed === 'string' ? needed : needed[0])
}
