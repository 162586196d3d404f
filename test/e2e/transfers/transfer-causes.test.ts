import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { bookDraft } from '#sandbox/fiken/invoicing'
import type { NewFault } from '#sandbox/http/faults'
import { createRecord } from '#sandbox/servicem8/records'
import { changeJob, changeLine } from '#sandbox/servicem8/workshop'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { expectSound } from '../../support/browser/browser.ts'
import { TRANSFER_CAUSES, type TransferCauseKey } from '../../support/catalogue/transfers.ts'
import { walkEach } from '../../support/catalogue/walks.ts'
import { draftsOf, readyCustomer } from '../../support/people/customer.ts'
import {
  lineOf,
  quietly,
  rate,
  WORK,
  type FinishedJob,
} from '../../support/people/finished-jobs.ts'
import { menu, openRate, startFromMenu } from '../../support/browser/screen.ts'
import { transferOf } from '../../support/world/world.ts'
import { useStoppedTransfers } from '../../support/browser/stopped-transfers.ts'

/** Tests causes in the job, its draft or Fiken's responses that block or hold a transfer. */

const { world, walked, row, finish, failing, done, reads, open } =
  useStoppedTransfers(TRANSFER_CAUSES)

/** A Retry-After in seconds: minutes even when scaled down, so nothing resumes before the click. */
const LATER = 30_000

walkEach(
  TRANSFER_CAUSES,
  {
    'unmapped VAT': async () => {
      const customer = await readyCustomer(world())
      const { account, company } = customer.tenant
      const table = await customer.visitor.call(readVatMappings)
      const wrong = { goodsAccount: '3040', serviceAccount: '3040' }
      await customer.visitor.call(saveVatMappings, {
        body: table.map((one) => (Number(one.percent) === 15 ? { ...one, ...wrong } : one)),
      })
      const twin = company.contacts.find(
        (contact) => contact.customer && !contact.organizationNumber,
      )!
      const stranger = createRecord(world().vendors, account, 'company', {
        name: twin.name,
        address: 'Torget 1\n4836 Arendal',
      })
      const jobs = {
        unmapped: finish(customer, {}, [{ ...WORK, tax_rate_uuid: rate(customer, 12) }]),
        refused: finish(customer, {}, [{ ...WORK, tax_rate_uuid: rate(customer, 15) }]),
        ambiguous: finish(customer, {
          company_uuid: stranger,
          billing_address: 'Torget 1\n4836 Arendal',
        }),
        nobody: finish(customer, { company_uuid: '', job_address: '', billing_address: '' }),
        negative: finish(customer, {}, [{ ...WORK, quantity: '-1' }]),
        mismatch: finish(customer, { status: 'Work Order' }),
      }
      const mismatched = account.tables.job[jobs.mismatch.uuid]!
      const right = mismatched.total_invoice_amount
      mismatched.total_invoice_amount = '1010.0000'
      changeJob(world().vendors, account, jobs.mismatch.uuid, {
        status: 'Completed',
        total_invoice_amount: '1010.0000',
      })
      await Promise.all(
        Object.entries(jobs).map(([key, { uuid }]) =>
          transferOf(customer.visitor, uuid, key === 'ambiguous' ? 'pending' : 'failed'),
        ),
      )

      const page = await open(customer)
      await reads(row(page, jobs.unmapped), 'unmapped VAT')
      await reads(row(page, jobs.refused), 'VAT not allowed on the account')
      await reads(row(page, jobs.ambiguous), 'recipient ambiguous')
      await reads(row(page, jobs.nobody), 'recipient missing')
      await reads(row(page, jobs.mismatch), 'amount mismatch')
      await reads(row(page, jobs.negative), 'negative total')

      // Fixes both VAT problems in one visit to the table, then retries all jobs with the same
      // cause from the strip above the list.
      const strip = page.getByRole('list', { name: 'Dette har stoppet' })
      await page.getByRole('button', { name: /årsaker$/ }).click()
      await strip.getByRole('button', { name: 'Velg MVA-type' }).click()
      await page.getByRole('link', { name: 'Åpne hele MVA-tabellen' }).click()
      const chosen = [
        ['MVA 12 %', 'Lav sats, 12 %', '3040'],
        ['MVA 15 %', 'Middels sats, 15 %', '3030'],
      ] as const
      for (const [name, type, code] of chosen) {
        const group = await openRate(page, new RegExp(name))
        await group.getByLabel('MVA-type i Fiken').selectOption(type)
        for (const label of ['Konto for varer', 'Konto for tjenester'])
          await group.getByLabel(label).selectOption(code)
      }
      await page.getByRole('button', { name: 'Lagre', exact: true }).click()
      await page
        .getByRole('group', { name: /MVA 12 %/ })
        .getByText('Klar')
        .waitFor()
      await menu(page, 'Overføringer')
      await page.getByRole('button', { name: /årsaker$/ }).click()
      for (const title of ['MVA-satsen er ikke koblet til Fiken', 'Fiken godtok ikke utkastet']) {
        await strip
          .getByRole('listitem')
          .filter({ hasText: title })
          .getByRole('button', { name: 'Prøv igjen' })
          .click()
      }
      await done(page, jobs.unmapped)
      await done(page, jobs.refused)

      await row(page, jobs.ambiguous).getByRole('button', { name: 'Velg kunde' }).click()
      const dialog = page.getByRole('dialog', { name: /^Hvem er kunden på/ })
      await dialog.getByRole('radio', { name: /Lag ny kunde i Fiken/ }).check()
      await dialog.getByRole('button', { name: /^Lag kunde og prøv/ }).click()
      await done(page, jobs.ambiguous)

      await quietly(world(), () => {
        const client = Object.values(account.tables.company)[0]!
        changeJob(world().vendors, account, jobs.nobody.uuid, {
          company_uuid: client.uuid,
          billing_address: client.billing_address,
        })
        changeLine(world().vendors, account, lineOf(customer, jobs.negative).uuid, {
          quantity: '1',
        })
        mismatched.total_invoice_amount = right
      })
      for (const job of [jobs.nobody, jobs.negative, jobs.mismatch])
        await row(page, job).getByRole('checkbox').check()
      await page
        .getByRole('region', { name: 'Valgte overføringer' })
        .getByRole('button', { name: 'Prøv igjen' })
        .click()
      for (const job of [jobs.nobody, jobs.negative, jobs.mismatch]) await done(page, job)
      await page.getByRole('list', { name: 'Dette har stoppet' }).waitFor({ state: 'detached' })
      for (const job of Object.values(jobs)) expect(draftsOf(customer, job.name), job.name).toBe(1)
    },
    'VAT not allowed on the account': 'unmapped VAT',
    'recipient ambiguous': 'unmapped VAT',
    'recipient missing': 'unmapped VAT',
    'amount mismatch': 'unmapped VAT',
    'negative total': 'unmapped VAT',
    'address missing': async () => {
      const customer = await readyCustomer(world())
      const nowhere = createRecord(world().vendors, customer.tenant.account, 'company', {
        name: 'Adresseløs Drift',
      })
      const job = finish(customer, { company_uuid: nowhere, job_address: '', billing_address: '' })
      await transferOf(customer.visitor, job.uuid, 'failed')
      const page = await open(customer, '/transfers', 360)
      await page.getByRole('button', { name: `Vis detaljer for ${job.name}` }).click()
      const drawer = page.getByRole('dialog', { name: job.name })
      await reads(drawer, 'address missing')
      await drawer.getByRole('link', { name: 'Skriv inn adressen' }).click()
      const form = drawer.getByRole('region', { name: 'Kundens adresse' })
      await form.getByLabel('Adresse').fill('Torget 1')
      await form.getByRole('button', { name: 'Lagre og prøv igjen' }).click()
      await form.getByText('Postnummer har fire siffer').first().waitFor()
      await expectSound(page)
      await form.getByLabel('Postnummer').fill('4836')
      await form.getByLabel('Poststed').fill('Arendal')
      await form.getByRole('button', { name: 'Lagre og prøv igjen' }).click()
      await drawer.getByText('Fullført').waitFor()
      expect(draftsOf(customer, job.name)).toBe(1)
    },
    'draft deleted': async () => {
      const customer = await readyCustomer(world())
      const { company } = customer.tenant
      const jobs = { plain: finish(customer), gone: finish(customer), invoiced: finish(customer) }
      const rows = await Promise.all(
        Object.values(jobs).map(({ uuid }) => transferOf(customer.visitor, uuid, 'completed')),
      )
      const draft = (index: number) =>
        company.drafts.find(({ draftId }) => String(draftId) === rows[index]?.fikenInvoiceDraftId)!
      deleteDraft(world().vendors, company, draft(1))
      const [account] = company.bankAccounts
      company.verifiedBankAccounts.push(account?.bankAccountNumber ?? '')
      const booked = Object.assign(draft(2), { bankAccountNumber: account?.bankAccountNumber })
      const { invoiceNumber } = bookDraft(world().vendors, company, booked, booked.issueDate ?? '')

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
      await first.getByText('Angret – utkastet er slettet i Fiken', { exact: true }).waitFor()
      await first.getByRole('button', { name: 'Se utkastet' }).click()
      await first.getByText('Klart til å sendes').waitFor()
      await expectSound(page)
      await first.getByRole('button', { name: 'Overfør nå' }).click()
      await first.getByText('Fullført').waitFor()
      await close(first)
      await expect.poll(() => draftsOf(customer, jobs.plain.name)).toBe(1)

      const second = await undo(jobs.gone)
      await reads(second, 'draft deleted')
      await second.getByRole('button', { name: 'Send på nytt' }).click()
      const question = page.getByRole('dialog', { name: 'Slettet du utkastet i Fiken?' })
      await question.waitFor()
      await expectSound(page)
      await question.getByRole('button', { name: 'Ja, send på nytt' }).click()
      await second.getByText('Fullført').waitFor()
      await close(second)
      await expect.poll(() => draftsOf(customer, jobs.gone.name)).toBe(1)

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
    },
    'already invoiced': 'draft deleted',
    'closed year': 'draft deleted',
    'rate limit': async () => {
      const customer = await readyCustomer(world())
      const { company } = customer.tenant
      await transferOf(customer.visitor, finish(customer).uuid, 'completed')
      const page = await open(customer)
      const press = (name: string) => (place: Locator) =>
        place.getByRole('button', { name }).click()
      const walk = async (
        key: TransferCauseKey,
        bring: () => () => void,
        start: (place: Locator) => Promise<void>,
      ) => {
        const isBack = bring()
        const job = finish(customer)
        await reads(row(page, job), key)
        isBack()
        await start(row(page, job))
        await done(page, job)
        await expect.poll(() => draftsOf(customer, job.name), { message: key }).toBe(1)
      }
      const create = { method: 'POST', path: '/invoices/drafts$' }
      const limit: NewFault = { kind: 'status', status: 429, retryAfter: LATER, ...create }
      await walk('rate limit', () => failing(customer, limit), press('Prøv nå'))
      await walk(
        'outage',
        () => failing(customer, { kind: 'status', status: 503, retryAfter: LATER }),
        press('Prøv nå'),
      )
      // The first look-up succeeds. The create request gets no response, and later look-ups fail,
      // so the product doesn't know whether the draft exists.
      const lookUp = { method: 'GET', path: '/invoices/drafts$' }
      const silence: NewFault[] = [
        { kind: 'slow', ms: 0, count: 1, ...lookUp },
        { kind: 'status', status: 503, retryAfter: LATER, ...lookUp },
        { kind: 'lost', count: 1, ...create },
      ]
      await walk('timeout being checked', () => failing(customer, ...silence), press('Sjekk nå'))
      await walk(
        'API module off',
        () => {
          company.info.hasApiAccess = false
          return () => {
            company.info.hasApiAccess = true
          }
        },
        startFromMenu,
      )
    },
    outage: 'rate limit',
    'timeout being checked': 'rate limit',
    'API module off': 'rate limit',
  },
  [walked],
)
