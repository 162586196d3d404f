import { beforeAll, describe, expect, test } from 'vitest'
import { changeLine } from '#sandbox/servicem8/workshop'
import { findCompany } from '#sandbox/world/world'
import { causeOf } from '#shared/causes/index'
import { listActivity } from '#shared/contracts/activity-log'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { readPreview } from '#shared/contracts/transfers/preview'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  completeNewJob,
  countFrom,
  draftOf,
  jobNamed,
  linesOf,
  rateOf,
  ring,
  startPlumber,
  type CompletedJob,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/** Tests jobs that must not become drafts: the error message, and a remedy that suffices. */

const plumber = await startPlumber()
await countFrom(plumber, 19)

const complete = (job: CompletedJob): Promise<Transfer> =>
  atRest(plumber, completeNewJob(plumber, job))

const mended = (transfer: Transfer): Promise<Transfer> =>
  until(`transfer ${transfer.id} to be completed`, async () => {
    const row = await atRest(plumber, transfer.servicem8JobId)
    return row.status === 'completed' && row
  })

async function skippedBecause(jobUuid: string): Promise<string | null> {
  const entry = await until(`a log entry about job ${jobUuid}`, async () => {
    const log = await plumber.person.call(listActivity, { query: { limit: 500 } })
    return log.find((one) => one.action === 'job_skipped' && one.metadata?.jobUuid === jobUuid)
  })
  const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
  expect(rows.some((row) => row.servicem8JobId === jobUuid)).toBe(false)
  return entry.description
}

/** Tax rates added in ServiceM8 after the user last opened the VAT table. */
const NEW_RATES = [
  ['5d6a3a36-64ab-4d0a-a6a3-0c7f1f0e4001', 'Luksus', '40.0000'],
  ['5d6a3a36-64ab-4d0a-a6a3-0c7f1f0e4002', 'Bok', '8.5000'],
] as const

const mendOf = (transfer: Transfer) => causeOf(transfer.errorCode).remedy

describe('a rate without a chosen VAT type and account', () => {
  test('fails by its name, sends nothing, and links to the VAT table', async () => {
    const transfer = await atRest(plumber, jobNamed('persontransport'))
    expect(transfer).toMatchObject({
      status: 'failed',
      errorCode: 'vat_unmapped',
      errorMessage: 'Det er ikke valgt MVA-type og konto i Fiken for MVA-satsen «MVA 12 %» (12 %).',
      fikenInvoiceDraftId: null,
      retryCount: 0,
    })
    expect(mendOf(transfer)).toEqual({
      label: 'Velg MVA-type',
      href: '/configuration#mva',
      asks: 'vat',
    })
  })

  test('is transferred once it is mapped and retried', async () => {
    const transfer = await atRest(plumber, jobNamed('persontransport'))
    const table = await plumber.person.call(readVatMappings)
    const chosen = { vatType: 'LOW', goodsAccount: '3040', serviceAccount: '3040', confirmed: true }
    const body = table.map((row) => (Number(row.percent) === 12 ? { ...row, ...chosen } : row))
    await plumber.person.call(saveVatMappings, { body })
    await plumber.person.call(retryTransfer, { params: { id: transfer.id } })
    const done = await mended(transfer)
    const draft = draftOf(plumber, done)
    expect(linesOf(draft)).toEqual([['Ferge', 1, 31_250, 'LOW', '3040']])
    expect(draft.gross).toBe(35_000)
    expect(done).toMatchObject({
      retryCount: 1,
      errorCode: null,
      errorMessage: null,
      amount: 35_000,
      netAmount: 31_250,
    })
  })
})

test('an outdated rate fails, and the job resumes automatically when the line gets a current one', async () => {
  const transfer = await atRest(plumber, jobNamed('gammel sats'))
  expect(transfer).toMatchObject({ status: 'failed', errorCode: 'vat_unmapped' })
  expect(transfer.errorMessage).toContain('«MVA 13 % (gammel)» (13 %)')
  const line = Object.values(plumber.account.tables.jobmaterial).find(
    (one) => one.job_uuid === transfer.servicem8JobId,
  )
  changeLine(plumber.vendors, plumber.account, line?.uuid ?? '', {
    tax_rate_uuid: rateOf(plumber.account, 15),
  })
  ring(plumber, transfer.servicem8JobId)
  const done = await mended(transfer)
  expect(linesOf(draftOf(plumber, done))).toEqual([
    ['Drikkevann, kasse', 2, 18_900, 'MEDIUM', '3030'],
  ])
  expect(done.retryCount).toBe(0)
})

test('a negative sum fails, and leads to the invoice to credit', async () => {
  const transfer = await atRest(plumber, jobNamed('negativ sum'))
  expect(transfer).toMatchObject({
    status: 'failed',
    errorCode: 'negative_total',
    fikenInvoiceDraftId: null,
  })
  expect(transfer.errorMessage).toMatch(
    /^Summen er −1\s247,50\skr\. Lag en kreditnota i Fiken, av fakturaen jobben gjelder\.$/,
  )
  expect(mendOf(transfer)).toEqual({ label: 'Se fakturaene', action: 'see_invoices' })
})

test('a job without lines gets no transfer, and one entry in the log', async () => {
  const uuid = completeNewJob(plumber, { client: 'Fana Frisør DA', lines: [] })
  ring(plumber, uuid)
  expect(await skippedBecause(uuid)).toMatch(
    /^Jobb #\d+ overføres ikke: Jobben har ikke noe beløp å fakturere\.$/,
  )
})

test('a completed job that was deleted in ServiceM8 gets no transfer, even when a ping reports it', async () => {
  ring(plumber, jobNamed('slettet jobb'))
  expect(await skippedBecause(jobNamed('slettet jobb'))).toContain('Jobben er slettet i ServiceM8.')
})

describe('a line without a rate', () => {
  const settings = () => plumber.vendors.settings.servicem8

  test('gets the default rate where the total shows it', async () => {
    settings().blankTaxRate = 'default'
    const lines = [{ name: 'Gebyr', displayed_amount: '1350.0000', tax_rate_uuid: '' }]
    const transfer = await complete({ client: 'Ola Hansen', lines })
    settings().blankTaxRate = 'none'
    expect(linesOf(draftOf(plumber, transfer))).toEqual([['Gebyr', 1, 135_000, 'HIGH', '3020']])
    expect(draftOf(plumber, transfer).gross).toBe(168_750)
  })

  test('and a price including VAT shows neither, so the user must decide', async () => {
    const lines = [
      { name: 'Gebyr', displayed_amount: '1350.0000', tax_rate_uuid: '', inclusive: true },
    ]
    const transfer = await complete({ client: 'Ola Hansen', lines })
    expect(transfer).toMatchObject({
      status: 'failed',
      errorCode: 'vat_unclear',
      fikenInvoiceDraftId: null,
    })
    expect(mendOf(transfer)).toMatchObject({ label: 'Åpne jobben i ServiceM8' })
  })
})

describe('a job with more than one thing wrong', () => {
  const oldRate = () => rateOf(plumber.account, 13)

  test('names every unmapped rate in one sentence: on the row, in the preview and in the log', async () => {
    const { taxrate } = plumber.account.tables
    const template = taxrate[oldRate()]
    if (!template) throw new Error('no rate to copy')
    for (const [uuid, name, amount] of NEW_RATES)
      taxrate[uuid] = { ...template, uuid, name, amount }
    const rates = [oldRate(), ...NEW_RATES.map(([uuid]) => uuid)]
    const lines = rates.map((tax_rate_uuid, at) => ({
      name: `Vare ${at + 1}`,
      displayed_amount: '100.0000',
      tax_rate_uuid,
    }))
    const transfer = await complete({ client: 'Ola Hansen', lines: [...lines, ...lines] })
    const message =
      'Det er ikke valgt MVA-type og konto i Fiken for MVA-satsene «MVA 13 % (gammel)» (13 %), «Luksus» (40 %) og «Bok» (8,5 %).'
    expect(transfer).toMatchObject({
      status: 'failed',
      errorCode: 'vat_unmapped',
      errorMessage: message,
    })
    const { problems } = await plumber.person.call(readPreview, { params: { id: transfer.id } })
    expect(problems).toEqual([
      { code: 'vat_unmapped', title: 'MVA-satsen er ikke koblet til Fiken', message },
    ])
    const log = await plumber.person.call(listActivity, { query: { limit: 500 } })
    expect(log.filter(({ description }) => description?.endsWith(message))).toHaveLength(1)
  })

  test('says the first cause in full, and names the others', async () => {
    const lines = [
      { name: 'Ferge', displayed_amount: '100.0000', tax_rate_uuid: oldRate() },
      { name: 'Gebyr', displayed_amount: '50.0000', tax_rate_uuid: '', inclusive: true },
    ]
    const transfer = await complete({ client: 'Ola Hansen', lines })
    expect(transfer).toMatchObject({ status: 'failed', errorCode: 'vat_unmapped' })
    expect(transfer.errorMessage).toMatch(/\(13 %\)\. I tillegg: Linjer uten MVA-sats\.$/)
  })
})

test('a total that our lines do not add up to is not sent', async () => {
  const uuid = completeNewJob(plumber, { client: 'Ola Hansen', fields: { status: 'Work Order' } })
  const job = plumber.account.tables.job[uuid]
  if (!job) throw new Error('no job')
  job.total_invoice_amount = '1010.0000'
  job.status = 'Completed'
  ring(plumber, uuid)
  const transfer = await atRest(plumber, uuid)
  expect(transfer).toMatchObject({
    status: 'failed',
    errorCode: 'amount_mismatch',
    fikenInvoiceDraftId: null,
  })
  expect(transfer.errorMessage?.replace(/\u00a0/g, ' ')).toMatch(
    /^Linjene blir 1 000,00 kr, men jobben er 1 010,00 kr i ServiceM8 \(10,00 kr for lite\)\. Ingenting er sendt\./,
  )
})

test('nor is one that many exact lines do not add up to, however little is missing', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({
    name: `Vare ${at + 1}`,
    displayed_amount: '10.0000',
  }))
  const status = 'Work Order'
  const uuid = completeNewJob(plumber, { client: 'Ola Hansen', lines, fields: { status } })
  Object.assign(plumber.account.tables.job[uuid] ?? {}, {
    total_invoice_amount: '750.5000',
    status: 'Completed',
  })
  ring(plumber, uuid)
  expect(await atRest(plumber, uuid)).toMatchObject({
    status: 'failed',
    errorCode: 'amount_mismatch',
    fikenInvoiceDraftId: null,
  })
})

describe('a company that is not registered for VAT', () => {
  beforeAll(async () => {
    await plumber.person.call(saveConfiguration, {
      body: { fikenCompanySlug: 'fjordvik-eiendom-as' },
    })
  })

  test('cannot invoice a line with VAT, which is never removed', async () => {
    const transfer = await complete({ client: 'Ola Hansen' })
    expect(transfer).toMatchObject({
      status: 'failed',
      errorCode: 'vat_in_unregistered_company',
      fikenInvoiceDraftId: null,
    })
    expect(transfer.errorMessage).toContain('ikke MVA-registrert')
  })

  test('invoices a line without VAT outside the VAT act, on 3200', async () => {
    const lines = [
      {
        name: 'Husleie bod',
        displayed_amount: '1200.0000',
        tax_rate_uuid: rateOf(plumber.account, 0),
      },
    ]
    const transfer = await complete({ client: 'Ola Hansen', lines })
    expect(transfer).toMatchObject({ status: 'completed', fikenCompanySlug: 'fjordvik-eiendom-as' })
    const company = findCompany(plumber.vendors, 'fjordvik-eiendom-as')
    if (!company) throw new Error('no company')
    expect(linesOf(draftOf({ company }, transfer))).toEqual([
      ['Husleie bod', 1, 120_000, 'OUTSIDE', '3200'],
    ])
  })
})

test('Fiken refused none of this at any point', () => {
  const refused = plumber.vendors.ledger.entries.filter(
    (entry) => entry.vendor === 'fiken' && entry.status >= 400,
  )
  expect(refused.map((entry) => `${entry.method} ${entry.path} ${entry.status}`)).toEqual([])
})
