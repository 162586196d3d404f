import type {
  ReconciledPart,
  ReconciliationRow,
  ReconciliationSummary,
} from '#shared/contracts/reconciliation'
import { askedInFiken, discrepancyOf } from '#shared/discrepancies'

/**
 * Adds up the rows' jobs and amounts. A completed job is in exactly one of the four parts, the same
 * part as its row on the screen; other jobs are in none.
 */
export function summarize(rows: readonly ReconciliationRow[]): ReconciliationSummary {
  const jobs = none()
  const parts = { inFiken: none(), missing: none(), underway: none(), leftOut: none() }
  const extra = none()
  const deposits = none()
  let toLookAt = 0
  for (const row of rows) {
    const { state } = discrepancyOf(row.kind)
    if (state === 'missing' || state === 'look') toLookAt += 1
    for (const document of beyondTheJob(row)) add(extra, document.gross)
    if (isReopened(row)) continue
    const total = row.total ?? 0
    const asked = askedInFiken(row)
    add(jobs, total)
    if (state === 'underway') add(parts.underway, total)
    else if (asked !== null) {
      add(parts.inFiken, asked)
      if (row.deposit) add(deposits, row.deposit)
    } else if (state === 'missing') add(parts.missing, total)
    else add(parts.leftOut, total)
  }
  const { inFiken, missing, underway, leftOut } = parts
  return {
    jobs,
    ...parts,
    difference: jobs.ore - inFiken.ore - missing.ore - underway.ore - leftOut.ore - deposits.ore,
    ...(deposits.count > 0 ? { deposits } : {}),
    extra,
    toLookAt,
  }
}

const none = (): ReconciledPart => ({ count: 0, ore: 0 })

function add(part: ReconciledPart, ore: number): void {
  part.count += 1
  part.ore += ore
}

/**
 * Returns the documents that are not accounted for by a completed job. Credited documents are not
 * payable, however often the job was invoiced.
 */
function beyondTheJob(row: ReconciliationRow): ReconciliationRow['documents'] {
  if (row.kind === 'credited') return []
  return isReopened(row) ? row.documents : row.documents.slice(1)
}

function isReopened({ kind }: ReconciliationRow): boolean {
  return kind === 'reopened' || kind === 'reopened_invoiced'
}
