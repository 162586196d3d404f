import type { ReconciledPart, ReconciliationRow, ReconciliationSummary } from '#shared/contracts/reconciliation'
import { gapOf } from '#shared/reconciliation-gaps'

/** What the rows come to. A completed job is in exactly one of the four parts; a job that is not completed is in none. */
export function summarize(rows: readonly ReconciliationRow[]): ReconciliationSummary {
  const jobs = none()
  const parts = { inFiken: none(), missing: none(), underway: none(), leftOut: none() }
  const extra = none()
  let toLookAt = 0
  for (const row of rows) {
    const { state } = gapOf(row.kind)
    if (state === 'missing' || state === 'look') toLookAt += 1
    const [first, ...others] = row.documents
    for (const document of isReopened(row) ? row.documents : others) add(extra, document.gross)
    if (isReopened(row)) continue
    const total = row.total ?? 0
    add(jobs, total)
    if (row.kind === 'credited') add(parts.leftOut, total)
    else if (first && state !== 'underway') add(parts.inFiken, first.gross)
    else if (state === 'missing') add(parts.missing, total)
    else if (state === 'underway') add(parts.underway, total)
    else add(parts.leftOut, total)
  }
  const { inFiken, missing, underway, leftOut } = parts
  return { jobs, ...parts, difference: jobs.ore - inFiken.ore - missing.ore - underway.ore - leftOut.ore, extra, toLookAt }
}

const none = (): ReconciledPart => ({ count: 0, ore: 0 })

function add(part: ReconciledPart, ore: number): void {
  part.count += 1
  part.ore += ore
}

function isReopened({ kind }: ReconciliationRow): boolean {
  return kind === 'reopened' || kind === 'reopened_invoiced'
}
