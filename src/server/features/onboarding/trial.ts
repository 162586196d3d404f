import { stampOf } from '#clients/servicem8/time'
import type { Job, JobLine } from '#clients/servicem8/types'
import { causeOf, type Problem } from '#shared/causes/index'
import type { Trial } from '#shared/contracts/onboarding'
import { customerDisplayName, jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { recordActivity } from '../activity-log/record.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { NO_RATE } from '../vat/vat.ts'
import { VAT_NAMES } from '../vat/vat-accounts.ts'
import type { BuiltLine } from '../drafts/draft.ts'
import { previewJob } from '../transfers/screens/preview.ts'
import { storedJobOf } from '../service-jobs/display-job.ts'

export const TRIAL_ACTION = 'trial_transfer'
const DAY_MS = 86_400_000
/** The number of days back in which the trial searches for a job, as in a manual fetch. */
const BACK_DAYS = 90

/**
 * Runs the trial transfer: builds the draft of the newest completed job that has an amount. Sends
 * nothing to Fiken.
 * @throws HttpError 404 `no_job` when no job was completed recently, 409 when a setting must be
 * chosen first; ExternalError, LimiterBusy
 */
export async function tryNewestJob(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<Trial> {
  const newest = await newestJob(platform, companyId)
  if (!newest) {
    throw new HttpError(
      404,
      'no_job',
      'Ingen jobb er fullført de siste 90 dagene. Fullfør en jobb i ServiceM8, og prøv igjen.',
    )
  }
  const preview = await previewJob(platform, companyId, newest.uuid)
  const job = storedJobOf(preview.snapshot)
  const passes = preview.problems.length === 0
  await recordActivity(platform.db, {
    companyId,
    actor,
    type: 'configuration',
    action: TRIAL_ACTION,
    description: `Prøveoverføring av ${jobTitle(job, newest.uuid)}: ${passes ? 'utkastet ville blitt riktig' : (preview.problems[0]?.message ?? '')}`,
    success: passes,
    metadata: { jobUuid: newest.uuid },
    at: instant(platform.clock),
  })
  return {
    job: {
      number: job.job_number ?? '',
      description: job.job_description ?? '',
      customer: customerDisplayName(job),
    },
    recipient: preview.recipient,
    lines: preview.built?.lines.map(lineOf) ?? [],
    net: preview.built?.net ?? 0,
    vat: preview.built?.vat ?? 0,
    gross: preview.built?.gross ?? 0,
    notes: preview.notes,
    rates: ratesOf(preview.snapshot.lines),
    problems: preview.problems.map(problemOf),
  }
}

function ratesOf(lines: readonly JobLine[]): string[] {
  return [
    ...new Set(lines.filter((line) => line.active).map((line) => line.taxRateUuid ?? NO_RATE)),
  ]
}

async function newestJob(platform: Platform, companyId: string): Promise<Job | null> {
  const { client, timeZone } = await openServicem8(platform, companyId, { interactive: true })
  const completedAfter = stampOf(platform.clock.now() - BACK_DAYS * DAY_MS, timeZone)
  let newest: Job | null = null
  for await (const page of client.jobs.list({
    status: 'Completed',
    active: true,
    completedAfter,
  })) {
    for (const job of page.rows)
      if (hasAmount(job) && (!newest || isNewer(job, newest))) newest = job
  }
  return newest
}

function isNewer(one: Job, other: Job): boolean {
  const [a, b] = [one.completedAt ?? '', other.completedAt ?? '']
  return a === b ? Number(one.number) > Number(other.number) : a > b
}

const hasAmount = (job: Job) => Number(job.totalInvoiceAmount) !== 0

function lineOf({ sent, net }: BuiltLine): Trial['lines'][number] {
  return {
    description: sent.description,
    quantity: sent.quantity,
    unitPrice: sent.unitPrice,
    net,
    vat: VAT_NAMES[sent.vatType],
    account: sent.incomeAccount,
  }
}

function problemOf({ code, message, remedy }: Problem): Trial['problems'][number] {
  const mend =
    'href' in remedy ? { label: remedy.label, href: remedy.href, asks: remedy.asks ?? null } : null
  return { title: causeOf(code).title, message, mend }
}
