import type { DraftLine, NewDraft } from '#clients/fiken/types'
import type { Job } from '#clients/servicem8/types'
import type { ReplacedInvoice } from '#shared/credit'
import { REFERENCE_LIMIT, type BuiltDraft } from '../draft.ts'
import { orderNumber } from '../../service-jobs/order-number.ts'
import type { RateSum } from '../lines.ts'
import {
  deliveryLine,
  describe,
  INVOICE_TEXT_LIMIT,
  isPlaceCut,
  jobReference,
  LINE_TEXT_LIMIT,
  replacesLine,
  type DescriptionSource,
} from '../texts.ts'
import type { Amounts, Expectation } from '../totals-check.ts'
import { cut, singleLine } from '../truncate.ts'
import { settle } from './shares.ts'

const NAMES = new Intl.ListFormat('nb')

const MOST_OF_A_NAME = 60

/** A job's own draft, built without problems and with a total that matches ServiceM8's. */
export interface BuiltJob {
  job: Job
  fallbackPlace: string
  built: BuiltDraft
  expected: Expectation
}

interface CollectiveDraft extends Amounts {
  draft: Omit<NewDraft, 'customerId'>
  rates: RateSum[]
  expected: Expectation
  /** Notes in Norwegian about shortened texts: a job has less space here than in its own draft. */
  notes: string[]
}

interface CollectiveInput {
  /** The jobs, at least one, in the order of the draft's lines. */
  jobs: readonly BuiltJob[]
  uuid: string
  descriptionSource: DescriptionSource
  replaces: Pick<ReplacedInvoice, 'invoiceNumber' | 'creditNoteNumber'> | null
}

/**
 * Combines several jobs' drafts into one. Each job's lines are identical to those of its own draft
 * and follow a heading, which is a line without a price. Payment terms and account come from the
 * first job, since they depend on the recipient, which all jobs share.
 */
export function collectDraft(input: CollectiveInput): CollectiveDraft {
  const { jobs, uuid, replaces } = input
  const [first] = jobs
  if (!first) throw new RangeError('A collective draft needs a job')
  const { issueDate, daysUntilDueDate, bankAccountNumber } = first.built.draft
  const names = NAMES.format(jobs.map(({ job }) => jobReference(job)))
  const order = common(jobs.map(({ job }) => orderNumber(job.purchaseOrderNumber)))
  const attention = common(jobs.map(({ built }) => built.draft.yourReference ?? ''))
  const total = (key: keyof Expectation) =>
    jobs.reduce((sum, { expected }) => sum + expected[key], 0)
  const expected = {
    net: total('net'),
    gross: total('gross'),
    pricedLines: total('pricedLines'),
    theirGross: total('theirGross'),
  }
  return {
    draft: {
      uuid,
      issueDate,
      daysUntilDueDate,
      lines: jobs.flatMap((one) => [
        headingOf(one, input.descriptionSource, order),
        ...one.built.draft.lines,
      ]),
      ourReference: cut(`Jobb ${names}`, REFERENCE_LIMIT),
      invoiceText: textOf(jobs.length, names, replaces),
      ...(attention === '' ? {} : { yourReference: attention }),
      ...(order === '' ? {} : { orderReference: order }),
      ...(bankAccountNumber === undefined ? {} : { bankAccountNumber }),
    },
    net: expected.net,
    gross: expected.gross,
    rates: ratesOf(jobs.map(({ built }) => built)),
    expected,
    notes: jobs.flatMap((one) => shorteningOf(one, input.descriptionSource, order)),
  }
}

function shorteningOf(
  { job, fallbackPlace }: BuiltJob,
  source: DescriptionSource,
  orderOfAll: string,
): string[] {
  const { roomForDelivery, isOrderCut } = headingParts(job, orderOfAll)
  const told = singleLine(describe(job, source)).length
  return [
    ...(told > LINE_TEXT_LIMIT
      ? [
          `Beskrivelsen er forkortet. Samlefakturaen har plass til høyst ${LINE_TEXT_LIMIT} tegn av den.`,
        ]
      : []),
    ...(isPlaceCut(job, fallbackPlace, roomForDelivery)
      ? ['Leveringsstedet er forkortet. Det er ikke plass til hele i samlefakturaen.']
      : []),
    ...(isOrderCut
      ? ['Bestillingsnummeret er forkortet. Det er ikke plass til hele i samlefakturaen.']
      : []),
  ].map((note) => `Jobb ${jobReference(job)}: ${note}`)
}

/**
 * Returns each job's share of the whole draft in øre, in the order of the jobs: the job's own
 * amounts, adjusted by single øre where Fiken has rounded differently. If the user has accepted a
 * draft with another sum, the sum is divided pro rata. The shares add up to the amounts in Fiken.
 */
export function amountsOfJobs(jobs: readonly BuiltJob[], whole: Amounts): Amounts[] {
  const lines = jobs.reduce((sum, { expected }) => sum + expected.pricedLines, 0)
  const of = (key: keyof Amounts) =>
    settle(
      whole[key],
      jobs.map(({ expected }) => expected[key]),
      lines,
    )
  const [net, gross] = [of('net'), of('gross')]
  return jobs.map((_job, index) => ({ net: net[index] ?? 0, gross: gross[index] ?? 0 }))
}

function textOf(count: number, names: string, replaces: CollectiveInput['replaces']): string {
  const said = count === 1 ? `Jobb ${names}.` : `Samlefaktura for ${count} jobber: ${names}.`
  const reason = replaces ? `\n\n${replacesLine(replaces)}` : ''
  return cut(said, INVOICE_TEXT_LIMIT - reason.length) + reason
}

function ratesOf(drafts: readonly BuiltDraft[]): RateSum[] {
  const sums = new Map<string, RateSum>()
  for (const { percent, net, vat } of drafts.flatMap(({ rates }) => rates)) {
    const sum = sums.get(percent) ?? { percent, net: 0, vat: 0 }
    sums.set(percent, { percent, net: sum.net + net, vat: sum.vat + vat })
  }
  return [...sums.values()].sort((one, other) => Number(other.percent) - Number(one.percent))
}

/**
 * Returns a job's heading line, for example "Jobb #101. Leveringssted: Storgata 1, 0155 Oslo.
 * Leveringsdato: 20.11.2026. Bestilling: 4500123." Its comment is the job's description. The
 * heading has the VAT type and account of the job's first line, but no price, so that it books
 * nothing.
 */
function headingOf(
  { job, fallbackPlace, built }: BuiltJob,
  source: DescriptionSource,
  orderOfAll: string,
): DraftLine {
  const [line] = built.draft.lines
  if (!line) throw new RangeError('A job without lines has no draft')
  const { start, end, roomForDelivery } = headingParts(job, orderOfAll)
  const delivery = deliveryLine(job, fallbackPlace, roomForDelivery)
  const comment = cut(singleLine(describe(job, source)), LINE_TEXT_LIMIT)
  return {
    description: `${start}${delivery === '' ? '' : ` ${delivery}`}${end}`,
    ...(comment === '' ? {} : { comment }),
    quantity: '1',
    unitPrice: 0,
    vatType: line.vatType,
    incomeAccount: line.incomeAccount,
  }
}

function headingParts(job: Job, orderOfAll: string) {
  const start = `Jobb ${cut(jobReference(job), MOST_OF_A_NAME)}.`
  const own = orderNumber(job.purchaseOrderNumber)
  const isOwn = own !== orderOfAll
  const end = isOwn ? ` Bestilling: ${cut(own, MOST_OF_A_NAME)}.` : ''
  return {
    start,
    end,
    roomForDelivery: LINE_TEXT_LIMIT - start.length - end.length - 1,
    isOrderCut: isOwn && own.length > MOST_OF_A_NAME,
  }
}

function common(texts: readonly string[]): string {
  const [only, ...others] = new Set(texts)
  return only?.trim() && others.length === 0 ? only : ''
}
