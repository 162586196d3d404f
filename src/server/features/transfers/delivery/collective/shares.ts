import { amountsOfJobs } from '../../../drafts/collective/collect-draft.ts'
import { settle } from '../../../drafts/collective/shares.ts'
import type { Amounts } from '../../../drafts/totals-check.ts'
import { totalOf } from '../../../service-jobs/job-columns.ts'
import { builtJob, type SetJob } from '../../plan/plan-set.ts'
import type { TransferRow } from '../../tables.ts'
import type { SharesByRow } from '../claim-store.ts'

/**
 * Returns each job's share of a draft that was just built.
 * @param whole the draft's amounts in Fiken, in øre; the shares add up to them
 */
export function sharesOfBuilt(jobs: readonly SetJob[], whole: Amounts): SharesByRow {
  const amounts = amountsOfJobs(jobs.map(builtJob), whole)
  const parts = amounts.map(({ gross }) => gross)
  return new Map(
    jobs.flatMap(({ row, snapshot, built }, place) => {
      const own = amounts[place]
      if (!own) return []
      const share = {
        parts,
        place,
        theirTotal: totalOf(snapshot.job),
        leftOutGross: built.leftOutGross,
        lineCount: built.lines.length,
      }
      return [[row.id, { ...own, share }] as const]
    }),
  )
}

type SharingRow = Pick<TransferRow, 'id' | 'snapshot' | 'share' | 'lineItemsCount'>

/**
 * Returns each job's share of a draft that was accepted as it is, so that its jobs were not built
 * again. The shares follow the jobs' former shares, or their totals in ServiceM8; if those sum to
 * zero, the shares are equal.
 * @param whole the amounts found in Fiken, in øre; the shares add up to them
 */
export function sharesOfAccepted(rows: readonly SharingRow[], whole: Amounts): SharesByRow {
  const weights = rows.map(weightOf)
  const net = settle(whole.net, weights, 0)
  const parts = settle(whole.gross, weights, 0)
  return new Map(
    rows.map((row, place) => {
      const share = {
        parts,
        place,
        theirTotal: theirTotalOf(row),
        leftOutGross: row.share?.leftOutGross ?? 0,
        lineCount: row.lineItemsCount,
      }
      return [row.id, { net: net[place] ?? 0, gross: parts[place] ?? 0, share }]
    }),
  )
}

function weightOf(row: SharingRow): number {
  const { share } = row
  return share?.parts[share.place] ?? theirTotalOf(row) ?? 0
}

const theirTotalOf = ({ snapshot }: SharingRow) => snapshot && totalOf(snapshot.job)
