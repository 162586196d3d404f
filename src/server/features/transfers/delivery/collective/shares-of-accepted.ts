import { settle } from '../../../drafts/collective/shares.ts'
import type { Amounts } from '../../../drafts/totals-check.ts'
import { totalOf } from '../../../service-jobs/job-columns.ts'
import type { TransferRow } from '../../tables.ts'
import type { SharesByRow } from '../claim-store.ts'

type SharingRow = Pick<TransferRow, 'id' | 'snapshot' | 'share' | 'lineItemsCount'>

/**
 * What each row has of a draft that a person has accepted where it is, so that its jobs were not built
 * again: by their shares of it so far, or by what ServiceM8 says that each comes to; in equal parts when
 * they come to nothing.
 *
 * @param whole what is in Fiken, øre; the shares add up to it
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
