import type { World } from '#sandbox/start'
import type { Books } from './ledgers.ts'

/** Returns a failed run's unfinished transfers and the last vendor requests for them. */
export function stillOpen(all: readonly Books[], { ledger }: World, now: number): unknown[] {
  return all.flatMap(({ tenant: { account, user, company }, jobs, transfers }) => {
    const open = transfers.filter(({ status }) => status !== 'completed')
    const unseen = jobs.length - transfers.length
    if (open.length === 0 && unseen === 0) return []
    const calls = ledger.entries
      .filter(({ who }) => who === account.uuid || who === user.email)
      .slice(-6)
      .map(
        (one) =>
          `${(one.at - now) / 1_000} s: ${one.method} ${one.path} → ${one.status} ${one.fault} (${one.ms} ms)`,
      )
    const rows = open.map((row) => [
      row.servicem8JobId,
      row.status,
      row.stage,
      row.errorCode,
      row.errorMessage,
      row.nextAttemptAt,
    ])
    return [{ of: company.slug, unseen, rows, calls }]
  })
}
