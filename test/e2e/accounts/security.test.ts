import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { login, readSession, register } from '#shared/contracts/auth'
import { forgotPassword, resetPassword } from '#shared/contracts/profile'
import { expectSound, PASSWORD, useBrowser } from '../../support/browser/browser.ts'
import { codeNow } from '../../support/authenticator.ts'
import { administrator } from '../../support/people/admin/administrator.ts'
import { newCustomer, readyCustomer } from '../../support/people/customer.ts'
import { CONFIRMATION, mailTo, tokenIn } from '../../support/vendors/mailbox.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

/** Finds visible primary buttons and links; only they have this background (ui/Button.tsx). */
const leadingIn = (place: Page | Locator) =>
  place.locator('button.border-brand.bg-brand:visible, a.border-brand.bg-brand:visible')

test.each([
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const)(
  'the address is asked about once, and confirmed with a press on the page of the link, at $width px',
  async (look) => {
    const email = `bekreft${look.width}@example.no`
    const body = {
      email,
      password: PASSWORD,
      firstName: 'Kari',
      lastName: 'Nordmann',
      companyName: 'Nordmann Rør',
      address: 'Storgata 1',
      postalCode: '0155',
      city: 'Oslo',
    }
    await world.visitor().call(register, { body })
    const page = await browser.openPage({ ...look, as: { email } })
    await page.goto('/help')
    await page.getByText(`Er ${email} din e-postadresse?`).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Send lenke' }).click()
    await page.getByText('E-post sendt').first().waitFor()
    await page.getByText(`Er ${email} din e-postadresse?`).waitFor({ state: 'detached' })
    const { text } = await mailTo(world.sandbox, email, CONFIRMATION)
    await page.goto(`/confirm-email?token=${tokenIn(text)}`)
    await page.getByRole('button', { name: 'Bekreft e-postadressen' }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Bekreft e-postadressen' }).click()
    await page.getByRole('heading', { name: 'E-postadressen er bekreftet' }).waitFor()
    await page.goto('/profile')
    await page.getByText('E-postadressen er bekreftet.').waitFor()
  },
)

test.each([
  { width: 1280, scheme: 'dark' },
  { width: 360, scheme: 'light' },
] as const)(
  'a second factor is switched on with the app’s first code, and asked for at the next log-in, at $width px',
  async (look) => {
    const customer = await newCustomer(world)
    const page = await browser.openPage({
      ...look,
      as: customer,
      expected: [/status of 401/, /status of 400 .*second-factor/],
    })
    await page.context().grantPermissions(['clipboard-write'])
    await page.goto('/profile')
    const card = page.getByRole('region', { name: 'Totrinns innlogging' })
    const leading = () => leadingIn(card).allInnerTexts()
    await card.getByRole('button', { name: 'Slå på totrinns innlogging' }).click()
    await card.getByRole('img', { name: 'QR-kode til autentiseringsappen' }).waitFor()
    const secret = (await card.locator('code').textContent()) ?? ''
    expect(await leading()).toEqual(['Slå på'])
    await expectSound(page)
    const first = card.getByLabel('Kode fra appen')
    const switchOn = card.getByRole('button', { name: 'Slå på', exact: true })
    await switchOn.click()
    await card.getByText('Skriv koden', { exact: true }).waitFor()
    await first.fill('000000')
    await switchOn.click()
    await card.getByText(/^Koden er feil eller brukt/).waitFor()
    await expect.poll(() => first.evaluate((at) => at === document.activeElement)).toBe(true)
    await expectSound(page)
    await first.fill(codeNow(secret))
    await switchOn.click()
    const codes = card.getByRole('listitem')
    await codes.first().waitFor()
    const [recovery = ''] = await codes.allTextContents()
    const places = page.getByRole('region', { name: 'Innlogginger' }).getByRole('listitem')
    await expect.poll(() => places.count()).toBe(1)
    expect(await leading()).toEqual(['Kopier kodene'])
    await expectSound(page)
    await card.getByRole('button', { name: 'Kopier kodene' }).click()
    await expect.poll(leading).toEqual(['Jeg har lagret kodene'])
    await card.getByRole('button', { name: 'Jeg har lagret kodene' }).click()
    await card.getByText('10 gjenopprettingskoder er igjen.').waitFor()

    await page.context().clearCookies()
    await page.goto('/auth')
    await page.getByLabel('E-postadresse').fill(customer.email)
    await page.getByLabel('Passord', { exact: true }).fill(PASSWORD)
    const form = page.getByRole('tabpanel')
    await form.getByRole('button', { name: 'Logg inn' }).click()
    const code = form.getByLabel('Kode')
    await code.waitFor()
    await expectSound(page)
    await code.fill('000000')
    await form.getByRole('button', { name: 'Logg inn' }).click()
    await page.getByText(/^Koden er feil eller brukt/).waitFor()
    await code.fill(recovery)
    await form.getByRole('button', { name: 'Logg inn' }).click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  },
)

test.each([
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const)(
  'other places where one is logged in are seen, and ended with one press, at $width px',
  async (look) => {
    const customer = await newCustomer(world)
    const page = await browser.openPage({ ...look, as: customer })
    await page.goto('/profile')
    const card = page.getByRole('region', { name: 'Innlogginger' })
    const places = card.getByRole('listitem')
    await places.nth(1).waitFor()
    const here = places.filter({ hasText: 'Her' })
    await here.getByText(/^Chrome/).waitFor()
    await here.getByText(/^Logget inn .* · fra 127\.0\.0\.1$/).waitFor()
    await expectSound(page)
    await card.getByRole('button', { name: 'Logg ut de andre' }).click()
    await page.getByText('Én innlogging er avsluttet').first().waitFor()
    await expect.poll(() => places.count()).toBe(1)
    await here.waitFor()
    expect(await card.getByRole('button', { name: 'Logg ut de andre' }).count()).toBe(0)
    expect((await customer.visitor.tryCall(readSession)).status).toBe(401)
  },
)

test.each([
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const)(
  'an administrator reads who logged in and who was refused, at $width px',
  async (look) => {
    const admin = await administrator(world)
    const { email } = await newCustomer(world)
    await world.visitor().tryCall(login, { body: { email, password: 'ikke dette passordet' } })
    const page = await browser.openPage({ ...look, as: admin })
    await page.goto('/admin')
    const card = page.getByRole('region', { name: 'Sikkerhetslogg' })
    await card.getByRole('button', { name: 'Vis sikkerhetsloggen' }).click()
    const refused = card.getByRole('listitem').filter({ hasText: email }).first()
    await refused.getByText('Innlogging avvist: feil passord').waitFor()
    await card
      .getByRole('listitem')
      .filter({ hasText: admin.email })
      .getByText('Logget inn', { exact: true })
      .first()
      .waitFor()
    expect(await card.getByText('ikke dette passordet').count()).toBe(0)
    await expectSound(page)
  },
)

test('after a new password by a link the connections are shown, and can be ended, on every screen', async () => {
  const customer = await readyCustomer(world)
  await world.visitor().call(forgotPassword, { body: { email: customer.email } })
  const { text } = await mailTo(world.sandbox, customer.email, 'Nytt passord til Fakturabro')
  const body = { token: tokenIn(text), password: PASSWORD, confirmPassword: PASSWORD }
  await world.visitor().call(resetPassword, { body })
  await world.visitor().call(login, { body: { email: customer.email, password: PASSWORD } })
  const page = await browser.openPage({ width: 360, as: customer })
  await page.goto('/help')
  await page.getByText(/^Passordet ble satt med en lenke/).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Koble fra Fiken' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Koble fra Fiken' }).click()
  await page.getByRole('button', { name: 'Koble fra Fiken' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Dette stemmer' }).click()
  await page.getByText(/^Passordet ble satt med en lenke/).waitFor({ state: 'detached' })
})

test('a password that is refused leaves one button to press on the page of the link', async () => {
  const customer = await newCustomer(world)
  await world.visitor().call(forgotPassword, { body: { email: customer.email } })
  const { text } = await mailTo(world.sandbox, customer.email, 'Nytt passord til Fakturabro')
  const page = await browser.openPage({ expected: [/status of 400/] })
  await page.goto(`/reset-password?token=${tokenIn(text)}`)
  await page.getByLabel('Nytt passord', { exact: true }).fill('qwerty123')
  await page.getByLabel('Bekreft passord', { exact: true }).fill('qwerty123')
  await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
  await page
    .getByText(/blant de vanligste/)
    .first()
    .waitFor()
  await expect.poll(() => leadingIn(page).count()).toBe(1)
})
