import { causeOf, type CauseCode } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import type {
  FailureState,
  Operations,
  QueueName,
  QueueState,
  VendorState,
} from '#shared/contracts/operations'
import { ageMs } from './figures.ts'

/** From here on a row has waited for longer than any queue needs that is worked on. */
const LONG_WAIT_MS = 10 * 60_000
/** From here on a lane takes longer than a lane does, also a whole list read for the first time. */
const LONG_RUN_MS = 15 * 60_000

/** One thing that an operator should look at. */
export type Attention =
  | { kind: 'wait'; queue: QueueName; ms: number }
  | { kind: 'run'; queue: QueueName; ms: number }
  | { kind: 'refused'; vendor: Vendor; grants: number }
  | { kind: 'paused'; vendor: Vendor; lanes: number }
  | { kind: 'stopped'; code: CauseCode; transfers: number }
  | { kind: 'bills'; stopped: number }
  | { kind: 'late-bills'; waiting: number }
  | { kind: 'migrations'; missing: number; unknown: number }

/** Has its oldest row waited for too long, and for how long? Null when not. */
export function longWait({ oldestAt }: QueueState, readAt: string): number | null {
  const ms = oldestAt === null ? 0 : ageMs(oldestAt, readAt)
  return ms > LONG_WAIT_MS ? ms : null
}

/** Does a lane of it take too long, and how long so far? Null when not. */
export function longRun({ runningSince }: QueueState, readAt: string): number | null {
  const ms = runningSince === null ? 0 : ageMs(runningSince, readAt)
  return ms > LONG_RUN_MS ? ms : null
}

/**
 * What needs somebody's attention, in the order of what must be mended first: an installation that
 * is refused stops everything, and a lane at rest is tried again automatically.
 */
export function attentionOf(now: Operations): Attention[] {
  const { readAt, database, queues, vendors, failures, stoppedBills } = now
  const lateBills = vendors.reduce((sum, { bills }) => sum + bills, 0)
  const { missing, unknown } = database.migrations
  return [
    ...(missing > 0 || unknown > 0 ? [{ kind: 'migrations', missing, unknown } as const] : []),
    ...vendors.flatMap(({ vendor, refusals }) => {
      const grants = refusals.filter(({ ours }) => ours).reduce((sum, each) => sum + each.grants, 0)
      return grants > 0 ? [{ kind: 'refused', vendor, grants } as const] : []
    }),
    ...queues.flatMap((queue) => {
      const wait = longWait(queue, readAt)
      const run = longRun(queue, readAt)
      return [
        ...(wait === null ? [] : [{ kind: 'wait', queue: queue.name, ms: wait } as const]),
        ...(run === null ? [] : [{ kind: 'run', queue: queue.name, ms: run } as const]),
      ]
    }),
    ...vendors.flatMap(({ vendor, paused }) =>
      paused > 0 ? [{ kind: 'paused', vendor, lanes: paused } as const] : [],
    ),
    ...failures.flatMap((failure) =>
      whoActs(failure) === 'operator'
        ? [{ kind: 'stopped', code: failure.code, transfers: failure.startable } as const]
        : [],
    ),
    ...(stoppedBills > 0 ? [{ kind: 'bills', stopped: stoppedBills } as const] : []),
    ...(lateBills > 0 ? [{ kind: 'late-bills', waiting: lateBills } as const] : []),
  ]
}

/** Transfers that have stopped and that only the owner of the job can do something about. */
export function waitingForOwners({ failures }: Operations): number {
  return failures.reduce((sum, { failed, canRetry }) => sum + (canRetry ? 0 : failed), 0)
}

export type WhoActs = 'operator' | 'owner' | 'off' | 'nobody'

/**
 * Who can do something about it: an operator, by trying again, or the owner of the jobs, who has to
 * change something or to connect again, or has switched the integration off; else they go on by
 * themselves.
 */
export function whoActs({
  code,
  failed,
  canRetry,
  startable,
}: Pick<FailureState, 'code' | 'failed' | 'canRetry' | 'startable'>): WhoActs {
  if (failed > 0 && canRetry) return startable > 0 ? 'operator' : 'off'
  if (failed > 0) return 'owner'
  return causeOf(code).kind === 'grant' ? 'owner' : 'nobody'
}

/** The same thing has the same name at every reading, however long it lasts. */
export function keyOf(attention: Attention): string {
  const { kind } = attention
  if (kind === 'migrations' || kind === 'bills' || kind === 'late-bills') return kind
  if (kind === 'stopped') return `${kind} ${attention.code}`
  return `${kind} ${'queue' in attention ? attention.queue : attention.vendor}`
}

/** Where each of them is told about: on this page, or among the bills of the panel. */
export function placeOf(attention: Attention): `#${CardId}` | '/admin#fakturaer' {
  return attention.kind === 'bills' ? '/admin#fakturaer' : `#${cardOf(attention)}`
}

function cardOf(attention: Attention): CardId {
  switch (attention.kind) {
    case 'migrations':
      return 'database'
    case 'refused':
    case 'paused':
      return attention.vendor
    case 'stopped':
      return 'feil'
    case 'late-bills':
      return 'fiken'
    default:
      return 'koer'
  }
}
export type CardId = 'koer' | 'feil' | 'kunder' | 'rutiner' | 'database' | Vendor

/** Whom the work of each queue asks: a vendor that does not answer holds these up. */
export const ASKED: Record<QueueName, readonly Vendor[]> = {
  intake: ['servicem8'],
  sweep: ['servicem8'],
  'transfer-lane': ['servicem8', 'fiken'],
  mirror: ['servicem8', 'fiken'],
  reconciliation: ['servicem8', 'fiken'],
  payments: ['fiken'],
  'customer-writes': ['servicem8'],
  'product-lists': ['servicem8', 'fiken'],
  attachments: ['servicem8', 'fiken'],
  tasks: ['servicem8', 'fiken'],
  notices: [],
  grants: [],
  billing: ['fiken'],
}

/** What helps a queue that is behind, by how this installation is run. */
export type QueueHelp = 'nobody-works' | 'more-processes' | 'one-process'

export function helpFor(
  { running }: Pick<QueueState, 'running'>,
  { kind }: Pick<Operations['database'], 'kind'>,
): QueueHelp {
  if (running === 0) return 'nobody-works'
  return kind === 'postgres' ? 'more-processes' : 'one-process'
}

/** Is there anything that "Prøv nå" could start? */
export const canResume = ({ paused, waiting, newJobs, bills }: VendorState): boolean =>
  paused + waiting + newJobs + bills > 0
