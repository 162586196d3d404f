import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { textOf } from '../../support/browser/screen.ts'
import type { Customer } from '../../support/people/customer.ts'
import {
  billingIn,
  changeClient,
  customerRow,
  editButton,
  editDialog,
  landlord,
  NAMES,
  rowsOf,
} from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const address = (page: Page) => editDialog(page).getByLabel('Adresse', { exact: true })
const button = (page: Page, name: string) => editDialog(page).getByRole('button', { name })
const closed = (page: Page) => editDialog(page).waitFor({ state: 'detached' })
const away = ({ tenant }: Customer) =>
  world.vendors.faults.add({
    vendor: 'servicem8',
    kind: 'status',
    status: 503,
    path: '/company',
    who: tenant.account.uuid,
  })

async function saveAddress(page: Page, street: string): Promise<void> {
  await editButton(page, NAMES.block).click()
  await address(page).fill(street)
  await button(page, 'Lagre').click()
}

test('two who edit the same customer see both versions side by side, and nothing is overwritten', async () => {
  const customer = await landlord(world)
  const page = await browser.openPage({
    as: customer,
    expected: [/status of 409 .*\/api\/customers\/companies/],
  })
  await page.goto('/customers')
  await editButton(page, NAMES.block).click()
  await address(page).fill('Min gate 1')
  changeClient(world, customer, NAMES.block, {
    billing_address: 'Havn Drift AS\nDeres gate 2\n5804 Bergen',
  })
  await button(page, 'Lagre').click()
  await editDialog(page).getByText('Kunden er endret i ServiceM8').waitFor()
  const differing = editDialog(page).locator('tr[data-differs=true]')
  expect(await differing.count()).toBe(1)
  expect(await textOf(differing)).toBe('Adresse Ulik Min gate 1 Deres gate 2')
  expect(billingIn(customer, NAMES.block)).toContain('Deres gate 2')
  await expectSoundInEveryLook(page)
  await button(page, 'Endre min først').click()
  await expect.poll(() => address(page).inputValue()).toBe('Min gate 1')
  await button(page, 'Lagre').click()
  await closed(page)
  await expect.poll(() => billingIn(customer, NAMES.block)).toContain('Min gate 1')
})

test('"Behold min" and "Bruk ServiceM8 sin" each save what they name', async () => {
  const customer = await landlord(world)
  const page = await browser.openPage({
    as: customer,
    expected: [/status of 409 .*\/api\/customers\/companies/],
  })
  await page.goto('/customers')
  for (const [choice, kept] of [
    ['Behold min', 'Min gate 1'],
    ['Bruk ServiceM8 sin', 'Deres gate 2'],
  ] as const) {
    await editButton(page, NAMES.block).click()
    await address(page).fill('Min gate 1 A')
    await address(page).fill('Min gate 1')
    changeClient(world, customer, NAMES.block, {
      billing_address: `Havn Drift AS\nDeres gate 2\n${choice === 'Behold min' ? '5804' : '5805'} Bergen`,
    })
    await button(page, 'Lagre').click()
    await button(page, choice).click()
    await closed(page)
    await until(`${kept} to be in ServiceM8`, () => billingIn(customer, NAMES.block).includes(kept))
    await customerRow(page, NAMES.block).getByText(kept).first().waitFor()
  }
})

test('an address that waits for ServiceM8 says so in its row, and is tried again from there', async () => {
  const customer = await landlord(world)
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await customerRow(page, NAMES.block).waitFor()
  const { id } = away(customer)
  await saveAddress(page, 'Ventegata 3')
  await closed(page)
  const row = customerRow(page, NAMES.block)
  await row.getByText('Ikke skrevet til ServiceM8 ennå').waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  world.vendors.faults.remove(id)
  const again = row.getByRole('button', { name: 'Prøv igjen' })
  // The server retries as well, and can succeed before the button is pressed.
  if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined)
  await again.waitFor({ state: 'detached' })
  await until('it to be in ServiceM8', () =>
    billingIn(customer, NAMES.block).includes('Ventegata 3'),
  )
})

test('what was changed in ServiceM8 while an address waited is chosen between', async () => {
  const customer = await landlord(world)
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await customerRow(page, NAMES.block).waitFor()
  const { id } = away(customer)
  await saveAddress(page, 'Ventegata 4')
  await closed(page)
  changeClient(world, customer, NAMES.block, {
    billing_address: 'Havn Drift AS\nHerregata 5\n5804 Bergen',
  })
  world.vendors.faults.remove(id)
  const both = customerRow(page, NAMES.block).getByRole('button', { name: 'Se begge versjonene' })
  await both.click()
  await editDialog(page).getByText('Ventegata 4').waitFor()
  await editDialog(page).getByText('Herregata 5').waitFor()
  await button(page, 'Bruk ServiceM8 sin').click()
  await closed(page)
  await customerRow(page, NAMES.block).getByText('Herregata 5').first().waitFor()
  await both.waitFor({ state: 'detached' })
  await expect.poll(() => billingIn(customer, NAMES.block)).toContain('Herregata 5')
})

test('without a consent that may write customers, the dialog and the row offer to connect again', async () => {
  const customer = await landlord(world)
  await world.product.platform.db.execute(
    sql`update connections set scope = replace(scope, 'manage_customers', '') where vendor = 'servicem8'`,
  )
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await editButton(page, NAMES.block).click()
  await editDialog(page).getByText('Adressen kan ikke skrives til ServiceM8 ennå').waitFor()
  await button(page, 'Koble til ServiceM8 på nytt').waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await address(page).fill('Samtykkeveien 6')
  await button(page, 'Lagre').click()
  await closed(page)
  const row = customerRow(page, NAMES.block)
  await row.getByText('Kan ikke skrives til ServiceM8 ennå').waitFor()
  expect(billingIn(customer, NAMES.block)).not.toContain('Samtykkeveien')
  const popup = page.waitForEvent('popup')
  await row.getByRole('button', { name: 'Koble til ServiceM8 på nytt' }).click()
  const consent = await popup
  await consent.getByLabel(customer.tenant.account.vendor.name).check()
  const gone = consent.waitForEvent('close')
  await consent.getByRole('button', { name: 'Gi tilgang' }).click()
  await gone
  await row.getByText('Kan ikke skrives til ServiceM8 ennå').waitFor({ state: 'detached' })
  await until('it to be in ServiceM8', () =>
    billingIn(customer, NAMES.block).includes('Samtykkeveien 6'),
  )
  expect((await rowsOf(customer)).every(({ saved }) => saved?.servicem8 !== 'consent')).toBe(true)
})
