import { HttpError } from '../http-error.ts'
import type { Caller } from './caller.ts'

/**
 * For acts that a session alone must not allow, because somebody else may be at the keyboard. An
 * endpoint that always demands it declares `freshPassword`; one that demands it only for some input
 * calls this.
 *
 * @throws HttpError 409 `password_required`
 */
export function requireFreshPassword({ passwordIsFresh }: Caller): void {
  if (!passwordIsFresh)
    throw new HttpError(409, 'password_required', 'Skriv passordet ditt på nytt for å gjøre dette.')
}
