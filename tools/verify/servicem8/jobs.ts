import { notAsked, seen, type Point, type Seen } from '../point.ts'
import type { Lab } from '../lab.ts'

const TOTALS = 'src/server/features/drafts/totals-check.ts'
const SWEEP = 'src/server/features/intake/sweep.ts'

export const JOBS: Point[] = [
  {
    id: 'servicem8.jobs.total-includes-vat',
    question: 'Does a job’s total include VAT?',
    expected: 'yes: 100 kr at 25 % is 125',
    today:
      'our total is compared with it before anything is sent, and a difference stops the transfer',
    file: TOTALS,
    whatToChange: 'Compare net with it instead; until then every transfer stops',
    ask: (lab) => total(lab, [{ displayed_amount: '100.0000' }], 125),
  },
  {
    id: 'servicem8.jobs.total-of-inclusive',
    question: 'Is a price that includes VAT taken as it is?',
    expected: 'yes: 125 kr including VAT is 125',
    today: 'net is computed from the shown price, its flag and the rate',
    file: 'src/server/features/drafts/lines.ts',
    whatToChange: 'Compute from what the total shows; until then such jobs stop',
    ask: (lab) =>
      total(lab, [{ displayed_amount: '125.0000', displayed_amount_is_tax_inclusive: '1' }], 125),
  },
  {
    id: 'servicem8.jobs.negative-line',
    question: 'Does a negative quantity reduce the total?',
    expected: 'yes: 1 × 100 and −1 × 40 at 25 % is 75',
    today: 'negative lines are sent as they are',
    file: 'src/server/features/drafts/lines.ts',
    whatToChange: 'Stop at such lines and ask a person',
    ask: (lab) =>
      total(
        lab,
        [{ displayed_amount: '100.0000' }, { displayed_amount: '40.0000', quantity: '-1' }],
        75,
      ),
  },
  {
    id: 'servicem8.jobs.rounding',
    question: 'Is the total rounded per line?',
    expected: 'yes: twice 0.10 kr at 25 % is 0.26',
    today: 'an øre per line between our total and ServiceM8’s is allowed',
    file: TOTALS,
    whatToChange: 'Nothing within an øre per line; more: widen the tolerance of totals-check.ts',
    ask: (lab) =>
      total(lab, [{ displayed_amount: '0.1000' }, { displayed_amount: '0.1000' }], 0.26),
  },
  {
    id: 'servicem8.jobs.negative-rounding',
    question: 'How is half an øre of a negative line rounded?',
    expected: 'away from zero: 10 kr and −0.10 kr at 25 % is 12.37',
    today: 'an øre per line between our total and ServiceM8’s is allowed',
    file: TOTALS,
    whatToChange: 'Nothing within an øre per line; more: widen the tolerance of totals-check.ts',
    ask: (lab) =>
      total(
        lab,
        [{ displayed_amount: '10.0000' }, { displayed_amount: '0.1000', quantity: '-1' }],
        12.37,
      ),
  },
  {
    id: 'servicem8.jobs.blank-rate',
    question: 'What does a line without a tax rate cost?',
    expected: 'no VAT: 100 kr is 100',
    today: 'it gets the rate that makes the total agree, or the transfer stops',
    file: 'src/server/features/drafts/line-vat.ts',
    whatToChange: 'Nothing: both are tried',
    async ask({ servicem8 }) {
      const job = await servicem8.job()
      await servicem8.line(job, { displayed_amount: '100.0000', price: '100.0000' })
      return totalOf(servicem8, job, 100)
    },
  },
  {
    id: 'servicem8.jobs.payment-leaves-total',
    question: 'Does a payment leave the job’s total as it is?',
    expected: 'yes',
    today: 'a paid job is recognised by its payments against the total',
    file: 'src/server/features/service-jobs/eligibility.ts',
    whatToChange: 'Add the payments to the total before it is compared',
    async ask({ servicem8 }) {
      const job = await pricedJob({ servicem8 })
      if (!job) return notAsked('the account has no rate of 25 %')
      await servicem8.make('jobpayment', { job_uuid: job, amount: '25.0000', method: 'Kort' })
      return totalOf(servicem8, job, 125)
    },
  },
  {
    id: 'servicem8.jobs.line-moves-job',
    question: 'Does a changed line change the job’s edit_date?',
    expected: 'yes, or at least its total',
    today: 'the job is fetched with its lines right before the draft is made',
    file: SWEEP,
    whatToChange: 'Read jobmaterial by its own edit_date in the sweep as well',
    async ask({ servicem8, clock }) {
      const job = await pricedJob({ servicem8 })
      if (!job) return notAsked('the account has no rate of 25 %')
      const before = String((await servicem8.read('job', job))['edit_date'])
      const [line] = await servicem8.client.jobs.linesOf(job)
      await clock.sleep(2_000)
      await servicem8.change('jobmaterial', line?.uuid ?? '', { quantity: '2' })
      const after = await servicem8.read('job', job)
      return seen(
        `edit_date ${after['edit_date'] === before ? 'stayed' : 'moved'}, total ${String(after['total_invoice_amount'])}`,
        after['edit_date'] !== before,
      )
    },
  },
  {
    id: 'servicem8.jobs.completion-stamps',
    question: 'Is completion_date set when a job is completed by API or app?',
    expected: 'yes',
    today:
      'the start date and the issue month count from it; without it a job is not found by a sweep of a month',
    file: 'src/server/features/service-jobs/eligibility.ts',
    whatToChange: 'Use edit_date of the change to Completed where it is missing',
    async ask({ servicem8 }) {
      const job = await servicem8.job()
      await servicem8.change('job', job, { status: 'Completed' })
      const stamp = String((await servicem8.read('job', job))['completion_date'])
      return seen(stamp, !stamp.startsWith('0000'))
    },
  },
  {
    id: 'servicem8.jobs.number',
    question: 'Does a new job have its number at once?',
    expected: 'yes',
    today: 'the last eight characters of the job’s uuid stand in for it in "Vår referanse"',
    file: 'src/server/features/drafts/draft.ts',
    whatToChange: 'Wait a minute for the number before the draft is made',
    async ask({ servicem8 }) {
      const { generated_job_id: number } = await servicem8.read('job', await servicem8.job())
      return seen(JSON.stringify(number), typeof number === 'string' && number !== '')
    },
  },
  {
    id: 'servicem8.jobs.approve',
    question: 'What does "Approve" set when no accounting package is connected?',
    expected: 'ready_to_invoice, and perhaps payment_processed',
    today: 'either counts as approved; onboarding recommends "fullført" to those who approve none',
    file: 'src/server/features/service-jobs/eligibility.ts',
    whatToChange: 'Count the field that it sets in isApproved',
    ask: 'Complete a job in the trial account, press Approve on the invoicing page, and look at the job’s row under Transaksjoner',
  },
]

async function total(
  { servicem8 }: Lab,
  lines: Record<string, unknown>[],
  expected: number,
): Promise<Seen> {
  const rate = await servicem8.rate(25)
  if (!rate) return notAsked('the account has no rate of 25 %')
  const job = await servicem8.job()
  for (const line of lines)
    await servicem8.line(job, {
      price: line['displayed_amount'],
      tax_rate_uuid: rate.uuid,
      ...line,
    })
  return totalOf(servicem8, job, expected)
}

async function totalOf(servicem8: Lab['servicem8'], job: string, expected: number): Promise<Seen> {
  const { total_invoice_amount: amount } = await servicem8.read('job', job)
  return seen(String(amount), Math.abs(Number(amount) - expected) < 0.00005)
}

/** Creates a job of 125 kr including VAT; returns null if the account has no 25 % rate. */
async function pricedJob({ servicem8 }: Pick<Lab, 'servicem8'>): Promise<string | null> {
  const rate = await servicem8.rate(25)
  if (!rate) return null
  const job = await servicem8.job()
  const amount = '100.0000'
  await servicem8.line(job, { price: amount, displayed_amount: amount, tax_rate_uuid: rate.uuid })
  return job
}
