import type { BuiltDraft } from '../../../drafts/draft.ts'
import {
  collectDraft,
  amountsOfJobs,
  type BuiltJob,
} from '../../../drafts/collective/collect-draft.ts'
import { partsOf, reasonsOf, type Gathered } from '../../../drafts/collective/parts.ts'
import { collectiveDraftUuid } from '../../../drafts/draft-uuid.ts'
import type { Amounts } from '../../../drafts/totals-check.ts'
import { totalOf } from '../../../service-jobs/job-columns.ts'
import type { Planned } from '../build.ts'
import type { SharesByRow } from '../claim-store.ts'
import type { Run } from '../context.ts'
import type { Prepared } from '../prepare.ts'

/** A job of a set whose own draft is known and right. */
export interface Ready {
  run: Run
  prepared: Prepared
}

/** Whether each order number has a draft of its own. */
export interface Division {
  byPurchaseOrder: boolean
}

/** The jobs of each draft, in the order in which they stand on it (drafts/collective/parts.ts). */
export function dividePart(ready: readonly Ready[], how: Division): Ready[][] {
  const gathered = ready.map((one) => ({ one, ...gatheredOf(one) }))
  return partsOf(gathered, how).map((part) => part.map(({ one }) => one))
}

/** Why jobs that were on one draft cannot be on one any more; as the customer reads it. */
export function whyApart(parts: readonly (readonly Ready[])[], how: Division): string {
  const gathered = parts.map((part) => part.map(gatheredOf))
  const reasons = new Set(reasonsOf(gathered, how).flat())
  if (reasons.has('recipient')) return 'har ikke lenger samme mottaker'
  if (reasons.has('purchase_order')) return 'har ikke lenger samme bestillingsnummer'
  return 'har nå flere linjer enn ett utkast kan ha'
}

function gatheredOf({ run, prepared: { snapshot, plan } }: Ready): Gathered {
  const { job } = snapshot
  return {
    accountUuid: run.row.servicem8AccountId,
    jobUuid: run.row.servicem8JobId,
    number: job.number,
    completedOn: job.completedOn,
    contactId: plan.draft.customerId,
    purchaseOrder: job.purchaseOrderNumber,
    lines: plan.draft.lines.length + 1,
  }
}

/** One draft of these jobs, as a run plans the draft of one. */
export function planPart(part: readonly Ready[]): Planned {
  const [first] = part as [Ready, ...Ready[]]
  const { row, configuration, fiken } = first.run
  const jobs = part.map(jobOf)
  const whole = collectDraft({
    jobs,
    uuid: collectiveDraftUuid({
      accountUuid: row.servicem8AccountId,
      fikenCompanySlug: fiken.slug,
      jobs: part.map(({ run }) => ({
        jobUuid: run.row.servicem8JobId,
        revision: run.row.revision,
      })),
    }),
    descriptionSource: configuration.invoiceDescriptionSource,
    replaces: row.replaces,
  })
  const plans = part.map(({ prepared }) => prepared.plan)
  const own = first.prepared.plan.draft
  const built: BuiltDraft = {
    ok: true,
    draft: whole.draft,
    net: whole.net,
    vat: whole.gross - whole.net,
    gross: whole.gross,
    rates: whole.rates,
    lines: plans.flatMap((plan) => plan.built.lines),
    differences: plans.flatMap((plan) => plan.built.differences),
    leftOutGross: plans.reduce((total, plan) => total + plan.built.leftOutGross, 0),
    rounding: plans.reduce((total, plan) => total + plan.built.rounding, 0),
    notes: plans.flatMap((plan) => plan.built.notes),
  }
  return {
    draft: {
      ...whole.draft,
      customerId: own.customerId,
      ...(own.currency === undefined ? {} : { currency: own.currency }),
    },
    recipientName: first.prepared.plan.recipientName,
    built,
    expected: whole.expected,
    notes: [...plans.flatMap((plan) => plan.notes), ...whole.notes],
  }
}

/** What each row has of what Fiken has made of the whole, øre. */
export function sharesOfRows(part: readonly Ready[], whole: Amounts): SharesByRow {
  const amounts = amountsOfJobs(part.map(jobOf), whole)
  const parts = amounts.map(({ gross }) => gross)
  return new Map(
    part.flatMap(({ run, prepared }, place) => {
      const own = amounts[place]
      if (!own) return []
      const { built } = prepared.plan
      const share = {
        parts,
        place,
        theirTotal: totalOf(prepared.snapshot.job),
        leftOutGross: built.leftOutGross,
        lineCount: built.lines.length,
      }
      return [[run.row.id, { ...own, share }] as const]
    }),
  )
}

function jobOf({ prepared: { snapshot, plan } }: Ready): BuiltJob {
  return {
    job: snapshot.job,
    fallbackPlace: snapshot.client?.address ?? '',
    built: plan.built,
    expected: plan.expected,
  }
}
