import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { PASSWORD, useBrowser } from '../support/browser.ts'
import { CATALOGUE, row } from '../support/catalogue.ts'
import { newCustomer, type Customer } from '../support/customer.ts'
import { mailTo } from '../support/mailbox.ts'
import { logInAt, menu } from '../support/screen.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** The error catalogue of accounts: each row is brought about, read and mended. */

let world: TestWorld
let customer: Customer
const browser = useBrowser(() => world)

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  customer = await newCustomer(world)
})
afterAll(() => world.stop())

const NEW = 'et helt annet passord'
const open = (as?: Customer) => browser.openPage({ ...(as ? { as } : {}), expected: [/Failed to load resource/] })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
const reads = (page: Page, key: keyof typeof CATALOGUE) => page.getByText(CATALOGUE[key].says).first().waitFor()

/** As when the server is being replaced: what stands before it answers the next call of this path with a page of its own. */
async function proxyAnswersOnce(page: Page, path: string): Promise<void> {
  const page502 = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }
  await page.route(`**/api/${path}`, (route) => route.fulfill(page502), { times: 1 })
}

test(row('wrong password'), async () => {
  const page = await open()
  await page.goto('/auth')
  await logInAt(page, customer.email, 'feil passord')
  await reads(page, 'wrong password')
  await logInAt(page, customer.email)
  await dashboard(page)
})

test(row('log-in failed'), async () => {
  const page = await open()
  await page.goto('/auth')
  await proxyAnswersOnce(page, 'auth/login')
  await logInAt(page, customer.email)
  await reads(page, 'log-in failed')
  await logInAt(page, customer.email)
  await dashboard(page)
})

async function fillRegistration(page: Page, email: string): Promise<void> {
  const form = page.getByRole('tabpanel')
  for (const field of ['Fornavn', 'Etternavn', 'Firmanavn', 'Adresse', 'Postnummer', 'Poststed']) {
    await form.getByLabel(field, { exact: true }).fill(field === 'Postnummer' ? '5003' : 'Fjordvik')
  }
  await form.getByLabel('E-postadresse').fill(email)
  await form.getByLabel('Passord', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Opprett konto' }).click()
}

test(row('address taken'), async () => {
  const page = await open()
  await page.goto('/auth?tab=register')
  await fillRegistration(page, customer.email)
  await reads(page, 'address taken')
  await page.getByRole('tab', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await dashboard(page)
})

test(row('registration failed'), async () => {
  const page = await open()
  await page.goto('/auth?tab=register')
  await proxyAnswersOnce(page, 'auth/register')
  await fillRegistration(page, `ny-${customer.email}`)
  await reads(page, 'registration failed')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Opprett konto' }).click()
  await dashboard(page)
})

test(row('session ended'), async () => {
  const page = await open(customer)
  await page.goto('/')
  await dashboard(page)
  await page.context().clearCookies()
  await menu(page, 'Overføringer')
  await reads(page, 'session ended')
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
})

test(row('profile not saved'), async () => {
  const page = await open(customer)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Profilinformasjon' })
  await card.getByLabel('Fornavn').fill('Kari')
  await proxyAnswersOnce(page, 'profile')
  await card.getByRole('button', { name: 'Lagre profilen' }).click()
  await reads(page, 'profile not saved')
  await card.getByRole('button', { name: 'Lagre profilen' }).click()
  await page.getByText('Profilen din er oppdatert vellykket').first().waitFor()
})

test(row('password not changed'), async () => {
  const page = await open(customer)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Passord' })
  const button = card.getByRole('button', { name: 'Endre passord' })
  await button.click()
  await card.getByLabel('Nåværende passord', { exact: true }).fill(PASSWORD)
  await card.getByLabel('Nytt passord', { exact: true }).fill(NEW)
  await card.getByLabel('Gjenta nytt passord', { exact: true }).fill(NEW)
  await proxyAnswersOnce(page, 'change-password')
  await button.click()
  await reads(page, 'password not changed')
  await button.click()
  await page.getByText('Passord endret').first().waitFor()
})

test(row('account not deleted'), async () => {
  const page = await open(customer)
  await page.goto('/profile')
  const remove = async () => {
    await page.getByRole('button', { name: 'Slett kontoen min' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett kontoen' }).click()
  }
  await proxyAnswersOnce(page, 'session/delete-account')
  await remove()
  await reads(page, 'account not deleted')
  await remove()
  await page.waitForURL('**/auth')
})

test(row('reset link not sent'), async () => {
  const page = await open()
  await page.goto('/forgot-password')
  await page.getByLabel('E-postadresse').fill(customer.email)
  await proxyAnswersOnce(page, 'forgot-password')
  await page.getByRole('button', { name: 'Send lenke' }).click()
  await reads(page, 'reset link not sent')
  await page.getByRole('button', { name: 'Send lenke' }).click()
  await page.getByRole('heading', { name: 'Sjekk din e-post' }).waitFor()
  await resetLink()
})

/** What stands in the mail to a person who has forgotten their password. */
async function resetLink(): Promise<string> {
  const { text } = await mailTo(world.sandbox, customer.email, 'Nytt passord til Fakturabro')
  return /http\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? ''
}

async function askForLink(): Promise<string> {
  const page = await open()
  await page.goto('/forgot-password')
  await page.getByLabel('E-postadresse').fill(customer.email)
  await page.getByRole('button', { name: 'Send lenke' }).click()
  return resetLink()
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Nytt passord', { exact: true }).fill(NEW)
  await page.getByLabel('Bekreft passord', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
}

async function asksForNewLink(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Be om ny lenke' }).click()
  await page.getByRole('heading', { name: 'Glemt passord' }).waitFor()
}

test(row('reset link invalid'), async () => {
  const link = await askForLink()
  const page = await open()
  await page.goto(link.slice(0, -10))
  await choosePassword(page)
  await reads(page, 'reset link invalid')
  await asksForNewLink(page)
})

test(row('reset link used'), async () => {
  const link = await askForLink()
  const page = await open()
  await page.goto(link)
  await choosePassword(page)
  await page.getByRole('heading', { name: 'Passord oppdatert!' }).waitFor()
  await page.goto(link)
  await choosePassword(page)
  await reads(page, 'reset link used')
  await asksForNewLink(page)
})

test(row('password not reset'), async () => {
  const link = await askForLink()
  const page = await open()
  await page.goto(link)
  await proxyAnswersOnce(page, 'reset-password')
  await choosePassword(page)
  await reads(page, 'password not reset')
  await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
  await page.getByRole('heading', { name: 'Passord oppdatert!' }).waitFor()
})

test(row('reset link without token'), async () => {
  const page = await open()
  await page.goto('/reset-password')
  await reads(page, 'reset link without token')
  await asksForNewLink(page)
})
