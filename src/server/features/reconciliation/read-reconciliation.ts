import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { configurationOf } from '../configuration/queries.ts'
import { knownCompany } from '../connections/queries.ts'
import { statusesOfJobs } from '../transfers/queries.ts'
import { joiningOf } from '../transfers/actions/bulk.ts'
import { failureOfCause, whyNoCheck } from './check-failure.ts'
import { isOver, readMark } from './mark-month.ts'
import { RECONCILIATION } from './queue-name.ts'
import { ask, reconciliationOf, type ReconciliationRecord } from './store.ts'

export async function readMonth(
  platform: Platform,
  companyId: string,
  month: string,
  options: { all: boolean; reader: string },
): Promise<ReconciliationAnswer> {
  const { db } = platform
  const stored = await reconciliationOf(db, companyId, month)
  const obstacle = await whyNoCheck(platform, companyId)
  const result = await resultOf(db, companyId, month, stored)
  const running = stored?.status === 'asked' || stored?.status === 'running'
  const rows = (result?.rows ?? []).filter((row) => options.all || row.kind !== 'in_fiken')
  const current = result
    ? await statusesOfJobs(
        db,
        companyId,
        rows.map((row) => row.jobUuid),
      )
    : new Map<string, never>()
  const joining = await joiningOf(
    db,
    companyId,
    rows.flatMap(({ kind, transferId }) => (kind === 'waiting' && transferId ? [transferId] : [])),
  )
  return {
    month,
    state: running ? 'running' : stored?.status === 'failed' ? 'failed' : result ? 'done' : 'never',
    company: await companyOf(db, companyId),
    progress: running ? (stored.progress ?? null) : null,
    obstacle,
    failure: stored?.status === 'failed' ? failureOfCause(stored.errorCode ?? 'unknown') : null,
    checkedAt: result?.checkedAt.toISOString() ?? null,
    summary: result?.summary ?? null,
    reconciled: result && (await readMark(db, { companyId, reader: options.reader }, result)),
    over: isOver(month, instant(platform.clock)),
    rows: rows.map((row) => {
      const now = current.get(row.jobUuid)
      const isNews = now !== undefined && result !== null && now.updatedAt > result.checkedAt
      return {
        ...row,
        now: isNews
          ? { transferId: now.transferId, status: now.status, skipped: now.skipped }
          : null,
        sharedBy: now?.sharedBy ?? 0,
        joins: now !== undefined && joining.has(now.transferId),
      }
    }),
  }
}

async function companyOf(db: Db, companyId: string): Promise<ReconciliationAnswer['company']> {
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  const company = slug ? await knownCompany(db, companyId, slug) : null
  return company && { name: company.name, organizationNumber: company.organizationNumber }
}

/**
 * Returns the last check's result; null when no check has a result, or when the check was made for
 * another company than the one chosen now.
 */
export async function resultOf(
  db: Db,
  companyId: string,
  month: string,
  known?: ReconciliationRecord | null,
): Promise<(ReconciliationRecord & { checkedAt: Date }) | null> {
  const stored = known === undefined ? await reconciliationOf(db, companyId, month) : known
  const { fikenCompanySlug } = await configurationOf(db, companyId)
  if (!stored?.checkedAt || stored.fikenCompanySlug !== fikenCompanySlug) return null
  return { ...stored, checkedAt: stored.checkedAt }
}

/**
 * Requests a check of the month, and returns the message for the user.
 * @throws HttpError 409 with the reason why no check can be made
 */
export async function startCheck(
  platform: Platform,
  companyId: string,
  month: string,
): Promise<string> {
  const failure = await whyNoCheck(platform, companyId)
  if (failure) throw new HttpError(409, failure.code, failure.explanation, { action: failure.code })
  await ask(platform.db, companyId, month, instant(platform.clock))
  platform.queue.wake(RECONCILIATION, companyId)
  return 'Måneden sjekkes nå.'
}
