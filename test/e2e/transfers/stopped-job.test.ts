import { describe, expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { putJob } from '#sandbox/seed/put'
import { useBrowser } from '../../support/browser/browser.ts'
import { LOOKS, seenAt } from '../../support/browser/seen-at.ts'
import { WITHDRAWN } from '../../support/catalogue/settings.ts'
import { fixed, reads, walkRows } from '../../support/catalogue/index.ts'
import {
  askForConsent,
  complete,
  draftsOf,
  openJobs,
  readyCustomer,
  type Customer,
  noneUnderWay,
} from '../../support/people/customer.ts'
import { arrived, connect, menu, openRate, rowOf } from '../../support/browser/screen.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

function jobWithRate(customer: Customer, rate: '12' | '25'): string {
  const { account } = customer.tenant
  const client = Object.values(account.tables.company)[0]!.name
  return putJob(world.vendors, account, {
    key: `sats ${rate}`,
    client,
    state: 'work order',
    daysAgo: 0.1,
    description: 'Ferge for servicebil',
    lines: [{ name: 'Ferge', price: '312.50', rate }],
  })
}

test('a job with an unmapped VAT rate says so, links to the table, and is completed from there', async () => {
  const customer = await readyCustomer(world)
  const page = await browser.openPage({ as: customer })
  const job = complete(world, customer, jobWithRate(customer, '12'))
  await arrived(page, job)
  await page.goto('/')
  await page.getByRole('button', { name: /^Feil/ }).click()
  const failed = rowOf(page, /Feilede overføringer/, job)
  await failed.getByText('MVA-satsen er ikke koblet til Fiken').waitFor()
  await failed.getByText('MVA 12 %').waitFor()
  await failed.getByRole('button', { name: 'Velg MVA-type' }).click()
  await page.getByRole('link', { name: 'Åpne hele MVA-tabellen' }).click()

  const rate = await openRate(page, /MVA 12 %/)
  await rate.getByText('Må velges').waitFor()
  await rate.getByLabel('MVA-type i Fiken').selectOption('Lav sats, 12 %')
  for (const account of ['Konto for varer', 'Konto for tjenester'])
    await rate.getByLabel(account).selectOption('3040')
  // Leaving the page without saving would lose the change, and the next job would be blocked again.
  await page.getByRole('status').filter({ hasText: 'Ulagrede endringer' }).waitFor()
  await menu(page, 'Dashboard')
  const question = page.getByRole('alertdialog', { name: 'Ulagrede endringer' })
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Lagre', exact: true }).click()
  await rate.getByText('Klar').waitFor()

  await menu(page, 'Dashboard')
  await page.getByRole('button', { name: /^Feil/ }).click()
  await failed.getByRole('button', { name: 'Prøv igjen' }).dblclick()
  await rowOf(page, 'Nylige overføringer', job).getByText('Fullført').waitFor()
  await noneUnderWay(world)
  expect(draftsOf(customer, job)).toBe(1)
})

describe.each(seenAt(LOOKS))('at $width pixels, $scheme', (look) => {
  walkRows(WITHDRAWN, {
    'access withdrawn': async () => {
      const customer = await readyCustomer(world)
      const { oauth } = world.vendors.state.fiken
      const page = await browser.openPage({ ...look, as: customer })
      await page.goto('/')
      await page.getByText('Klar til å begynne.').waitFor()
      revokeSubject(oauth, customer.tenant.user.email)
      const job = complete(world, customer, openJobs(customer)[0]!)
      await arrived(page, job)
      await page.reload()
      await rowOf(page, 'Nylige overføringer', job).getByText('Venter', { exact: true }).waitFor()
      await reads(page, 'access withdrawn')
      await menu(page, 'Overføringer')
      const waiting = rowOf(page, 'Overføringer', job)
      await waiting.getByText('Tilgangen til Fiken er utløpt', { exact: true }).waitFor()
      await page.goto('/configuration')
      // The status is not "Frakoblet", because the user has not disconnected Fiken.
      const fiken = page.getByRole('region', { name: 'Fiken', exact: true })
      await fiken.getByText('Token utløpt', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Godkjenn Fiken på nytt' }).click()
      await connect(page, 'Fiken', customer.tenant.user.email)
      await fixed(page, 'access withdrawn')
      await page.getByText('Velg selskap for å fortsette').waitFor()
      await page
        .getByRole('button', { name: `Fortsett med ${customer.tenant.company.info.name}` })
        .click()
      await page.getByText('Velg selskap for å fortsette').waitFor({ state: 'detached' })
      await menu(page, 'Overføringer')
      await waiting.getByText('Fullført').waitFor()
      await noneUnderWay(world)
      expect(draftsOf(customer, job)).toBe(1)
    },
  })
})
