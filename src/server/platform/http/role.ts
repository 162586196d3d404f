import { roleRefusal } from '#shared/access/role-refusal'
import { type Act, mayAsk, mayDo, type NeededAct } from '#shared/access/roles'
import { HttpError } from '../http-error.ts'
import type { CompanyOfRequest } from './caller.ts'

/**
 * Guards what depends on a call's input. What a call always needs stands in its declaration, and
 * `route()` guards it.
 * @throws HttpError 403 `role_refused` when the caller's role in the company does not allow the act,
 * and 409 `company_paused`
 */
export function requireAct(company: CompanyOfRequest, act: Act): void {
  if (!mayDo(company.role, act))
    throw new HttpError(403, 'role_refused', roleRefusal(company.role, act, company.name), { act })
  refusePaused(company)
}

/** @throws HttpError 409 `company_paused` while the owner's log-in is deactivated (rule 22) */
function refusePaused({ isActive }: CompanyOfRequest): void {
  if (!isActive)
    throw new HttpError(
      409,
      'company_paused',
      'Firmaet er satt på pause, fordi eierens konto er deaktivert. Du kan se alt, men ikke endre noe.',
    )
}

/**
 * @throws HttpError 403 `role_refused` when the role allows none of what the call may need, and 409
 * `company_paused`
 */
export function requireNeeded(company: CompanyOfRequest, needed: NeededAct): void {
  if (needed === 'read' || needed === 'self') return
  if (!mayAsk(company.role, needed))
    requireAct(company, typeof needed === 'string' ? needed : needed[0])
  refusePaused(company)
}
