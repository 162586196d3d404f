import { isExternalError } from '#clients/http/external-error'
import { causeOf, type CauseCode } from '#shared/causes/index'
import { jobTitle } from '#shared/transfer-display'
import { may, type Overruled } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy } from '../../../platform/limiter/vendor-limiter.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { openServicem8 } from '../../connections/tokens/open-clients.ts'
import {
  ineligible,
  isPaid,
  stillOverruled,
  type JobFacts,
  type JobFetchType,
} from '../../service-jobs/eligibility.ts'
import { isForSet, type ForSet } from '../waiting/waits.ts'
import { wasSent } from '../queries.ts'
import { causeOfIneligible, isRefused } from '../refused.ts'
import type { TransferRow } from '../tables.ts'
import { createTimeline, type Timeline } from '../timeline.ts'

/**
 * The starter of a transfer. `one`: the user started this row, is shown any obstacle immediately
 * and can overrule it. `many`: a task, where nothing can be overruled. `follow_up`: another action
 * started the row; obstacles are found in the lane.
 */
export type Starter =
  | (By & { kind: 'one'; name: string; confirm?: Overruled | undefined })
  | (By & { kind: 'many'; signal: AbortSignal })
  | (By & { kind: 'follow_up' })

type By = { actor: Actor | null }

export interface Known {
  facts: JobFacts | null
  timeline: Timeline
}

/**
 * Returns the facts that decide whether the job may start, with at most two calls, and none when
 * the facts do not affect the response.
 */
export async function factsFor(
  platform: Platform,
  row: TransferRow,
  starter: Starter,
): Promise<Known> {
  const timeline = createTimeline(platform.clock)
  const kept = isRefused(row) ? row.snapshot : null
  if (starter.kind !== 'one') return { facts: starter.kind === 'many' ? kept : null, timeline }
  const { jobFetchType } = await configurationOf(platform.db, row.companyId)
  // A draft that may be in Fiken is looked up before the user is told that it may not be created.
  const settlesFirst = wasSent(row) && !isRefused(row)
  if (jobFetchType !== 'awaiting_payment' || settlesFirst || !may('retry', row.status))
    return { facts: null, timeline }
  try {
    const { client } = await openServicem8(platform, row.companyId, {
      interactive: true,
      observe: timeline.observe,
    })
    const job = await client.jobs.get(row.servicem8JobId)
    const turnsOnPayments = job.active && job.status === 'Completed' && !isPaid(job, [])
    return {
      facts: { job, payments: turnsOnPayments ? await client.jobs.paymentsOf(job.uuid) : [] },
      timeline,
    }
  } catch (error) {
    if (!isExternalError(error) && !(error instanceof HttpError) && !(error instanceof LimiterBusy))
      throw error
    return { facts: kept, timeline }
  }
}

export interface Verdict {
  against: { cause: CauseCode; overrule: Overruled } | null
  overruled: Overruled[]
  now: Overruled | null
}

/**
 * Decides what stops a start, and what the user overrules by it.
 * @throws HttpError 409 when the job would leave its set and `confirm` does not say so
 */
export function weigh(
  row: ForSet & Pick<TransferRow, 'overruled' | 'errorCode'>,
  facts: JobFacts | null,
  jobFetchType: JobFetchType,
  confirm: Overruled | undefined,
): Verdict {
  if (isForSet(row) && confirm !== 'collective')
    throw new HttpError(409, 'collective', 'Jobben venter på kundens samlefaktura.', {
      confirm: 'collective',
    })
  // A user's overruling applies to one draft and ends with it, even when the draft was deleted in
  // Fiken.
  const before = row.errorCode === 'draft_deleted' ? [] : row.overruled
  const stopsAt = row.errorCode === 'sent_before'
  const isSo = (one: Overruled) => {
    if (one === 'sent_before') return stopsAt
    if (one === 'address_missing') return row.errorCode === one
    if (one === 'collective') return isForSet(row)
    return facts !== null && stillOverruled(facts, [one]).length > 0
  }
  const now = confirm !== undefined && isSo(confirm) ? confirm : null
  const all = now === null || before.includes(now) ? before : [...before, now]
  const overruled = facts === null ? all : stillOverruled(facts, all)
  const against =
    (facts && againstJob(facts, jobFetchType, overruled)) ??
    (stopsAt && !overruled.includes('sent_before')
      ? { cause: 'sent_before' as const, overrule: 'sent_before' as const }
      : null)
  return { against, overruled, now }
}

function againstJob(
  facts: JobFacts,
  jobFetchType: JobFetchType,
  overruled: readonly Overruled[],
): Verdict['against'] {
  const found = ineligible(facts, jobFetchType, overruled)
  if (!found?.overrule) return null
  return { cause: causeOfIneligible(found.code), overrule: found.overrule }
}

/**
 * Returns the error 409 for an obstacle; repeating the call with the given `confirm` overrules the
 * obstacle.
 */
export function conflictOf({ cause, overrule }: NonNullable<Verdict['against']>): HttpError {
  return new HttpError(409, cause, causeOf(cause).title, { confirm: overrule })
}

const ALTHOUGH: Record<Overruled, string> = {
  paid: 'selv om den er betalt i ServiceM8',
  unapproved: 'selv om den ikke er godkjent i ServiceM8',
  sent_before: 'selv om det i Fiken ligger noe med samme jobbnummer',
  address_missing: 'selv om kunden står uten adresse og organisasjonsnummer',
  collective: 'for seg selv, og ikke på samlefakturaen',
}

export async function recordOverruling(
  inside: Platform,
  row: TransferRow,
  what: Overruled,
  { name, actor }: { name: string; actor: Actor | null },
): Promise<void> {
  const timeline = createTimeline(inside.clock)
  timeline.person('retry', `Skal overføres ${ALTHOUGH[what]}`, actor)
  await timeline.flush(inside.db, row)
  await recordActivity(inside.db, {
    companyId: row.companyId,
    actor,
    type: 'transfer',
    action: 'eligibility_overruled',
    description: `${name} har bestemt at ${jobTitle(row.servicem8Data, row.servicem8JobId)} overføres ${ALTHOUGH[what]}`,
    success: null,
    metadata: { jobUuid: row.servicem8JobId, transferId: row.id },
    at: instant(inside.clock),
  })
}
