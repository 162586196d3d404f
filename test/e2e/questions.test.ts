import { expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob } from '#sandbox/servicem8/workshop'
import { saveConfiguration } from '#shared/contracts/configuration'
import { listTransfers } from '#shared/contracts/transfers/list'
import { expectSound, useBrowser } from '../support/browser/browser.ts'
import {
  askForConsent,
  complete,
  draftsOf,
  openJobs,
  readyCustomer,
  noneUnderWay,
  type Customer,
} from '../support/people/customer.ts'
import { inboxEmpty } from '../support/people/plumber.ts'
import { openCause, rowOf, saved } from '../support/browser/screen.ts'
import { until } from '../support/wait.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

/** Adds a namesake of a private Fiken customer at another address, with a completed job. */
async function namesake(customer: Customer): Promise<{ job: string; name: string }> {
  const { account, company } = customer.tenant
  const twin = company.contacts.find((contact) => contact.customer && !contact.organizationNumber)!
  const address = 'Torget 1\n4836 Arendal'
  const uuid = '0a000000-0000-4000-8000-00000000000a'
  createRecord(world.vendors, account, 'company', {
    uuid,
    name: twin.name,
    address,
    billing_address: address,
  })
  const fields = {
    status: 'Completed',
    company_uuid: uuid,
    job_address: address,
    billing_address: address,
  }
  const job = addJob(world.vendors, account, fields, [
    { name: 'Arbeid', displayed_amount: '800.0000' },
  ])
  await inboxEmpty({ world })
  await until('the question', async () =>
    (await customer.visitor.call(listTransfers)).some(
      (row) => row.pendingReason === 'ambiguous_customer',
    ),
  )
  return { job: `Jobb #${account.tables.job[job]?.generated_job_id}`, name: twin.name }
}

test.for([
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const)(
  'an uncertain customer is chosen once, with the keyboard, at $width px in $scheme',
  async ({ width, scheme }) => {
    const customer = await readyCustomer(world)
    const { job, name } = await namesake(customer)
    const before = customer.tenant.company.contacts.length
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/transfers')
    const row = rowOf(page, 'Overføringer', job)
    await row.getByText('Usikker på hvem som er kunden i Fiken').waitFor()
    if (width === 360) await openCause(row)
    await row.getByRole('button', { name: 'Velg kunde' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Hvem er kunden på ${job}?` })
    await dialog.getByText('4836 Arendal').waitFor()
    await dialog
      .getByRole('radio', { name: new RegExp(name) })
      .first()
      .waitFor()
    await dialog.getByText('annen adresse', { exact: true }).first().waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: /^Velg og prøv/ }).press('Enter')
    await dialog.getByText('Velg en av kontaktene, eller lag en ny kunde.').waitFor()
    await dialog.getByRole('radio', { name: /Lag ny kunde i Fiken/ }).press('Space')
    await dialog.getByRole('button', { name: /^Lag kunde og prøv/ }).press('Enter')
    await page.getByText('Kunden er valgt').first().waitFor()
    await row.getByText('Fullført').waitFor()
    await noneUnderWay(world)
    expect(draftsOf(customer, job)).toBe(1)
    expect(customer.tenant.company.contacts.length).toBe(before + 1)
  },
)

test('switching on asks about jobs completed while the integration was off, and a skipped one can come back', async () => {
  const customer = await readyCustomer(world)
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  const [first, second] = openJobs(customer)
  const job = complete(world, customer, first!)
  const page = await browser.openPage({ as: customer })
  await inboxEmpty({ world })
  await page.goto('/configuration#integrasjon')
  const card = page.getByRole('region', { name: 'Integrasjonsstatus' })
  await page.waitForFunction(() => document.activeElement?.id === 'integrasjon')
  await saved(page, () => page.getByRole('switch', { name: 'Automatisk overføring' }).click())
  await card.getByText('Den ble ferdig mens integrasjonen var av.').waitFor()
  await expectSound(page)
  await card.getByRole('button', { name: 'Hopp over' }).click()
  await card.getByText('1 ferdig jobb').waitFor({ state: 'detached' })
  await noneUnderWay(world)
  expect(draftsOf(customer, job)).toBe(0)

  await page.goto('/transfers?status=deleted')
  const row = rowOf(page, 'Overføringer', job)
  await row.getByText('Slettet').waitFor()
  await row.getByRole('button', { name: 'Gjenopprett' }).click()
  await page.getByText('Ingen slettede overføringer').waitFor()
  await page.getByLabel('Status').selectOption('Alle statuser')
  await row.getByRole('button', { name: 'Overfør nå' }).click()
  await row.getByText('Fullført').waitFor()
  await noneUnderWay(world)
  expect(draftsOf(customer, job)).toBe(1)

  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  const later = complete(world, customer, second!)
  await inboxEmpty({ world })
  await customer.visitor.call(saveConfiguration, { body: { isActive: true } })
  await page.goto('/')
  await page.getByRole('button', { name: 'Overfør nå' }).click()
  await rowOf(page, 'Nylige overføringer', later).getByText('Fullført').waitFor()
  await noneUnderWay(world)
  expect(draftsOf(customer, later)).toBe(1)
})
