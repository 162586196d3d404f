import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { newCustomer, type Customer } from '../support/customer.ts'
import { logInAt, menu, textOf } from '../support/screen.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Who gets in, who does not, and what they are told. */

let world: TestWorld
let customer: Customer
const browser = useBrowser(() => world)

beforeAll(async () => {
  world = await startWorld()
  customer = await newCustomer(world)
})
afterAll(() => world.stop())

test('a wrong password, an unknown address and empty fields are each told in the words of the specification', async () => {
  const page = await browser.openPage({ expected: [/status of 401 .*\/api\/auth\/login/] })
  await page.goto('/auth')
  const form = page.getByRole('tabpanel')
  await form.getByRole('button', { name: 'Logg inn' }).click()
  await form.getByText('E-postadresse er påkrevd').waitFor()
  await form.getByText('Passord er påkrevd').waitFor()
  for (const email of [customer.email, 'ingen@example.no']) {
    await logInAt(page, email, 'feil passord')
    await form.getByText('Ugyldig e-postadresse eller passord. Sjekk innloggingsopplysningene dine.').waitFor()
    await page.reload()
  }
  expect(await page.getByText('Token utløpt').count()).toBe(0)
})

test('registration names each field that is missing, a password that is too short, and an address that has an account', async () => {
  const page = await browser.openPage({ expected: [/status of 409 .*\/api\/auth\/register/] })
  await page.goto('/auth?tab=register')
  const form = page.getByRole('tabpanel')
  await form.getByRole('button', { name: 'Opprett konto' }).click()
  const fields = ['Fornavn', 'Etternavn', 'Firmanavn', 'Adresse', 'Postnummer', 'Poststed', 'E-postadresse', 'Passord']
  for (const field of fields) await form.getByText(`${field} er påkrevd`, { exact: true }).waitFor()
  for (const field of fields) await form.getByLabel(field, { exact: true }).fill('noe')
  await form.getByLabel('E-postadresse').fill(customer.email)
  await form.getByText('Passordet må være minst 6 tegn').waitFor()
  await form.getByLabel('Passord', { exact: true }).fill('et helt annet passord')
  await form.getByRole('button', { name: 'Opprett konto' }).click()
  await form.getByText('E-postadressen er allerede registrert. Prøv å logge inn i stedet.').waitFor()
})

test('whoever logs out is out, and is led back to the page they wanted after logging in', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/auth')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await page.getByRole('link', { name: 'Opprett konto' }).first().waitFor()

  await page.goto('/transfers')
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/transfers')
})

test('a session that ends while the app is open leads to the card that says what to do', async () => {
  const page = await browser.openPage({ as: customer, expected: [/status of 401/] })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.context().clearCookies()
  await menu(page, 'Overføringer')
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  await page.getByText('Token utløpt').first().waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).waitFor()
})

test('an address that does not exist says so, and answers 404', async () => {
  const page = await browser.openPage({ expected: [/status of 404 .*\/finnes-ikke/] })
  const answer = await page.goto('/finnes-ikke')
  expect(answer?.status()).toBe(404)
  expect(await textOf(page.getByRole('main'))).toContain('404 Page Not Found')
  await page.getByText('Did you forget to add the page to the router?').waitFor()
  await page.getByRole('link', { name: 'Til forsiden' }).click()
  await page.getByRole('link', { name: 'Opprett konto' }).first().waitFor()
})

test('/config leads to the configuration', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/config')
  await page.getByRole('heading', { name: 'Konfigurasjoner' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/configuration')
})
