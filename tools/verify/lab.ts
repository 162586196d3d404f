import type { Clock } from '#clients/http/transport'
import type { OAuthClient } from '#clients/oauth'
import type { Doorbell } from './doorbell.ts'
import type { FikenLab } from './fiken/fiken-lab.ts'
import type { ServiceM8Lab } from './servicem8/servicem8-lab.ts'
import type { Session } from './session.ts'
import type { Observed } from './wire.ts'

/** The name of everything created here in both systems, for the user to recognise. */
export const MARK = 'Fakturabro verify'

export interface VendorLab {
  session: Session
  /** A client with this installation's credentials. */
  oauth: OAuthClient
  /** A client with a wrong secret. */
  strangerOauth: OAuthClient
  /** Registered with the vendor. */
  redirectUri: string
  observed: Observed
}

export interface Lab {
  clock: Clock
  /** Throws when this run does not ask the vendor. */
  fiken: FikenLab
  servicem8: ServiceM8Lab
  /** The callback that ServiceM8 can reach; null without such an address. */
  doorbell: Doorbell | null
  /** True when invoices may be issued and payments registered. */
  issue: boolean
  undo: Undo
}

/** Remembers how to take back what was created, newest first. */
export interface Undo {
  /** @param what named to the user, who must do it by hand if this fails */
  later(what: string, how: () => Promise<unknown>): void
  /** Takes everything back. Returns what could not be, each with the reason. */
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
 * Asks until the answer is there, with growing waits, for at most `patienceMs` by the clock.
 * @returns the answer with the time it took, or null
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
