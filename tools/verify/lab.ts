import type { Clock } from '#clients/http/transport'
import type { OAuthClient } from '#clients/oauth'
import type { Doorbell } from './doorbell.ts'
import type { FikenLab } from './fiken/fiken-lab.ts'
import type { ServiceM8Lab } from './servicem8/servicem8-lab.ts'
import type { Session } from './session.ts'
import type { Observed } from './wire.ts'

/** The name of every record that a run creates, so that the user can recognise them. */
export const MARK = 'Fakturabro verify'

export interface VendorLab {
  session: Session
  oauth: OAuthClient
  /** An OAuth client with a wrong secret, for testing the vendor's refusal. */
  strangerOauth: OAuthClient
  /** The redirect URI, which must be registered with the vendor. */
  redirectUri: string
  observed: Observed
}

export interface Lab {
  clock: Clock
  /** The Fiken part of the lab; throws if this run does not include Fiken. */
  fiken: FikenLab
  servicem8: ServiceM8Lab
  /** The callback server that ServiceM8 can reach; null without a reachable address. */
  doorbell: Doorbell | null
  /** When true, invoices can be issued and payments recorded. */
  issue: boolean
  undo: Undo
}

/** Steps that undo what was created, newest first. */
export interface Undo {
  /**
   * Adds a step.
   * @param what name shown to the user, who must undo the creation by hand if the step fails
   */
  later(what: string, how: () => Promise<unknown>): void
  /** Runs all steps. Returns what could not be undone, each with the reason. */
  all(): Promise<string[]>
}

export function createUndo(): Undo {
  const steps: { what: string; how: () => Promise<unknown> }[] = []
  return {
    later: (what, how) => void steps.push({ what, how }),
    async all() {
      const left: string[] = []
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step.how()
        } catch (error) {
          left.push(`${step.what}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      return left
    },
  }
}

/**
 * Calls `look` until it returns a result, with growing waits, for at most `patienceMs` by the
 * clock.
 * @returns the result and the time it took in milliseconds, or null
 */
export async function untilSeen<T>(
  clock: Clock,
  patienceMs: number,
  look: () => Promise<T | null>,
): Promise<{ value: T; afterMs: number } | null> {
  const began = clock.now()
  for (let wait = 250; ; wait = Math.min(wait * 2, 15_000)) {
    const value = await look()
    const afterMs = clock.now() - began
    if (value !== null) return { value, afterMs }
    if (afterMs >= patienceMs) return null
    await clock.sleep(wait)
  }
}
