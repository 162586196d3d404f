import { type CauseCode, CAUSES } from '#shared/causes/index'
import { type Need, QUEUES } from '#shared/contracts/operations'
import type { QueueState } from '../../platform/queue/queue.ts'
import { isOurReason } from '../connections/token-refusal.ts'
import type { Migrations } from './database-store.ts'
import type { Failure } from './failure-store.ts'
import type { RefusedGrants, VendorFigures } from './vendor-store.ts'

/** The waiting time in seconds that a queue exceeds only when no process works on it. */
const LONG_WAIT_SECONDS = 10 * 60
/**
 * The running time in seconds that a lane exceeds only because of an error; reading a whole list
 * for the first time takes less.
 */
const LONG_RUN_SECONDS = 15 * 60

/**
 * The causes of a vendor's refusal that a new version of Fakturabro might have fixed. A retry shows
 * whether it has, and sends nothing twice.
 */
const MAY_BE_OURS: readonly CauseCode[] = [
  ...(['unknown', 'draft_refused', 'invoice_refused', 'contact_refused'] as const),
]

/**
 * Returns true if a retry can succeed without the user's action. A transfer that needs a change, a
 * confirmation or a connection from the user would only fail again.
 */
export function canRetry(code: string): boolean {
  if (!Object.hasOwn(CAUSES, code)) return true
  const known = code as CauseCode
  return CAUSES[known].kind === 'passing' || MAY_BE_OURS.includes(known)
}

export interface Facts {
  now: Date
  migrations: Migrations
  refusals: readonly RefusedGrants[]
  queues: readonly QueueState[]
  vendors: readonly VendorFigures[]
  failures: readonly Failure[]
  stoppedBills: number
  waitingBills: number
}

/**
 * Returns the problems that an operator can solve, the most serious first. If a vendor refuses the
 * installation's credentials, all work is blocked, whereas work that waits for a vendor is also
 * retried automatically.
 */
export function needsOf(facts: Facts): Need[] {
  const { missing, unknown } = facts.migrations
  return [
    ...(missing + unknown > 0 ? [{ kind: 'migrations', missing, unknown } as const] : []),
    ...facts.refusals
      .filter(({ reason }) => isOurReason(reason))
      .map((refusal) => ({ kind: 'refused', ...refusal }) as const),
    ...facts.queues.flatMap((state) => needsOfQueue(state, facts.now)),
    ...facts.vendors.flatMap(({ vendor, paused: lanes, waiting: transfers, newJobs }) => {
      const bills = vendor === 'fiken' ? facts.waitingBills : 0
      return lanes + transfers + newJobs + bills > 0
        ? [{ kind: 'silent', vendor, lanes, transfers, newJobs, bills } as const]
        : []
    }),
    ...facts.failures
      .filter(({ code, startable }) => startable > 0 && canRetry(code))
      .map(({ code, startable: transfers, users }) => {
        return { kind: 'stopped', code, transfers, users } as const
      }),
    ...(facts.stoppedBills > 0 ? [{ kind: 'bills', count: facts.stoppedBills } as const] : []),
  ]
}

function needsOfQueue({ name, oldestAt, running, runningSince }: QueueState, now: Date): Need[] {
  const queue = QUEUES.find((known) => known === name)
  if (queue === undefined) return []
  const since = (at: Date | null) =>
    at === null ? 0 : Math.floor((now.getTime() - at.getTime()) / 1_000)
  const [waited, run] = [since(oldestAt), since(runningSince)]
  return [
    ...(waited > LONG_WAIT_SECONDS
      ? [{ kind: 'late', queue, seconds: waited, running } as const]
      : []),
    ...(run > LONG_RUN_SECONDS ? [{ kind: 'long', queue, seconds: run } as const] : []),
  ]
}
