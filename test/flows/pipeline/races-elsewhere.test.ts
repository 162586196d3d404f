import { beforeEach, describe, expect, test } from 'vitest'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { changeJob, changeLine, completeJob } from '#sandbox/servicem8/workshop'
import { rowsOf } from '#sandbox/world/state'
import { findCompany } from '#sandbox/world/world'
import { listActivity } from '#shared/contracts/activity-log'
import { saveConfiguration } from '#shared/contracts/configuration'
import { acceptTransfer, sendAgain } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  AFTER_LEAVING,
  ALL_POINTS,
  BEFORE_LEAVING,
  completeJobOfStranger,
  draftsFromNow,
  heldAt,
  startHeldPlumber,
  transferOfJob,
  untilCompleted,
  type Point,
} from '../../support/world/held-runs.ts'
import { atRest, draftOf, inboxEmpty, ring, storyOf } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/**
 * Tests changes to the job in ServiceM8, to the draft in Fiken and to the chosen company while a
 * transfer runs. Expected results:
 *
 * - The job is edited. Before the draft is sent, the job is fetched and built again, and the one
 *   draft is as edited. Afterwards, the draft is left alone, and the change is logged.
 * - The job is reopened. Before the draft is sent, nothing is sent until the job is completed
 *   again. Afterwards, the draft is left alone, and the change is logged.
 * - The job is deleted. Before the draft is sent, nothing is sent. Afterwards, the draft is left
 *   alone, and the change is logged.
 * - Another company is chosen. There is one draft, in the company that was chosen when the draft
 *   was sent.
 * - The draft's total is changed in Fiken. The transfer fails with both totals, and the user
 *   accepts the draft.
 * - The draft is deleted in Fiken. The transfer fails, and only the user can send the job again.
 * - The draft is invoiced in Fiken. The transfer is completed with the invoice's number.
 */

let made: ReturnType<typeof draftsFromNow>

const plumber = await startHeldPlumber()
beforeEach(() => {
  made = draftsFromNow(plumber)
})

const sandbox = () => plumber.vendors
const told = () => plumber.world.sandbox.webhooks.idle()

const completed = (jobUuid: string) => untilCompleted(plumber, jobUuid)

describe('in ServiceM8', () => {
  const edit = (jobUuid: string) => {
    const { account } = plumber
    const line = Object.values(rowsOf(account, 'jobmaterial')).find(
      (one) => one['job_uuid'] === jobUuid,
    )
    changeLine(sandbox(), account, line?.uuid ?? '', { displayed_amount: '900.0000' })
    changeJob(sandbox(), account, jobUuid, { job_description: 'Utført, og litt til' })
  }
  const reopen = (jobUuid: string) =>
    changeJob(sandbox(), plumber.account, jobUuid, { status: 'Work Order' })
  const cancel = (jobUuid: string) => changeJob(sandbox(), plumber.account, jobUuid, { active: 0 })
  const tellings = async (row: Transfer) => {
    const log = await plumber.person.call(listActivity, { query: { limit: 200 } })
    return log.filter(
      ({ action, metadata }) =>
        action === 'job_changed_after_transfer' && metadata?.['transferId'] === row.id,
    )
  }

  test.each(BEFORE_LEAVING)(
    'a job that is edited before its draft is sent is sent as edited (held at: %s)',
    async (point) => {
      const { jobUuid, goOn } = await heldAt(plumber, point)
      edit(jobUuid)
      await told()
      goOn()
      const done = await atRest(plumber, jobUuid)
      expect(done).toMatchObject({ status: 'completed', amount: 112_500 })
      expect(draftOf(plumber, done).gross).toBe(112_500)
      expect(made()).toHaveLength(1)
      expect(await storyOf(plumber, done)).toContain(
        'Jobben er endret i ServiceM8 mens overføringen kjørte; den hentes på nytt',
      )
    },
  )

  test.each(BEFORE_LEAVING)(
    'a job that is reopened before its draft is sent is not sent (held at: %s)',
    async (point) => {
      const { jobUuid, goOn } = await heldAt(plumber, point)
      reopen(jobUuid)
      await told()
      goOn()
      expect(await atRest(plumber, jobUuid)).toMatchObject({
        status: 'failed',
        errorCode: 'job_reopened',
        fikenInvoiceDraftId: null,
      })
      expect(made()).toEqual([])
      completeJob(sandbox(), plumber.account, jobUuid)
      await completed(jobUuid)
      expect(made()).toHaveLength(1)
    },
  )

  test.each(BEFORE_LEAVING)(
    'a job that is deleted before its draft is sent is not sent (held at: %s)',
    async (point) => {
      const { jobUuid, goOn } = await heldAt(plumber, point)
      cancel(jobUuid)
      await told()
      goOn()
      expect(await atRest(plumber, jobUuid)).toMatchObject({
        status: 'failed',
        errorCode: 'job_gone',
        fikenInvoiceDraftId: null,
      })
      expect(made()).toEqual([])
    },
  )

  test('a job that was asked about once, and is edited after that, is still sent as edited', async () => {
    const { jobUuid, goOn } = await heldAt(plumber, 'recipient')
    const look = plumber.proxy.hold(
      'GET',
      new RegExp(`/${plumber.company.slug}/invoices$`),
      'before',
    )
    // This webhook reports no change, and arrives while Fiken is queried for the draft.
    const asked = () =>
      sandbox().ledger.entries.filter(({ path }) => path.includes(`/job/${jobUuid}`)).length
    const before = asked()
    ring(plumber, jobUuid)
    await told()
    goOn()
    await until(
      'the last look-up to be held, and the job to be asked about',
      () => look.arrived() && asked() > before,
    )
    edit(jobUuid)
    await told()
    look.release()
    const done = await atRest(plumber, jobUuid)
    expect(done).toMatchObject({ status: 'completed', amount: 112_500 })
    expect(draftOf(plumber, done).gross).toBe(112_500)
    expect(made()).toHaveLength(1)
  })

  test('edited, reopened or deleted while its draft is on its way: one draft, left alone, with one log entry', async () => {
    const after: Transfer[] = []
    for (const point of AFTER_LEAVING) {
      for (const change of [edit, reopen, cancel]) {
        const { jobUuid, goOn } = await heldAt(plumber, point)
        change(jobUuid)
        await told()
        goOn()
        const done = await atRest(plumber, jobUuid)
        expect(done, `${change.name} at ${point}`).toMatchObject({
          status: 'completed',
          amount: 100_000,
        })
        after.push(done)
      }
    }
    await inboxEmpty(plumber)
    expect(made()).toHaveLength(after.length)
    for (const row of after) {
      expect(draftOf(plumber, row).gross).toBe(100_000)
      expect(await tellings(row)).toHaveLength(1)
      expect((await transferOfJob(plumber, row.servicem8JobId)).status).toBe('completed')
    }
  })
})

describe('in Fiken, before the draft has been checked', () => {
  const held = async (point: Point) => {
    const run = await heldAt(plumber, point)
    const draft = plumber.company.drafts.at(-1)
    if (!draft) throw new Error('no draft was made')
    return { ...run, draft }
  }
  const points = ['made', 'check'] as const

  test.each(points)(
    'a draft whose sum is changed does not pass, and is left to the user to accept (held at: %s)',
    async (point) => {
      const { jobUuid, goOn, draft } = await held(point)
      Object.assign(draft, { net: draft.net + 1_000, gross: draft.gross + 1_250 })
      goOn()
      const row = await atRest(plumber, jobUuid)
      expect(row).toMatchObject({
        status: 'failed',
        errorCode: 'draft_differs',
        fikenInvoiceDraftId: String(draft.draftId),
      })
      await Promise.all(
        [1, 2].map(() => plumber.person.tryCall(acceptTransfer, { params: { id: row.id } })),
      )
      expect(await completed(jobUuid)).toMatchObject({ amount: 101_250 })
      expect(made()).toHaveLength(1)
    },
  )

  test.each(points)(
    'a draft whose text is changed is the same draft (held at: %s)',
    async (point) => {
      const { jobUuid, goOn, draft } = await held(point)
      Object.assign(draft, { invoiceText: 'Takk for oppdraget' })
      goOn()
      expect((await completed(jobUuid)).fikenInvoiceDraftId).toBe(String(draft.draftId))
      expect(draft.invoiceText).toBe('Takk for oppdraget')
      expect(made()).toHaveLength(1)
    },
  )

  test.each(points)(
    'a draft that is deleted is sent again only by the user (held at: %s)',
    async (point) => {
      const { jobUuid, goOn, draft } = await held(point)
      plumber.company.drafts = plumber.company.drafts.filter((one) => one !== draft)
      goOn()
      const row = await atRest(plumber, jobUuid)
      expect(row).toMatchObject({ status: 'failed', errorCode: 'draft_deleted' })
      expect(made()).toHaveLength(1)
      await plumber.person.call(sendAgain, {
        params: { id: row.id },
        query: { confirm: 'deleted' },
      })
      const done = await completed(jobUuid)
      expect(made().map(({ uuid }) => uuid)).toEqual([draft.uuid, done.fikenDraftUuid])
      expect(
        plumber.company.drafts.filter(({ ourReference }) => ourReference === draft.ourReference),
      ).toHaveLength(1)
    },
  )

  test.each(points)(
    'a draft that is invoiced completes the transfer with its number (held at: %s)',
    async (point) => {
      const { jobUuid, goOn, draft } = await held(point)
      Object.assign(draft, { bankAccountNumber: plumber.company.verifiedBankAccounts[0] })
      const invoice = bookDraft(sandbox(), plumber.company, draft)
      goOn()
      expect(await atRest(plumber, jobUuid)).toMatchObject({
        status: 'completed',
        fikenInvoiceNumber: String(invoice.invoiceNumber),
        amount: 100_000,
      })
      expect(made()).toHaveLength(1)
    },
  )
})

describe('another company is chosen', () => {
  const ESTATE = 'fjordvik-eiendom-as'
  const choose = async (slug: string) => {
    await plumber.person.call(saveConfiguration, { body: { fikenCompanySlug: slug } })
    return Date.now()
  }
  /** Job lines without VAT, which both companies can invoice. */
  const lines = [{ name: 'Leie', displayed_amount: '500.0000', tax_rate_uuid: '' }]

  function expectOneDraft(row: Transfer, answeredAt: number): void {
    expect(row).toMatchObject({ status: 'completed', errorCode: null })
    const [draft, ...more] = made()
    expect(more).toEqual([])
    expect(draft).toMatchObject({ uuid: row.fikenDraftUuid, slug: row.fikenCompanySlug })
    if (draft?.slug === plumber.company.slug) expect(draft.at).toBeLessThanOrEqual(answeredAt)
    expect(
      findCompany(sandbox(), row.fikenCompanySlug ?? '')?.drafts.some(
        ({ uuid }) => uuid === row.fikenDraftUuid,
      ),
    ).toBe(true)
  }

  // At the early points, the choice takes effect before the draft is sent; at the late, after.
  test.each(ALL_POINTS)(
    'one draft, in the company that was chosen when it was sent (held at: %s)',
    async (point) => {
      const { jobUuid, goOn } = await heldAt(plumber, point, lines)
      const choosing = choose(ESTATE)
      goOn()
      const answeredAt = await choosing
      const row = await completed(jobUuid)
      await choose(plumber.company.slug)
      expectOneDraft(row, answeredAt)
    },
  )

  test.each(['has begun', 'has just come'] as const)(
    'while the run waits for its turn at Fiken: nothing is sent to the former one (the run %s)',
    async (state) => {
      // The run queues behind this request, which holds the only slot.
      const lastAsked = plumber.proxy.hold('GET', new RegExp(`/${ESTATE}/accounts$`), 'before')
      const run = state === 'has just come' ? null : await heldAt(plumber, 'recipient', lines)
      const choosing = choose(ESTATE)
      run?.goOn()
      await until('the choice to be almost done', lastAsked.arrived)
      const jobUuid = run?.jobUuid ?? begun()
      await until('the run to be waiting', async () => {
        const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
        return rows.find((row) => row.servicem8JobId === jobUuid)?.status === 'processing'
      })
      lastAsked.release()
      const answeredAt = await choosing
      const row = await completed(jobUuid)
      await choose(plumber.company.slug)
      expectOneDraft(row, answeredAt)
      expect(row.fikenCompanySlug).toBe(ESTATE)
    },
  )

  function begun(): string {
    const jobUuid = completeJobOfStranger(plumber, lines)
    ring(plumber, jobUuid)
    return jobUuid
  }
})
