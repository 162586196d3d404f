import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loginAttempts, users } from '#server/features/auth/tables'
import { fingerprint } from '#server/platform/vault'
import { forgotPassword } from '#shared/contracts/profile'
import { PASSWORD, useBrowser } from '../support/browser.ts'
import { mended, reads, rows } from '../support/catalogue.ts'
import { newCustomer, type Customer } from '../support/customer.ts'
import { mailTo } from '../support/mailbox.ts'
import { logInAt, menu } from '../support/screen.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** The catalogue of accounts: each row is brought about, read and mended. Those of the forms on the profile are in profile.test.ts. */

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

const HOUR_MS = 3_600_000
const NEW = 'et helt annet passord'
const open = (as?: Customer) => browser.openPage({ ...(as ? { as } : {}), expected: [/Failed to load resource/] })

/** As when the server is being replaced: what stands before it answers the next call of this path with a page of its own. */
async function proxyAnswersOnce(page: Page, path: string): Promise<void> {
  const page502 = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }
  await page.route(`**/api/${path}`, (route) => route.fulfill(page502), { times: 1 })
}

test(rows('login fields empty', 'wrong password', 'log-in failed'), async () => {
  const page = await open()
  await page.goto('/auth')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Logg inn' }).click()
  await reads(page, 'login fields empty')
  for (const email of ['ingen@example.no', customer.email]) {
    await logInAt(page, email, 'feil passord')
    await mended(page, 'login fields empty')
    await reads(page, 'wrong password')
  }
  await proxyAnswersOnce(page, 'auth/login')
  await logInAt(page, customer.email)
  await reads(page, 'log-in failed')
  expect(await page.getByText('Token utløpt').count()).toBe(0)
  await logInAt(page, customer.email)
  await mended(page, 'log-in failed')
  await mended(page, 'wrong password')
})

test(rows('too many guesses', 'account switched off'), async () => {
  const { email } = customer
  const { db } = world.product.platform
  const guessed = async (ago: number) => {
    const attempts = { failures: Array<number>(50).fill(Date.now() - ago), updatedAt: new Date() }
    await db
      .insert(loginAttempts)
      .values({ account: fingerprint(email), ...attempts })
      .onConflictDoUpdate({ target: loginAttempts.account, set: attempts })
  }
  const page = await open()
  await page.goto('/auth')
  await guessed(0)
  await logInAt(page, email)
  await reads(page, 'too many guesses')
  await guessed(HOUR_MS)

  const switchTo = (isActive: boolean) => db.update(users).set({ isActive }).where(eq(users.email, email))
  await switchTo(false)
  await logInAt(page, email)
  await reads(page, 'account switched off')
  await switchTo(true)
  await logInAt(page, email)
  await mended(page, 'account switched off')
  await mended(page, 'too many guesses')
})

test(rows('registration fields empty', 'password too short', 'password too common', 'address taken'), async () => {
  const page = await open()
  await page.goto('/auth?tab=register')
  const form = page.getByRole('tabpanel')
  const send = () => form.getByRole('button', { name: 'Opprett konto' }).click()
  const password = form.getByLabel('Passord', { exact: true })
  await send()
  await reads(page, 'registration fields empty')
  await fillRegistration(page, `ny-${customer.email}`, 'kort1')
  await mended(page, 'registration fields empty')
  await reads(page, 'password too short')
  await password.fill('sommer123')
  await mended(page, 'password too short')
  await send()
  await reads(page, 'password too common')
  await fillRegistration(page, customer.email, PASSWORD)
  await reads(page, 'address taken')
  await mended(page, 'password too common')
  await page.getByRole('tab', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await mended(page, 'address taken')
})

async function fillRegistration(page: Page, email: string, password: string): Promise<void> {
  const form = page.getByRole('tabpanel')
  for (const field of ['Fornavn', 'Etternavn', 'Firmanavn', 'Adresse', 'Postnummer', 'Poststed']) {
    await form.getByLabel(field, { exact: true }).fill(field === 'Postnummer' ? '5003' : 'Fjordvik')
  }
  await form.getByLabel('E-postadresse').fill(email)
  await form.getByLabel('Passord', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Opprett konto' }).click()
}

test(rows('registration failed'), async () => {
  const page = await open()
  await page.goto('/auth?tab=register')
  await proxyAnswersOnce(page, 'auth/register')
  await fillRegistration(page, `ny-${customer.email}`, PASSWORD)
  await reads(page, 'registration failed')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Opprett konto' }).click()
  await mended(page, 'registration failed')
})

test(rows('session not answered', 'who is logged in is not known yet', 'session ended'), async () => {
  const page = await open(customer)
  await proxyAnswersOnce(page, 'session/user')
  await page.goto('/')
  await reads(page, 'session not answered')

  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/session/user', (route) => mayAnswer.then(() => route.continue()), { times: 1 })
  await page.reload()
  await reads(page, 'who is logged in is not known yet')
  answer()
  await mended(page, 'who is logged in is not known yet')
  await mended(page, 'session not answered')

  await page.context().clearCookies()
  await menu(page, 'Overføringer')
  await reads(page, 'session ended')
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await mended(page, 'session ended')
  expect(new URL(page.url()).pathname).toBe('/transfers')
})

test(rows('no such page'), async () => {
  const page = await open()
  expect((await page.goto('/finnes-ikke'))?.status()).toBe(404)
  await reads(page, 'no such page')
  await page.getByRole('link', { name: 'Til forsiden' }).click()
  await mended(page, 'no such page')
})

test(rows('profile not saved', 'password fields empty', 'password not changed', 'account not deleted'), async () => {
  const page = await open(customer)
  await page.goto('/profile')
  const details = page.getByRole('region', { name: 'Profilinformasjon' })
  await proxyAnswersOnce(page, 'profile')
  await details.getByRole('button', { name: 'Lagre profilen' }).click()
  await reads(page, 'profile not saved')
  await details.getByRole('button', { name: 'Lagre profilen' }).click()
  await mended(page, 'profile not saved')

  const card = page.getByRole('region', { name: 'Passord' })
  const button = card.getByRole('button', { name: 'Endre passord' })
  await button.click()
  await button.click()
  await reads(page, 'password fields empty')
  await card.getByLabel('Nåværende passord', { exact: true }).fill(PASSWORD)
  await card.getByLabel('Nytt passord', { exact: true }).fill(NEW)
  await card.getByLabel('Gjenta nytt passord', { exact: true }).fill(NEW)
  await mended(page, 'password fields empty')
  await proxyAnswersOnce(page, 'change-password')
  await button.click()
  await reads(page, 'password not changed')
  await button.click()
  await mended(page, 'password not changed')

  const remove = async () => {
    await page.getByRole('button', { name: 'Slett kontoen min' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett kontoen' }).click()
  }
  await proxyAnswersOnce(page, 'session/delete-account')
  await remove()
  await reads(page, 'account not deleted')
  await remove()
  await mended(page, 'account not deleted')
  await page.waitForURL('**/auth')
})

test(rows('reset link not sent', 'address of the reset wrong', 'reset link sent'), async () => {
  const page = await open()
  await page.goto('/forgot-password')
  const send = page.getByRole('button', { name: 'Send lenke' })
  await send.click()
  await reads(page, 'address of the reset wrong')
  await page.getByLabel('E-postadresse').fill(customer.email)
  await mended(page, 'address of the reset wrong')
  await proxyAnswersOnce(page, 'forgot-password')
  await send.click()
  await reads(page, 'reset link not sent')
  await send.click()
  await mended(page, 'reset link not sent')
  await resetLink()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await mended(page, 'reset link sent')
  // An address without an account is told the same.
  await page.getByLabel('E-postadresse').fill('ingen@example.no')
  await send.click()
  await reads(page, 'reset link sent')
})

/** What stands in the mail to a person who has forgotten their password. */
async function resetLink(): Promise<string> {
  const { text } = await mailTo(world.sandbox, customer.email, 'Nytt passord til Fakturabro')
  return /http\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? ''
}

async function askForLink(): Promise<string> {
  await world.visitor().call(forgotPassword, { body: { email: customer.email } })
  return resetLink()
}

async function choosePassword(page: Page, password = NEW, again = password): Promise<void> {
  await page.getByLabel('Nytt passord', { exact: true }).fill(password)
  await page.getByLabel('Bekreft passord', { exact: true }).fill(again)
  await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
}

const asksForNewLink = (page: Page) => page.getByRole('link', { name: 'Be om ny lenke' }).click()

test(rows('reset link invalid', 'reset link without token'), async () => {
  const link = await askForLink()
  const page = await open()
  await page.goto(link.slice(0, -10))
  await choosePassword(page)
  await reads(page, 'reset link invalid')
  await asksForNewLink(page)
  await mended(page, 'reset link invalid')
  await page.goto('/reset-password')
  await reads(page, 'reset link without token')
  await asksForNewLink(page)
  await mended(page, 'reset link without token')
})

test(rows('reset fields wrong', 'reset passwords differ', 'password not reset', 'reset link used'), async () => {
  const link = await askForLink()
  const page = await open()
  await page.goto(link)
  await choosePassword(page, 'kort', '')
  await reads(page, 'reset fields wrong')
  await choosePassword(page, NEW, `${NEW}!`)
  await mended(page, 'reset fields wrong')
  await reads(page, 'reset passwords differ')
  await proxyAnswersOnce(page, 'reset-password')
  await choosePassword(page)
  await reads(page, 'password not reset')
  await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
  await mended(page, 'reset passwords differ')
  await mended(page, 'password not reset')
  await page.goto(link)
  await choosePassword(page)
  await reads(page, 'reset link used')
  await asksForNewLink(page)
  await mended(page, 'reset link used')
})
