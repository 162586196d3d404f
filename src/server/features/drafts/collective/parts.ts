import type { PartReason } from '#shared/contracts/collective'
import { orderNumber } from '../../service-jobs/order-number.ts'

/**
 * The most lines of one collective draft. Fiken publishes no limit; this cautious one is ours,
 * since a longer draft is unreadable and slow to create.
 */
export const MOST_LINES = 200

/** A job of a set, by what decides which draft it goes on. */
export interface JobOfSet {
  /** The uuid of the ServiceM8 account, from which the draft's uuid is computed. */
  accountUuid: string
  jobUuid: string
  number: string
  /** The local date of completion; null when ServiceM8 has none. */
  completedOn: string | null
  /** Equal for jobs with the same recipient. */
  recipient: string
  /** The buyer's own order number, as written; "" without one. */
  purchaseOrder: string
  /** The number of lines, including the heading. */
  lines: number
}

/**
 * Divides jobs into drafts: one recipient, one ServiceM8 account, one purchase order where the
 * customer wants that, and no more lines than a draft may have. A job is never spread over two
 * drafts; one with too many lines has a draft to itself. Jobs are ordered by completion, and the
 * same jobs give the same drafts, in whatever order they were read.
 */
export function partsOf<T extends JobOfSet>(
  jobs: readonly T[],
  { byPurchaseOrder, mostLines = MOST_LINES }: { byPurchaseOrder: boolean; mostLines?: number },
): T[][] {
  const groups = new Map<string, T[]>()
  for (const job of jobs.toSorted(inOrder)) {
    const order = byPurchaseOrder && orderNumber(job.purchaseOrder)
    const key = JSON.stringify([job.accountUuid, job.recipient, order])
    groups.set(key, [...(groups.get(key) ?? []), job])
  }
  return [...groups.values()].flatMap((group) => split(group, mostLines))
}

/**
 * Returns, for each draft, the reasons why it does not have all jobs of the set: another recipient,
 * another order number, or no room.
 */
export function reasonsOf(
  parts: readonly (readonly JobOfSet[])[],
  { byPurchaseOrder }: { byPurchaseOrder: boolean },
): PartReason[][] {
  const firsts = parts.flatMap(([first]) => (first ? [first] : []))
  return firsts.map((one) => {
    const others = firsts.filter((other) => other !== one)
    const isSameRecipient = ({ recipient }: JobOfSet) => recipient === one.recipient
    const ofSame = others.filter(
      (other) => isSameRecipient(other) && other.accountUuid === one.accountUuid,
    )
    const isSameOrder = (other: JobOfSet) =>
      !byPurchaseOrder || orderNumber(other.purchaseOrder) === orderNumber(one.purchaseOrder)
    const reasons: (PartReason | false)[] = [
      !others.every(isSameRecipient) && 'recipient',
      !ofSame.every(isSameOrder) && 'purchase_order',
      ofSame.some(isSameOrder) && 'lines',
    ]
    return reasons.filter((reason) => reason !== false)
  })
}

function split<T extends JobOfSet>(jobs: readonly T[], mostLines: number): T[][] {
  const parts: T[][] = []
  let room = 0
  for (const job of jobs) {
    const part = parts.at(-1)
    if (part && job.lines <= room) {
      part.push(job)
      room -= job.lines
    } else {
      parts.push([job])
      room = mostLines - job.lines
    }
  }
  return parts
}

/** Orders jobs by completion, then by number (#9 before #10), then by uuid. */
function inOrder(one: JobOfSet, other: JobOfSet): number {
  return (
    compare(one.completedOn ?? '9999', other.completedOn ?? '9999') ||
    one.number.localeCompare(other.number, 'nb', { numeric: true }) ||
    compare(one.jobUuid, other.jobUuid)
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
