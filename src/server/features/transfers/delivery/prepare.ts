import { isDeepStrictEqual } from 'node:util'
import type { CauseCode } from '#shared/causes/index'
import { withFreshAccounts } from '../../connections/company/company-profile.ts'
import type { Found } from '../../documents/find-draft.ts'
import { addressMissing, leftOut, stateBuyer } from '../../customers/in-fiken/buyer-address.ts'
import { matchRecipient, type RecipientMatch } from '../../customers/deciding/match-recipient.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { build, type Planned } from './build.ts'
import { enter, patch, type Run } from './context.ts'
import { Ending, failed } from './ending.ts'
import { fetchJob } from './fetch.ts'
import { judge } from './judge.ts'
import { waitForAnswer } from './unanswered.ts'

/** A job that is ready to be sent: everything about its own draft is known and right. */
export interface Prepared {
  snapshot: JobSnapshot
  recipient: RecipientMatch & { kind: 'matched' }
  plan: Planned
}

/**
 * From the job to its draft: fetched, judged, matched and built. Nothing of it is sent.
 *
 * @param there what is in Fiken of it already
 * @throws ExternalError, HttpError when a vendor cannot be asked
 */
export async function prepare(run: Run, there: Found | null): Promise<Prepared | Ending> {
  const snapshot = await fetchJob(run, there)
  const refused = await judge(run, snapshot, there)
  if (refused) return refused

  enter(run, 'match', 'Finner mottakeren i Fiken')
  const { platform, configuration, timeline, signal } = run
  const { userId, servicem8JobId: jobUuid, chosenRecipient, overruled } = run.row
  // A draft that is there already is found by its contact.
  const mayLackAddress = there !== null || overruled.includes('address_missing')
  const about = { snapshot, configuration, timeline, signal, mayLackAddress }
  const job = { jobUuid, chosen: chosenRecipient }
  const { match, chosen } = await matchRecipient(platform, userId, run.fiken, job, about)
  if (chosen !== chosenRecipient) patch(run, { chosenRecipient: chosen })
  if (match.kind === 'waiting') return waitForAnswer(match.why, match.until)
  if (match.kind === 'ambiguous') return waitForPerson(match.why)
  if (match.kind === 'problem') return failed(match.code, match.message)

  enter(run, 'build', 'Bygger utkastet')
  const built = await build(run, snapshot, match)
  const plan = await payableNow(run, there, built, () => build(run, snapshot, match))
  if (plan instanceof Ending) return plan
  // A contact that a person took for this job alone gets no address from it: the next job's would be
  // found by that.
  const buyer =
    mayLackAddress || match.isForJob
      ? ({ kind: 'stated', contact: match.contact } as const)
      : await stateBuyer(platform, userId, run.fiken, match, signal)
  if (buyer.kind === 'missing') {
    const { code, message } = addressMissing(match.contact.name, false)
    return failed(code, message)
  }
  const { contact } = buyer
  if (buyer.kind === 'written')
    timeline.step('match', 'Kunden i Fiken hadde ingen adresse, og har fått den fra ServiceM8.')
  for (const note of leftOut(match.recipient, contact)) timeline.step('match', note, null)
  return { snapshot, recipient: { ...match, contact }, plan }
}

/**
 * Before an invoice is made, the company's bank accounts are read again: one that was closed is
 * printed on none, and one that was missing may be there. Nothing is asked for a job that stops.
 */
async function payableNow(
  run: Run,
  there: Found | null,
  plan: Planned | Ending,
  buildAgain: () => Promise<Planned | Ending>,
): Promise<Planned | Ending> {
  const { platform, row, company, fiken, signal } = run
  const isInvoice = run.configuration.invoiceCreationMode === 'invoice'
  if (!isInvoice || there?.kind === 'invoice') return plan
  if (plan instanceof Ending && !isFor(plan, 'no_bank_account')) return plan
  const read = () => withFreshAccounts(platform, row.userId, company, fiken, signal)
  const fresh = await run.companyNow(company.slug, read)
  if (isDeepStrictEqual(fresh.bankAccounts, company.bankAccounts)) return plan
  run.company = fresh
  return buildAgain()
}

const isFor = ({ outcome }: Ending, cause: CauseCode) =>
  outcome.kind === 'failed' && outcome.cause === cause

function waitForPerson(message: string): Ending {
  const cause = 'recipient_ambiguous'
  const outcome = { kind: 'waiting', reason: 'ambiguous_customer', cause, message } as const
  return new Ending(outcome, message, {}, 'text')
}
