import { billedClientOf, choiceOf } from '../../../collective/queries.ts'
import type { Found } from '../../../documents/find-draft.ts'
import type { Part, PlannedPart, SetJob, SetSetting } from '../../plan/plan-set.ts'
import type { Planned } from '../build.ts'
import { enter, type Run } from '../context.ts'
import { Ending } from '../ending.ts'
import { makeDraft } from '../make-draft.ts'
import type { Ended } from '../owner.ts'
import type { Prepared } from '../prepare.ts'
import { watchJob, type MayCreate } from '../still-as-fetched.ts'
import { sharesOfBuilt } from './shares.ts'

export interface ReadyJob extends SetJob {
  run: Run
  prepared: Prepared
}

export const readyJob = (run: Run, prepared: Prepared): ReadyJob => ({
  run,
  prepared,
  row: run.row,
  snapshot: prepared.snapshot,
  recipient: String(prepared.plan.draft.customerId),
  built: prepared.plan.built,
  expected: prepared.plan.expected,
})

export async function settingOf({ platform, row, configuration, fiken }: Run): Promise<SetSetting> {
  const client = row.snapshot && billedClientOf(row.snapshot)
  const choice = client && (await choiceOf(platform.db, row.userId, client))
  return {
    fikenCompanySlug: fiken.slug,
    descriptionSource: configuration.invoiceDescriptionSource,
    byPurchaseOrder: choice ? choice.byPurchaseOrder : false,
  }
}

export function planOf({ jobs, draft, built, expected, notes }: PlannedPart<ReadyJob>): Planned {
  const plans = jobs.map(({ prepared }) => prepared.plan)
  const own = jobs[0].prepared.plan
  const { customerId, currency } = own.draft
  return {
    draft: { ...draft, customerId, ...(currency === undefined ? {} : { currency }) },
    recipientName: own.recipientName,
    built,
    expected,
    notes: [...plans.flatMap((plan) => plan.notes), ...notes],
  }
}

/**
 * Creates one draft of a set. The first job's run writes for all rows, which get the same ending.
 * @param there the draft or invoice already found in Fiken
 */
export async function makePart(
  jobs: Part<ReadyJob>,
  plan: Planned,
  there: Found | null,
): Promise<Ended> {
  const [{ run }] = jobs
  enter(run, 'send', 'Ser etter samlefakturaen i Fiken')
  const ending = await makeDraft(run, plan, { mayCreate: there ? null : watchAll(jobs), there })
  const { amount: gross, netAmount: net } = ending.patch
  const isDone = ending.outcome.kind === 'completed'
  if (!isDone || typeof gross !== 'number' || typeof net !== 'number') return { ending }
  return { ending, shares: sharesOfBuilt(jobs, { net, gross }) }
}

function watchAll(jobs: Part<ReadyJob>): MayCreate {
  const watches = jobs.map(({ run, snapshot }) => watchJob(run, snapshot))
  const [{ run }] = jobs
  return async () => {
    for (const watch of watches) {
      if (!(await watch())) continue
      const text = 'En av jobbene er endret i ServiceM8; samlefakturaen settes sammen på nytt'
      const outcome = { kind: 'released', attempts: run.row.attempts } as const
      return new Ending(outcome, text, { needsFetch: true })
    }
    return null
  }
}
