import type { PartReason } from '#shared/contracts/collective'
import { orderNumber } from '../../service-jobs/order-number.ts'

/**
 * The maximum number of lines in a draft. Fiken publishes no limit, but a longer draft is
 * unreadable and slow to create.
 */
export const MOST_LINES = 200

export interface JobOfSet {
  /** The ServiceM8 account, from which the draft's uuid is computed. */
  accountUuid: string
  jobUuid: string
  number: string
  /** The local date of completion; null when ServiceM8 has none. */
  completedOn: string | null
  recipient: string
  /** The order number as written; "" when there is none. */
  purchaseOrder: string
  /** The number of lines, including the heading. */
  lines: number
}

/**
 * Divides jobs into collective drafts. All jobs of a draft have the same recipient and ServiceM8
 * account, and the same purchase order if the customer requires it. A draft has at most `mostLines`
 * lines, but a job is never split: a job with more lines gets its own draft. Jobs are sorted by
 * completion, so that the same jobs always give the same drafts.
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
 * Returns, for each draft, why its jobs are not on another draft: another recipient, another order
 * number, or too many lines.
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

/** Compares jobs by completion, then by number (#9 before #10), then by uuid. */
function inOrder(one: JobOfSet, other: JobOfSet): number {
  return (
    compare(one.completedOn ?? '9999', other.completedOn ?? '9999') ||
    one.number.localeCompare(other.number, 'nb', { numeric: true }) ||
    compare(one.jobUuid, other.jobUuid)
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
