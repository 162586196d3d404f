import { Refusal } from '../refusal.ts'
import type { Caller } from './caller.ts'

/**
 * For what a session alone must not be enough for, because somebody else may sit at it. An endpoint that always demands it declares
 * `freshPassword`; one that does only for some of what it is sent calls this.
 *
 * @throws Refusal 409 `password_required`
 */
export function requireFreshPassword({ passwordIsFresh }: Caller): void {
  if (!passwordIsFresh) throw new Refusal(409, 'password_required', 'Skriv passordet ditt på nytt for å gjøre dette.')
}
