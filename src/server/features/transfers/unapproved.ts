import type { Job } from '#clients/servicem8/types'
import { stampOf } from '#clients/servicem8/time'
import type { AnswerOf } from '#shared/contract'
import type { readUnapproved } from '#shared/contracts/overview'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { openServicem8 } from '../connections/open-clients.ts'
import { decide } from './eligibility.ts'
import { knownStates } from './store.ts'

type Unapproved = AnswerOf<typeof readUnapproved>

/**
 * How many completed jobs wait for "Approve" in ServiceM8 (decision 2). Nothing is stored of them, since they are not ours to transfer yet:
 * ServiceM8 is asked, with list calls only, when a person looks, and at most once in this time for each user.
 */
const KEEP_MS = 10 * 60_000
/** After a failure sooner, but not at every look. */
const KEEP_FAILURE_MS = 60_000
const DAYS = 90
const DAY_MS = 86_400_000
const MOST_KEPT = 2_000

const NOT_ASKED: Unapproved = { count: null, checkedAt: null }

export type CountUnapproved = (userId: string) => Promise<Unapproved>

/** One for each process: what it has asked it remembers. */
export function createUnapprovedCount(platform: Platform): CountUnapproved {
  const kept = new Map<string, { answer: Promise<Unapproved>; until: number }>()

  return async (userId) => {
    const configuration = await configurationOf(platform.db, userId)
    if (configuration.jobFetchType !== 'awaiting_payment' || !configuration.isActive) {
      kept.delete(userId)
      return NOT_ASKED
    }
    const known = kept.get(userId)
    const now = platform.clock.now()
    if (known && known.until > now) return known.answer
    if (kept.size >= MOST_KEPT) kept.clear()
    const entry = { until: now + KEEP_MS, answer: Promise.resolve(NOT_ASKED) }
    entry.answer = ask(platform, userId, configuration).catch((err: unknown) => {
      platform.log.info({ err, userId }, 'jobs that are not approved could not be counted')
      entry.until = now + KEEP_FAILURE_MS
      return NOT_ASKED
    })
    kept.set(userId, entry)
    return entry.answer
  }
}

async function ask(
  platform: Platform,
  userId: string,
  configuration: Awaited<ReturnType<typeof configurationOf>>,
): Promise<Unapproved> {
  const now = platform.clock.now()
  const from = Math.max(now - DAYS * DAY_MS, configuration.activatedAt?.getTime() ?? 0)
  const { client, timeZone } = await openServicem8(platform, userId)
  let count = 0
  for await (const { rows } of client.jobs.list({ status: 'Completed', completedAfter: stampOf(from, timeZone) })) {
    const waiting = rows.filter((job) => waitsForApproval(job, configuration))
    const known = await knownStates(
      platform.db,
      userId,
      waiting.map(({ uuid }) => uuid),
    )
    count += waiting.filter(({ uuid }) => !known.has(uuid)).length
  }
  return { count, checkedAt: instant(platform.clock).toISOString() }
}

function waitsForApproval(job: Job, configuration: Awaited<ReturnType<typeof configurationOf>>): boolean {
  const verdict = decide({ job, payments: [], configuration, origin: 'sweep' })
  return verdict.kind === 'skip' && verdict.code === 'not_approved' && !job.paymentReceived
}
