import type { Job } from '#clients/servicem8/types'
import { stampOf } from '#clients/servicem8/time'
import type { AnswerOf } from '#shared/contract'
import type { readUnapproved } from '#shared/contracts/overview'
import { instant } from '../../platform/clock.ts'
import { inBackground } from '../../platform/background.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { connectionOf } from '../connections/queries.ts'
import { decide, isPaid, type JobFacts } from '../service-jobs/eligibility.ts'
import type { FetchedJob } from '../service-jobs/fetch-job.ts'
import { columnsOfJob } from '../service-jobs/job-columns.ts'
import { jobStateOf } from '../service-jobs/job-state.ts'
import { knownStates } from '../transfers/queries.ts'
import { columnsOfListedJob } from './listed-jobs.ts'
import {
  forgetUnapproved,
  forgetUnlisted,
  noteUnapproved,
  unapprovedOf,
  type NewUnapproved,
} from './unapproved-store.ts'
import { MOST_COUNTED } from './uninvoiced-queries.ts'

type Unapproved = Omit<AnswerOf<typeof readUnapproved>, 'uninvoiced'>
type Configuration = Awaited<ReturnType<typeof configurationOf>>

/**
 * The minimum interval between two list calls for one user. In between, each check of a job stores
 * its result.
 */
const ASK_AGAIN_MS = 10 * 60_000
const ASK_AFTER_FAILURE_MS = 60_000
const DAYS = 90
const DAY_MS = 86_400_000
const MOST_KEPT = 2_000

const NOT_ASKED: Unapproved = { count: null, checkedAt: null, jobs: [] }

const concerns = ({ jobFetchType, isActive }: Configuration) =>
  jobFetchType === 'awaiting_payment' && isActive

function waitsForApproval(facts: JobFacts & { job: Job }, configuration: Configuration): boolean {
  const verdict = decide({ ...facts, configuration, origin: 'sweep' })
  if (verdict.kind !== 'skip' || verdict.code !== 'not_approved') return false
  const approved = decide({
    ...facts,
    payments: [],
    configuration,
    origin: 'sweep',
    overruled: ['unapproved'],
  })
  return approved.kind !== 'skip'
}

/**
 * Adds a checked job to the list of unapproved jobs, or removes it. Creates no transfer (rule 2).
 */
export async function noteApproval(
  platform: Platform,
  companyId: string,
  { snapshot, accountUuid }: FetchedJob,
): Promise<void> {
  const { db } = platform
  const { job, payments } = snapshot
  const configuration = await configurationOf(db, companyId)
  if (!concerns(configuration) || !waitsForApproval({ job, payments }, configuration))
    return forgetUnapproved(db, companyId, job.uuid)
  const row = {
    ...shownOf(columnsOfJob(snapshot)),
    paid: isPaid(job, payments),
    ...noted(platform, companyId, accountUuid, job),
  }
  await noteUnapproved(db, [row], 'look')
}

const shownOf = ({
  jobNumber,
  customerName,
  amount,
  jobCompletedAt,
}: Pick<NewUnapproved, 'jobNumber' | 'customerName' | 'amount' | 'jobCompletedAt'>) => ({
  jobNumber,
  customerName,
  amount,
  jobCompletedAt,
})

const noted = (platform: Platform, companyId: string, servicem8AccountId: string, job: Job) => ({
  companyId,
  servicem8AccountId,
  jobUuid: job.uuid,
  jobState: jobStateOf(job),
  notedAt: instant(platform.clock),
})

export type ListUnapproved = (companyId: string) => Promise<Unapproved>

/**
 * Returns a function that lists a user's unapproved jobs. It remembers in this process when
 * ServiceM8 was last called for each user.
 */
export function createUnapprovedList(platform: Platform): ListUnapproved {
  const asked = new Map<string, { until: number; at: string | null }>()

  const askAll = async (companyId: string, configuration: Configuration) => {
    const entry = { until: platform.clock.now() + ASK_AGAIN_MS, at: null as string | null }
    asked.set(companyId, entry)
    try {
      await ask(platform, companyId, configuration)
      entry.at = instant(platform.clock).toISOString()
      // Open screens read the list of unapproved jobs together with the transfers.
      platform.live.publish(companyId, 'transfers')
    } catch (err) {
      platform.log.info({ err, companyId }, 'jobs that are not approved could not be listed')
      entry.until = platform.clock.now() + ASK_AFTER_FAILURE_MS
    }
  }

  return async (companyId) => {
    const configuration = await configurationOf(platform.db, companyId)
    if (!concerns(configuration)) {
      asked.delete(companyId)
      return NOT_ASKED
    }
    if ((asked.get(companyId)?.until ?? 0) <= platform.clock.now()) {
      if (asked.size >= MOST_KEPT) asked.clear()
      inBackground(
        platform.log,
        'unapproved jobs were not listed',
        askAll(companyId, configuration),
      )
    }
    return { ...(await listed(platform, companyId)), checkedAt: asked.get(companyId)?.at ?? null }
  }
}

async function listed(platform: Platform, companyId: string): Promise<Unapproved> {
  const servicem8 = await connectionOf(platform.db, companyId, 'servicem8')
  if (!servicem8?.account || servicem8.status === 'disconnected') return NOT_ASKED
  const rows = await unapprovedOf(platform.db, companyId, servicem8.account, MOST_COUNTED)
  const known = await knownStates(
    platform.db,
    companyId,
    rows.map(({ jobUuid }) => jobUuid),
  )
  const jobs = rows
    .filter(({ jobUuid }) => !known.has(jobUuid))
    .map(({ jobUuid, jobNumber, customerName, amount, jobCompletedAt }) => ({
      jobUuid,
      jobNumber,
      customer: customerName,
      amount,
      completedAt: jobCompletedAt?.toISOString() ?? null,
    }))
  return { count: jobs.length, checkedAt: null, jobs }
}

async function ask(
  platform: Platform,
  companyId: string,
  configuration: Configuration,
): Promise<void> {
  const begunAt = instant(platform.clock)
  const from = Math.max(
    begunAt.getTime() - DAYS * DAY_MS,
    configuration.activatedAt?.getTime() ?? 0,
  )
  const { client, accountUuid, timeZone } = await openServicem8(platform, companyId)
  const uuids: string[] = []
  for await (const { rows } of client.jobs.list({
    status: 'Completed',
    completedAfter: stampOf(from, timeZone),
  })) {
    const waiting = rows.filter((job) => waitsForApproval({ job, payments: [] }, configuration))
    const notes: NewUnapproved[] = []
    for (const job of waiting)
      notes.push({
        ...shownOf(await columnsOfListedJob(platform.db, companyId, job, begunAt)),
        paid: false,
        ...noted(platform, companyId, accountUuid, job),
      })
    await noteUnapproved(platform.db, notes, 'list')
    uuids.push(...waiting.map(({ uuid }) => uuid))
  }
  await forgetUnlisted(platform.db, companyId, uuids, begunAt)
}
