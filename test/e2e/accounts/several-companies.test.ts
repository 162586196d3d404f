import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addCompany } from '#shared/contracts/account/companies'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { newCustomer, type Customer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const SECOND = 'Solvik Elektro AS'

async function ownerOfTwo(): Promise<Customer> {
  const customer = await newCustomer(world)
  await customer.visitor.call(addCompany, {
    body: { companyName: SECOND, address: 'Strandgaten 12', postalCode: '5013', city: 'Bergen' },
  })
  return customer
}

const choose = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name }).click()
const switcher = (page: Page) => page.getByTitle('Bytt firma')

test('two tabs show two companies at once, and switching one leaves the other', async () => {
  const page = await browser.openPage({ as: await ownerOfTwo() })
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Velg firma' }).waitFor()
  await expectSound(page)
  await choose(page, SECOND)
  await expect.poll(() => page.getByLabel('Firmanavn').inputValue()).toBe(SECOND)
  await expect.poll(() => page.title()).toBe(`Min profil – ${SECOND} – Fakturabro`)

  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect.poll(() => other.getByLabel('Firmanavn').inputValue()).toBe(SECOND)
  await switcher(other).click()
  const dialog = other.getByRole('dialog', { name: 'Bytt firma' })
  const first = dialog.locator('li button:not([aria-current])')
  await first.waitFor()
  await expectSound(other)
  const name = (await first.locator('span > span').first().textContent()) ?? ''
  await first.click()
  await expect.poll(() => other.getByLabel('Firmanavn').inputValue()).toBe(name)
  await page.reload()
  await expect.poll(() => page.getByLabel('Firmanavn').inputValue()).toBe(SECOND)
  await other.reload()
  await expect.poll(() => other.getByLabel('Firmanavn').inputValue()).toBe(name)
})

test('a phone shows which company it is, and switches from its menu', async () => {
  const page = await browser.openPage({ as: await ownerOfTwo(), width: 360 })
  await page.goto('/')
  await choose(page, SECOND)
  await page.getByRole('banner').getByText(SECOND).waitFor()
  await page.getByRole('button', { name: 'Meny' }).tap()
  await switcher(page).tap()
  await page.getByRole('dialog', { name: 'Bytt firma' }).getByText('Vises nå').waitFor()
  await expectSound(page)
})

test('somebody with one company sees nothing of it, and adds another from the profile', async () => {
  const page = await browser.openPage({ as: await newCustomer(world) })
  await page.goto('/profile')
  const add = page.getByRole('button', { name: 'Legg til firma' })
  await add.waitFor()
  expect(await switcher(page).count()).toBe(0)
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Legg til firma' })
  await dialog.getByLabel('Firmanavn').fill(SECOND)
  await dialog.getByLabel('Adresse').fill('Strandgaten 12')
  await dialog.getByLabel('Postnummer').fill('5013')
  await dialog.getByLabel('Poststed').fill('Bergen')
  await dialog.getByRole('button', { name: 'Opprett firma' }).click()
  await expect.poll(() => page.title()).toBe(`Dashboard – ${SECOND} – Fakturabro`)
  await switcher(page).waitFor()
})
