import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addContact } from '#sandbox/fiken/contacts'
import type { NewFault } from '#sandbox/http/faults'
import { createRecord, updateRecord } from '#sandbox/servicem8/records'
import { saveConfiguration } from '#shared/contracts/configuration'
import { chooseRecipient } from '#shared/contracts/transfers/actions'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { LOOKS } from '../../support/browser/seen-at.ts'
import { openCause, rowOf } from '../../support/browser/screen.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { draftOf } from '../../support/people/plumber.ts'
import { failingFor, finishJob } from '../../support/people/finished-jobs.ts'
import { SHORT_WAITS } from '../../support/world/limiters.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld({ overrides: SHORT_WAITS })
const browser = useBrowser(() => world)

type Look = (typeof LOOKS)[number]

const FAILURES: { fault: NewFault; says: string }[] = [
  { fault: { kind: 'status', status: 500 }, says: 'Fiken svarer ikke akkurat nå.' },
  { fault: { kind: 'status', status: 429 }, says: 'Fiken er overbelastet. Prøv igjen om litt.' },
  { fault: { kind: 'hang' }, says: 'Fiken svarer ikke akkurat nå.' },
]

function client({ tenant }: Customer, name: string, address: string, email = ''): string {
  const { account } = tenant
  const fields = { name, address, billing_address: address }
  const uuid = createRecord(world.vendors, account, 'company', fields)
  if (email !== '')
    createRecord(world.vendors, account, 'companycontact', {
      company_uuid: uuid,
      email,
      type: 'BILLING',
    })
  return uuid
}

const jobFor = (customer: Customer, company_uuid: string, address: string) =>
  finishJob(world, customer, { company_uuid, job_address: address, billing_address: address })

async function open(customer: Customer, look: Look): Promise<Page> {
  const expected = [/Failed to load resource/]
  const page = await browser.openPage({ ...look, as: customer, expected })
  await page.goto('/transfers')
  return page
}

async function buttonOf(page: Page, job: string, name: string, look: Look): Promise<Locator> {
  const row = rowOf(page, 'Overføringer', job)
  await row.waitFor()
  if (look.width === 360) await openCause(row)
  return row.locator('button, a').filter({ hasText: name }).filter({ visible: true }).first()
}

/** Finds visible primary buttons and links; only they have this background (ui/Button.tsx). */
const primary = (place: Locator) =>
  place.locator('button.border-brand.bg-brand:visible, a.border-brand.bg-brand:visible')

test.each(LOOKS)(
  'a customer billed as another until now is asked about with the drafts that went there, $width px',
  async (look) => {
    const customer = await readyCustomer(world)
    await customer.visitor.call(saveConfiguration, { body: { customerMatchThreshold: 50 } })
    const { company } = customer.tenant
    const manager = 'faktura@forvalteren.example'
    const address = 'Postboks 114\n5803 Bergen'
    const uuid = client(customer, 'Boligsameiet Måkehuset', address, manager)
    const other = addContact(world.vendors, company, {
      name: 'Boligsameiet Ternehuset',
      email: manager,
      customer: true,
    })
    const drafted = jobFor(customer, uuid, address)
    const { id } = await transferOf(customer.visitor, drafted.uuid, 'pending')
    const body = { contactId: other.contactId, always: true }
    await customer.visitor.call(chooseRecipient, { params: { id }, body })
    await transferOf(customer.visitor, drafted.uuid, 'completed')
    // Marks the link as created by an earlier fuzzy-matching rule.
    await world.product.platform.db.execute(
      sql`update customer_links set rule = 1, found_by = 'fuzzy' where client_uuid = ${uuid}`,
    )
    const jobs = [jobFor(customer, uuid, address), jobFor(customer, uuid, address)]
    for (const job of jobs) await transferOf(customer.visitor, job.uuid, 'pending')

    const page = await open(customer, look)
    await (await buttonOf(page, jobs[0]!.name, 'Velg kunde', look)).click()
    const dialog = page.getByRole('dialog', { name: `Hvem er kunden på ${jobs[0]!.name}?` })
    await dialog
      .getByText(
        '«Boligsameiet Måkehuset» har til nå vært fakturert som «Boligsameiet Ternehuset» i Fiken. Stemmer dette?',
      )
      .waitFor()
    await dialog
      .getByText(
        `Utkast som gikk dit, og ikke er fakturert: ${drafted.name}. Er kunden en annen, må de rettes i Fiken.`,
      )
      .waitFor()
    expect(await dialog.getByText(drafted.name).count()).toBe(1)
    expect(await dialog.getByRole('radio').first().isChecked()).toBe(false)
    await expectSound(page)

    await dialog.getByRole('radio', { name: /Lag ny kunde i Fiken/ }).check()
    const choose = dialog.getByRole('button', { name: 'Lag kunde og prøv 2 jobber' })
    const isOver = failingFor(world, customer, { kind: 'status', status: 429, path: '/contacts' })
    await choose.click()
    const alert = dialog
      .getByRole('alert')
      .filter({ hasText: 'Fiken er overbelastet. Prøv igjen om litt.' })
    await alert.waitFor()
    const [said, pressed] = [await alert.boundingBox(), await choose.boundingBox()]
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(pressed?.y ?? 0)
    expect(
      await alert.evaluate((node) => {
        const { x, y } = node.getBoundingClientRect()
        return node.contains(document.elementFromPoint(x + 20, y + 20))
      }),
    ).toBe(true)
    await expectSound(page)
    isOver()
    await choose.click()
    await dialog.waitFor({ state: 'detached' })
    for (const { uuid: job } of jobs) {
      const done = await transferOf(customer.visitor, job, 'completed')
      expect(draftOf(customer.tenant, done).customerId).not.toBe(other.contactId)
    }
  },
)

test.each(LOOKS)(
  'a customer that has moved keeps its contact, and its address in Fiken is changed with a press, $width px',
  async (look) => {
    const customer = await readyCustomer(world)
    const { account, company } = customer.tenant
    const uuid = client(customer, 'Flyttet Bakeri AS', 'Torget 2\n5014 Bergen')
    const before = jobFor(customer, uuid, 'Torget 2\n5014 Bergen')
    const first = await transferOf(customer.visitor, before.uuid, 'completed')
    const own = account.tables.company[uuid]!
    const moved = 'Nygata 40\n5700 Voss'
    const fields = { address: moved, billing_address: moved }
    updateRecord(world.vendors, account, 'company', own, fields)
    const job = jobFor(customer, uuid, moved)
    const { id } = await transferOf(customer.visitor, job.uuid, 'completed')

    const page = await open(customer, look)
    await page.goto(`/transfers?jobb=${id}`)
    const drawer = page.getByRole('dialog', { name: job.name })
    await drawer.getByText('Kunden har en annen adresse i Fiken').waitFor()
    await drawer
      .getByText('Fiken har Torget 2, 5014 Bergen. I ServiceM8 er den Nygata 40, 5700 Voss.')
      .waitFor()
    await expectSound(page)
    const change = drawer.getByRole('button', { name: 'Endre adressen i Fiken' })
    const isOver = failingFor(world, customer, { kind: 'status', status: 500, path: '/contacts/' })
    await change.click()
    await page.getByText('Adressen ble ikke endret').first().waitFor()
    await drawer.getByText('Kunden har en annen adresse i Fiken').waitFor()
    isOver()
    await change.click()
    await page
      .getByText('Adressen til «Flyttet Bakeri AS» i Fiken er nå Nygata 40, 5700 Voss.')
      .first()
      .waitFor()
    await drawer.getByText('Kunden har en annen adresse i Fiken').waitFor({ state: 'detached' })
    const contact = company.contacts.find(
      ({ contactId }) => contactId === draftOf(customer.tenant, first).customerId,
    )
    expect(contact?.address).toMatchObject({ streetAddress: 'Nygata 40', postCode: '5700' })
  },
)

test.each(LOOKS)(
  'a customer without an address has it entered in the drawer, where one button leads, $width px',
  async (look) => {
    const customer = await readyCustomer(world)
    const uuid = client(customer, 'Uten Adresse AS', '')
    const job = jobFor(customer, uuid, '')
    await transferOf(customer.visitor, job.uuid, 'failed')
    const page = await open(customer, look)
    await (await buttonOf(page, job.name, 'Skriv inn adressen', look)).click()
    const drawer = page.getByRole('dialog', { name: job.name })
    const save = drawer.getByRole('button', { name: 'Lagre og prøv igjen' })
    await save.waitFor()
    expect(await primary(drawer).allInnerTexts()).toEqual(['Lagre og prøv igjen'])
    await expectSound(page)
    await save.click()
    await drawer.getByText('Postnummer har fire siffer').waitFor()
    await expectSound(page)
    await drawer.getByLabel('Adresse', { exact: true }).fill('Nyveien 4')
    await drawer.getByLabel('Postnummer').fill('5067')
    await drawer.getByLabel('Poststed').fill('Bergen')
    for (const { fault, says } of FAILURES) {
      const isOver = failingFor(world, customer, { ...fault, path: '/contacts' })
      await save.click()
      await drawer.getByRole('alert').filter({ hasText: says }).first().waitFor()
      expect(await drawer.getByLabel('Postnummer').inputValue()).toBe('5067')
      await expectSound(page)
      isOver()
    }
    await save.click()
    await page
      .getByText(/^Adressen er lagret i Fiken\./)
      .first()
      .waitFor()
    await transferOf(customer.visitor, job.uuid, 'completed')
  },
)
