import { HttpError, notFound } from '../../platform/http-error.ts'

export type UserAct = 'activate' | 'deactivate' | 'grant' | 'revoke' | 'delete'

interface Person {
  id: string
  isActive: boolean
  isAdmin: boolean
}

export interface Situation {
  act: UserAct
  caller: Person | undefined
  target: Person | undefined
  sendsBills: boolean
}

const VERBS = {
  deactivate: 'deaktivere deg selv',
  revoke: 'fjerne dine egne admin-rettigheter',
  delete: 'slette deg selv',
} as const

const takesAway = (act: UserAct): act is keyof typeof VERBS => act in VERBS

/**
 * Returns the reason to refuse an administrator's action on a user, or null (rules 22 and 31). The
 * caller must have locked both rows. The last administrator cannot be removed, because the acting
 * administrator and the target must be different users.
 */
export function refusalOf({ act, caller, target, sendsBills }: Situation): HttpError | null {
  if (!caller?.isActive) return new HttpError(401, 'unauthenticated', 'Du er ikke logget inn')
  if (!caller.isAdmin) return new HttpError(403, 'admin_required', 'Admin-tilgang påkrevd')
  if (!target) return notFound('Brukeren finnes ikke lenger')
  if (!takesAway(act)) return null
  if (target.id === caller.id)
    return new HttpError(
      409,
      'own_account',
      `Du kan ikke ${VERBS[act]}. Be en annen administrator om det.`,
    )
  if (sendsBills)
    return new HttpError(
      409,
      'billing_account',
      'Fakturaene til kundene lages med Fiken-tilkoblingen til denne brukeren. Velg en annen under «Konfigurer fakturering» først.',
    )
  return null
}
