import { stampOf } from '#clients/servicem8/time'
import type { AnswerOf } from '#shared/contract'
import type * as contract from '#shared/contracts/onboarding'
import type { Platform } from '../../platform/platform.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { isApproved } from '../service-jobs/eligibility.ts'

type JobChoice = AnswerOf<typeof contract.readJobChoice>

const DAYS = 90
const DAY_MS = 86_400_000

/**
 * Finds out whether the account's jobs are approved in ServiceM8. If none are, waiting for approval
 * would never create a draft, so all completed jobs are recommended (rule 2). Sends only list
 * requests.
 * @throws HttpError when ServiceM8 is not connected, or does not respond
 */
export async function readJobChoice(platform: Platform, companyId: string): Promise<JobChoice> {
  try {
    return await judgeLately(platform, companyId)
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke hente jobbene fra ServiceM8.')
  }
}

async function judgeLately(platform: Platform, companyId: string): Promise<JobChoice> {
  const { client, timeZone } = await openServicem8(platform, companyId, { interactive: true })
  const completedAfter = stampOf(platform.clock.now() - DAYS * DAY_MS, timeZone)
  let completed = 0
  let approved = 0
  for await (const { rows } of client.jobs.list({
    status: 'Completed',
    active: true,
    completedAfter,
  })) {
    completed += rows.length
    approved += rows.filter(isApproved).length
  }
  return { completed, approved, recommended: recommendedFor(completed, approved) }
}

export function recommendedFor(completed: number, approved: number): JobChoice['recommended'] {
  if (completed === 0) return null
  return approved === 0 ? 'completed' : 'awaiting_payment'
}
