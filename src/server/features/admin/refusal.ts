import { HttpError, notFound } from '../../platform/http-error.ts'

/** What an administrator does to a user. */
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
  /** The monthly bills are sent from the target's Fiken connection. */
  sendsBills: boolean
}

const VERBS = {
  deactivate: 'deaktivere deg selv',
  revoke: 'fjerne dine egne admin-rettigheter',
  delete: 'slette deg selv',
} as const

const takesAway = (act: UserAct): act is keyof typeof VERBS => act in VERBS

/**
 * Why an act is refused, or null (rules 22 and 31). Judged by what is locked: both people stay as
 * they are here until the act is written. Nobody removes the last administrator, because whoever
 * acts is one, stays one, and is never the target.
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
