import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { bookDraft } from '#sandbox/fiken/invoicing'
import type { NewFault } from '#sandbox/http/faults'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { createRecord } from '#sandbox/servicem8/records'
import { changeJob, changeLine, type NewJobLine } from '#sandbox/servicem8/workshop'
import type { FikenCompany } from '#sandbox/world/state'
import { readVatMappings, saveConfiguration, saveVatMappings } from '#shared/contracts/configuration'
import { startTransfer } from '#shared/contracts/transfers'
import { accessibilityProblems, overflow, useBrowser } from '../support/browser.ts'
import { causes, TRANSFER_CAUSES, type TransferCauseKey } from '../support/catalogue-transfers.ts'
import { askForConsent, draftsOf, newCustomer, readyCustomer, type Customer } from '../support/customer.ts'
import { failingFor, finishJob, lineOf, quietly, rate, WORK, type FinishedJob } from '../support/finished-jobs.ts'
import { choose, connect, menu, rowOf, saved } from '../support/screen.ts'
import { startWorld, transferOf, type TestWorld } from '../support/world.ts'

/** Every reason for which a transfer stops or waits: brought about, read in the browser, and mended with the click that it says. */

let world: TestWorld
const browser = useBrowser(() => world)
beforeAll(async () => {
  world = await startWorld()
  askForConsent(world)
})
afterAll(() => world.stop())

const EXPECTED = [/Failed to load resource/]
const walked = new Set<TransferCauseKey>()

/** Many jobs of many customers are on the road at once. */
const PATIENTLY = { timeout: 40_000 }
/** Seconds, of which the hurried clock of tests makes minutes: nothing goes by itself before the click. */
const LATER = 30_000
const finish = (customer: Customer, fields?: Record<string, unknown>, lines?: NewJobLine[]) =>
  finishJob(world, customer, fields, lines)
const failing = (customer: Customer, ...faults: NewFault[]) => failingFor(world, customer, ...faults)
const row = (page: Page, { name }: FinishedJob) => rowOf(page, 'Overføringer', name)
const done = (page: Page, job: FinishedJob) => row(page, job).getByText('Fullført').waitFor(PATIENTLY)

/** All that the row says is to be read there. */
async function reads(place: Locator, key: TransferCauseKey): Promise<void> {
  walked.add(key)
  for (const text of TRANSFER_CAUSES[key].says) await place.getByText(text).filter({ visible: true }).first().waitFor(PATIENTLY)
}

async function open(customer: Customer, address = '/transfers', width = 1280): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: EXPECTED, width })
  await page.goto(address)
  return page
}

test(
  causes(
    'unmapped VAT',
    'VAT not allowed on the account',
    'recipient ambiguous',
    'recipient missing',
    'amount mismatch',
    'negative total',
  ),
  async () => {
    const customer = await readyCustomer(world)
    const { account, company } = customer.tenant
    const table = await customer.visitor.call(readVatMappings)
    const wrong = { goodsAccount: '3040', serviceAccount: '3040' }
    await customer.visitor.call(saveVatMappings, {
      body: table.map((one) => (Number(one.percent) === 15 ? { ...one, ...wrong } : one)),
    })
    const twin = company.contacts.find((contact) => contact.customer && !contact.organizationNumber)!
    const stranger = createRecord(world.sandbox.world, account, 'company', { name: twin.name, address: 'Torget 1\n4836 Arendal' })
    const jobs = {
      unmapped: finish(customer, {}, [{ ...WORK, tax_rate_uuid: rate(customer, 12) }]),
      refused: finish(customer, {}, [{ ...WORK, tax_rate_uuid: rate(customer, 15) }]),
      ambiguous: finish(customer, { company_uuid: stranger, billing_address: 'Torget 1\n4836 Arendal' }),
      nobody: finish(customer, { company_uuid: '', job_address: '', billing_address: '' }),
      negative: finish(customer, {}, [{ ...WORK, quantity: '-1' }]),
      mismatch: finish(customer, { status: 'Work Order' }),
    }
    const mismatched = account.tables.job[jobs.mismatch.uuid]!
    const right = mismatched.total_invoice_amount
    mismatched.total_invoice_amount = '1010.0000'
    changeJob(world.sandbox.world, account, jobs.mismatch.uuid, { status: 'Completed', total_invoice_amount: '1010.0000' })
    await Promise.all(
      Object.entries(jobs).map(([key, { uuid }]) =>
        transferOf(customer.visitor, uuid, key === 'ambiguous' ? 'pending' : 'failed', 40_000),
      ),
    )

    const page = await open(customer)
    await reads(row(page, jobs.unmapped), 'unmapped VAT')
    await reads(row(page, jobs.refused), 'VAT not allowed on the account')
    await reads(row(page, jobs.ambiguous), 'recipient ambiguous')
    await reads(row(page, jobs.nobody), 'recipient missing')
    await reads(row(page, jobs.mismatch), 'amount mismatch')
    await reads(row(page, jobs.negative), 'negative total')

    // Both in one visit to the table; then all of a cause together, from the strip above the list.
    const strip = page.getByRole('list', { name: 'Hvorfor noe står stille' })
    await page.getByRole('button', { name: /^Vis \d årsaker? til$/ }).click()
    await strip.getByRole('link', { name: 'Velg MVA-type' }).click()
    const chosen = [
      ['MVA 12 %', 'Lav sats, 12 %', '3040'],
      ['MVA 15 %', 'Middels sats, 15 %', '3030'],
    ] as const
    for (const [name, type, code] of chosen) {
      const group = page.getByRole('group', { name: new RegExp(name) })
      await group.getByLabel('MVA-type i Fiken').selectOption(type)
      for (const label of ['Konto for varer', 'Konto for tjenester']) await group.getByLabel(label).fill(code)
    }
    await page.getByRole('button', { name: 'Lagre MVA-tabellen' }).click()
    await page
      .getByRole('group', { name: /MVA 12 %/ })
      .getByText('Klar')
      .waitFor()
    await menu(page, 'Overføringer')
    await page.getByRole('button', { name: /^Vis \d årsaker? til$/ }).click()
    for (const title of ['MVA-satsen er ikke koblet til Fiken', 'Fiken godtok ikke utkastet']) {
      await strip.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Prøv igjen' }).click()
    }
    await done(page, jobs.unmapped)
    await done(page, jobs.refused)

    await row(page, jobs.ambiguous).getByRole('button', { name: 'Velg kunde' }).click()
    const dialog = page.getByRole('dialog', { name: /^Hvem er kunden på/ })
    await dialog.getByRole('radio', { name: /Lag ny kunde i Fiken/ }).check()
    await dialog.getByRole('button', { name: 'Lag kunde og overfør' }).click()
    await done(page, jobs.ambiguous)

    await quietly(world, () => {
      const client = Object.values(account.tables.company)[0]!
      changeJob(world.sandbox.world, account, jobs.nobody.uuid, {
        company_uuid: client.uuid,
        billing_address: client.billing_address,
      })
      changeLine(world.sandbox.world, account, lineOf(customer, jobs.negative).uuid, { quantity: '1' })
      mismatched.total_invoice_amount = right
    })
    for (const job of [jobs.nobody, jobs.negative, jobs.mismatch]) await row(page, job).getByRole('checkbox').check()
    await page.getByRole('region', { name: 'Valgte overføringer' }).getByRole('button', { name: 'Prøv igjen' }).click()
    for (const job of [jobs.nobody, jobs.negative, jobs.mismatch]) await done(page, job)
    await page.getByRole('list', { name: 'Hvorfor noe står stille' }).waitFor({ state: 'detached' })
    for (const job of Object.values(jobs)) expect(draftsOf(customer, job.name), job.name).toBe(1)
  },
)

test(causes('draft deleted', 'already invoiced', 'closed year'), async () => {
  const customer = await readyCustomer(world)
  const { company } = customer.tenant
  const jobs = { plain: finish(customer), gone: finish(customer), invoiced: finish(customer) }
  const rows = await Promise.all(Object.values(jobs).map(({ uuid }) => transferOf(customer.visitor, uuid, 'completed', 30_000)))
  const draft = (index: number) => company.drafts.find(({ draftId }) => String(draftId) === rows[index]?.fikenInvoiceDraftId)!
  deleteDraft(world.sandbox.world, company, draft(1))
  const [account] = company.bankAccounts
  company.verifiedBankAccounts.push(account?.bankAccountNumber ?? '')
  const booked = Object.assign(draft(2), { bankAccountNumber: account?.bankAccountNumber })
  const { invoiceNumber } = bookDraft(world.sandbox.world, company, booked, booked.issueDate ?? '')

  const page = await open(customer, '/transfers', 360)
  const undo = async (job: FinishedJob) => {
    await page.getByRole('button', { name: `Vis detaljer for ${job.name}` }).click()
    const drawer = page.getByRole('dialog', { name: job.name })
    await drawer.getByText('Stemmer med ServiceM8').waitFor()
    await drawer.getByRole('button', { name: 'Angre' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett utkastet' }).click()
    return drawer
  }
  const close = (drawer: Locator) => drawer.getByRole('button', { name: 'Lukk' }).click()

  const first = await undo(jobs.plain)
  await first.getByText('Angret – utkastet er slettet i Fiken').waitFor()
  await first.getByRole('button', { name: 'Se utkastet' }).click()
  await first.getByText('Klart til å sendes').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await first.getByRole('button', { name: 'Overfør nå' }).click()
  await first.getByText('Fullført').waitFor()
  await close(first)
  expect(draftsOf(customer, jobs.plain.name)).toBe(1)

  const second = await undo(jobs.gone)
  await reads(second, 'draft deleted')
  await second.getByRole('button', { name: 'Send på nytt' }).click()
  const question = page.getByRole('dialog', { name: 'Slettet du utkastet i Fiken?' })
  await question.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await question.getByRole('button', { name: 'Ja, send på nytt' }).click()
  await second.getByText('Fullført').waitFor()
  await close(second)
  expect(draftsOf(customer, jobs.gone.name)).toBe(1)

  const third = await undo(jobs.invoiced)
  await reads(page.locator('body'), 'already invoiced')
  await close(third)
  await row(page, jobs.invoiced).getByText(`faktura ${invoiceNumber}`).waitFor()

  const years = company.openYears
  company.openYears = []
  const closed = finish(customer)
  await row(page, closed).getByText('Feil', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Vis detaljer for ${closed.name}` }).click()
  const drawer = page.getByRole('dialog', { name: closed.name })
  await reads(drawer, 'closed year')
  company.openYears = years
  await drawer.getByRole('button', { name: 'Prøv igjen' }).click()
  await drawer.getByText('Fullført').waitFor()
})

test(causes('rate limit', 'outage', 'timeout being checked', 'API module off'), async () => {
  const customer = await readyCustomer(world)
  const { company } = customer.tenant
  await transferOf(customer.visitor, finish(customer).uuid, 'completed')
  const page = await open(customer)
  const walk = async (key: TransferCauseKey, bring: () => () => void, button: string) => {
    const isBack = bring()
    const job = finish(customer)
    await reads(row(page, job), key)
    isBack()
    await row(page, job).getByRole('button', { name: button }).click()
    await done(page, job)
    expect(draftsOf(customer, job.name), key).toBe(1)
  }
  const create = { method: 'POST', path: '/invoices/drafts$' }
  const limit: NewFault = { kind: 'status', status: 429, retryAfter: LATER, ...create }
  await walk('rate limit', () => failing(customer, limit), 'Prøv nå')
  await walk('outage', () => failing(customer, { kind: 'status', status: 503, retryAfter: LATER }), 'Prøv nå')
  // The first look-up is let through; from the create on, Fiken does not say what became of it.
  const lookUp = { method: 'GET', path: '/invoices/drafts$' }
  const silence: NewFault[] = [
    { kind: 'slow', ms: 0, count: 1, ...lookUp },
    { kind: 'status', status: 503, retryAfter: LATER, ...lookUp },
    { kind: 'lost', count: 1, ...create },
  ]
  await walk('timeout being checked', () => failing(customer, ...silence), 'Sjekk nå')
  await walk(
    'API module off',
    () => {
      company.info.hasApiAccess = false
      return () => {
        company.info.hasApiAccess = true
      }
    },
    'Prøv igjen',
  )
})

test(causes('Fiken grant dead', 'ServiceM8 grant dead', 'company not chosen', 'webhook inactive'), async () => {
  const customer = await readyCustomer(world)
  const { user, account, company } = customer.tenant
  const { fiken, servicem8 } = world.sandbox.world.state
  const page = await open(customer)
  revokeSubject(fiken.oauth, user.email)
  const first = finish(customer)
  await reads(row(page, first), 'Fiken grant dead')
  await row(page, first).getByRole('link', { name: 'Koble til Fiken på nytt' }).click()
  await connect(page, 'Fiken', user.email)
  await menu(page, 'Overføringer')
  await reads(row(page, first), 'company not chosen')
  await row(page, first).getByRole('link', { name: 'Velg selskap' }).click()
  await page.getByRole('button', { name: `Fortsett med ${company.info.name}` }).click()
  await menu(page, 'Overføringer')
  await done(page, first)

  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  const second = finish(customer)
  const waiting = await transferOf(customer.visitor, second.uuid, 'pending')
  await customer.visitor.call(saveConfiguration, { body: { isActive: true } })
  revokeSubject(servicem8.oauth, account.uuid)
  await customer.visitor.call(startTransfer, { params: { id: waiting.id } })
  await reads(row(page, second), 'ServiceM8 grant dead')
  await row(page, second).getByRole('link', { name: 'Koble til ServiceM8 på nytt' }).click()
  await connect(page, 'ServiceM8', account.vendor.name)
  await menu(page, 'Overføringer')
  await done(page, second)

  await page.goto('/configuration')
  await page
    .getByRole('button', { name: /^Slett webhooken/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await reads(page.locator('body'), 'webhook inactive')
  await page.getByRole('button', { name: 'Registrer på nytt' }).click()
  await page.getByText('Ingen webhooks er registrert').waitFor({ state: 'detached' })
  await menu(page, 'Overføringer')
  await done(page, finish(customer))
})

test(causes('no bank account', 'missing number series', 'bank account not verified'), async () => {
  let banks: FikenCompany['bankAccounts'] = []
  const customer = await readyCustomer(world, {
    mode: 'invoice',
    prepare: ({ company }) => {
      banks = company.bankAccounts
      Object.assign(company, { bankAccounts: [], invoiceCounter: null, verifiedBankAccounts: [] })
    },
  })
  const { company } = customer.tenant
  const job = finish(customer)
  const page = await open(customer)
  await reads(row(page, job), 'no bank account')
  company.bankAccounts = banks
  await row(page, job).getByRole('link', { name: 'Velg bankkonto' }).click()
  await saved(page, () => choose(page.getByLabel('Standard bankkonto'), 'Drift'))
  const again = async () => {
    await row(page, job).getByRole('button', { name: 'Prøv igjen' }).click()
  }
  await menu(page, 'Overføringer')
  await again()
  await reads(row(page, job), 'missing number series')
  company.invoiceCounter = 10_000
  await again()
  await reads(row(page, job), 'bank account not verified')
  company.verifiedBankAccounts = banks.map(({ bankAccountNumber }) => bankAccountNumber ?? '')
  await again()
  await done(page, job)
  await row(page, job).getByText('faktura 10001').waitFor()
})

test(causes('VAT in an unregistered company', 'foreign currency', 'two users on one account'), async () => {
  const small = await readyCustomer(world, { prepare: ({ company }) => Object.assign(company.info, { vatType: 'no' }) })
  const job = finish(small)
  const page = await open(small)
  await reads(row(page, job), 'VAT in an unregistered company')
  await quietly(world, () =>
    changeLine(world.sandbox.world, small.tenant.account, lineOf(small, job).uuid, { tax_rate_uuid: rate(small, 0) }),
  )
  await row(page, job).getByRole('button', { name: 'Prøv igjen' }).click()
  await done(page, job)

  const abroad = await readyCustomer(world, { prepare: ({ account }) => Object.assign(account.vendor, { currency: 'EUR' }) })
  const foreign = finish(abroad)
  const theirs = await open(abroad)
  await reads(row(theirs, foreign), 'foreign currency')
  await row(theirs, foreign).getByRole('button', { name: 'Slett' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await row(theirs, foreign).waitFor({ state: 'detached' })

  const second = await newCustomer(world)
  const other = await open(second, '/configuration')
  const button = other.getByRole('button', { name: 'Autoriser ServiceM8' })
  const popup = other.waitForEvent('popup')
  await button.click()
  const consent = await popup
  await consent.getByLabel(small.tenant.account.vendor.name).check()
  await consent.getByRole('button', { name: 'Gi tilgang' }).click()
  await reads(other.locator('body'), 'two users on one account')
  await connect(other, 'ServiceM8', second.tenant.account.vendor.name)
})

test('every row of the table has been walked', () => {
  expect([...walked].sort()).toEqual(Object.keys(TRANSFER_CAUSES).sort())
})
