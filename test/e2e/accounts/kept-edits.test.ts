import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atRestAfter, openAtRest } from '../../support/browser/at-rest.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { chooseInRow, openProducts } from '../../support/browser/product-rows.ts'
import { logInAt } from '../../support/browser/screen.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { customerRow, editButton, editDialog, landlord } from '../../support/people/landlord.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const open = (as: Customer) => browser.openPage({ as, expected: [/Failed to load resource/] })

/** Ends the session on the server's side, and lets the next press find out. */
async function endBefore(page: Page, press: () => Promise<unknown>): Promise<void> {
  await page.context().clearCookies()
  await press()
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
}

async function logInAgain(page: Page, { email }: Pick<Customer, 'email'>): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, email)
}

const keptIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('edit ')))

const firm = (page: Page) =>
  page.getByRole('region', { name: 'Profilinformasjon' }).getByLabel('Firmanavn')
const saveProfile = (page: Page) =>
  page
    .getByRole('region', { name: 'Profilinformasjon' })
    .getByRole('button', { name: 'Lagre' })
    .click()

test('a profile that met the end of the session is there after the log-in, and once', async () => {
  const customer = await readyCustomer(world)
  const page = await open(customer)
  await openAtRest(page, '/profile')
  await firm(page).fill('Nytt Navn AS')
  await endBefore(page, () => saveProfile(page))
  await logInAgain(page, customer)
  await expect.poll(() => firm(page).inputValue()).toBe('Nytt Navn AS')
  expect(await keptIn(page)).toEqual([])
  await saveProfile(page)
  await page.getByText('Profilen din er oppdatert vellykket').first().waitFor()
  await page.reload()
  await expect.poll(() => firm(page).inputValue()).toBe('Nytt Navn AS')
})

test('nobody else gets it, and a log-out forgets it', async () => {
  const customer = await readyCustomer(world)
  const other = await readyCustomer(world)
  const page = await open(customer)
  await openAtRest(page, '/profile')
  await firm(page).fill('Hemmelig Navn AS')
  await endBefore(page, () => saveProfile(page))
  // An answer under way would bring the session's cookie back after it was taken.
  await atRestAfter(page, async () => {
    await logInAgain(page, other)
    await firm(page).waitFor()
  })
  await expect.poll(() => firm(page).inputValue()).not.toBe('Hemmelig Navn AS')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Hemmelig')

  await firm(page).fill('Angret AS')
  await endBefore(page, () => saveProfile(page))
  await page.goto('/auth')
  await logInAt(page, other.email)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await page.getByRole('link', { name: 'Opprett konto' }).first().waitFor()
  expect(await keptIn(page)).toEqual([])
})

/** Leaves the profile with an unsaved company name, at the end of the session. */
async function editedBeforeTheEnd(page: Page, name: string): Promise<void> {
  await openAtRest(page, '/profile')
  await firm(page).fill(name)
  await endBefore(page, () => saveProfile(page))
}

async function logInInAnotherTab(page: Page, { email }: Pick<Customer, 'email'>): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto('/auth')
  await logInAt(other, email)
  await other.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return other
}

test('a log-out in another tab forgets it too', async () => {
  const customer = await readyCustomer(world)
  const page = await open(customer)
  await editedBeforeTheEnd(page, 'Angret AS')
  const other = await logInInAnotherTab(page, customer)
  await expect
    .poll(() => keptIn(page))
    .toEqual([expect.stringMatching(/^edit [\da-f-]{36} [\da-f-]{36} profile$/)])
  await other.getByRole('button', { name: 'Logg ut' }).click()
  await expect.poll(() => keptIn(page)).toEqual([])
})

test('a tab that is looked at after a log-in in another is logged in, with what was typed', async () => {
  const customer = await readyCustomer(world)
  const page = await open(customer)
  await editedBeforeTheEnd(page, 'Nytt Navn AS')
  await logInInAnotherTab(page, customer)
  // In headless mode every tab counts as visible, so the test dispatches the event itself.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect.poll(() => firm(page).inputValue()).toBe('Nytt Navn AS')
})

test('a VAT rate is as it was chosen', async () => {
  const customer = await readyCustomer(world)
  const page = await open(customer)
  await page.goto('/configuration#mva')
  const rate = page.getByRole('group', { name: /MVA 12 %/ })
  await rate.getByLabel('MVA-type i Fiken').selectOption('Lav sats, 12 %')
  await rate.getByText('Ikke lagret').waitFor()
  await endBefore(page, () => page.getByRole('button', { name: 'Lagre', exact: true }).click())
  await logInAgain(page, customer)
  // A second load of the page would lose the edit, like any edit that is not saved.
  await page.getByText('Ulagrede endringer').first().waitFor()
  await page.evaluate(() => {
    location.hash = 'mva'
  })
  await rate.getByText('Ikke lagret').waitFor()
  await expect.poll(() => rate.getByLabel('MVA-type i Fiken').inputValue()).toBe('LOW')
})

test('a customer’s dialog opens again with what was typed', async () => {
  const customer = await landlord(world)
  const page = await open(customer)
  await page.goto('/customers')
  await customerRow(page, 'Nordnes Bakeri AS').waitFor()
  await editButton(page, 'Nordnes Bakeri AS').click()
  const same = editDialog(page).getByRole('switch', { name: 'Samme som kunde' })
  if ((await same.getAttribute('aria-checked')) === 'true') await same.click()
  const address = editDialog(page).getByRole('textbox', { name: 'Adresse' })
  await address.fill('Nygata 99')
  await endBefore(page, () => editDialog(page).getByRole('button', { name: 'Lagre' }).click())
  await logInAgain(page, customer)
  await expect.poll(() => address.inputValue()).toBe('Nygata 99')
  await editDialog(page).getByRole('button', { name: 'Lagre' }).click()
  await editDialog(page).waitFor({ state: 'detached' })
  await customerRow(page, 'Nordnes Bakeri AS').getByText('Nygata 99').first().waitFor()
})

test('a rule and a stock are as they were typed', async () => {
  const keeper = await shopkeeper(world)
  const page = await open(keeper)
  await page.goto('/configuration#kontoregler')
  const button = { name: /Lag kontoregler|Endre kontoregler/, disabled: false }
  await page.getByRole('button', button).press('Enter')
  const rules = page.getByRole('dialog', { name: 'Kontoregler' })
  await rules.getByLabel('Linjen inneholder').fill('pumpe')
  await rules.getByLabel('Konto').selectOption('3010')
  await endBefore(page, () => rules.getByRole('button', { name: 'Lagre regler' }).press('Enter'))
  await logInAgain(page, keeper)
  await expect.poll(() => rules.getByLabel('Linjen inneholder').inputValue()).toBe('pumpe')
  await rules.getByRole('button', { name: 'Lagre regler' }).press('Enter')
  await rules.waitFor({ state: 'detached' })

  const pair = (await keeper.compared()).matchedProducts.find(
    ({ fikenStock }) => fikenStock !== null,
  )
  if (!pair) throw new Error('there is no product with a stock')
  await openProducts(page, `?q=${encodeURIComponent(pair.fikenProductNumber)}`)
  await page
    .getByRole('button', { name: `Endre lager for ${pair.name}` })
    .first()
    .click()
  const stock = page.getByLabel(`Antall på lager: ${pair.name}`)
  await stock.fill('41')
  await endBefore(page, () => stock.press('Enter'))
  await logInAgain(page, keeper)
  await expect.poll(() => stock.inputValue()).toBe('41')

  await stock.press('Escape')
  await chooseInRow(page, pair.name, 'Endre pris i Fiken')
  const price = page.getByRole('dialog').getByLabel('Ny pris uten MVA')
  await price.fill('123,45')
  await endBefore(page, () => price.press('Enter'))
  await logInAgain(page, keeper)
  await expect.poll(() => price.inputValue()).toBe('123,45')
  await price.fill('123,46')
  await endBefore(page, () => price.press('Enter'))
  // The price was typed for a product that has left the list since.
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((one) => one.endsWith(' price')) ?? ''
    const kept = sessionStorage.getItem(key) ?? ''
    sessionStorage.setItem(key, kept.replace(/"id":"[^"]*"/, '"id":"gone"'))
  })
  await logInAgain(page, keeper)
  await chooseInRow(page, pair.name, 'Endre pris i Fiken')
  await expect.poll(() => price.inputValue()).toMatch(/^(?!123,46)\d/)
})
