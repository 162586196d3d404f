import { expect, test } from 'vitest'
import { atRestAfter, openAtRest } from '../../support/browser/at-rest.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newCustomer } from '../../support/people/customer.ts'
import { introduce, logInAt, register } from '../../support/browser/screen.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await newCustomer(world)
const browser = useBrowser(() => world)

test('a user who logs out is out, and after logging in returns to the page they asked for', async () => {
  const page = await browser.openPage({ as: customer })
  // The page must be at rest, because a request under way when the session ends is refused, and the
  // browser logs that as an error.
  await openAtRest(page, '/auth')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await page.getByRole('link', { name: 'Opprett konto' }).first().waitFor()

  // Nothing has expired for a user who has logged out.
  await page.goto('/configuration')
  await page.getByText('Du må logge inn for å se denne siden.').waitFor()

  await page.goto('/transfers')
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/transfers')
})

test('who logs out in one window is quietly out in the others too: no access is said to have expired', async () => {
  const page = await browser.openPage({ as: customer })
  await openAtRest(page, '/')
  const other = await page.context().newPage()
  await openAtRest(other, '/transfers')
  await other.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  await atRestAfter(other, async () => {
    await page.getByRole('button', { name: 'Logg ut' }).click()
    await page.getByRole('link', { name: 'Opprett konto' }).first().waitFor()
    await other.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  })
  expect(await other.getByRole('listitem').filter({ hasText: 'Token utløpt' }).count()).toBe(0)
})

test('who goes back from the second page of the registration finds the first one as it was', async () => {
  const page = await browser.openPage()
  await page.goto('/auth?tab=register')
  const form = page.getByRole('tabpanel')
  await introduce(page, { email: 'tilbake@fjordvik.example' })
  await form.getByLabel('Poststed').fill('Bergen')
  await page.goBack()
  await expect
    .poll(() => form.getByLabel('E-postadresse').inputValue())
    .toBe('tilbake@fjordvik.example')
  await expect.poll(() => form.getByLabel('Fornavn').inputValue()).toBe('Kari')
  await page.goForward()
  await expect.poll(() => form.getByLabel('Poststed').inputValue()).toBe('Bergen')
  await register(page, 'Fjordvik Bakover AS')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  const stranger = await browser.openPage()
  await stranger.goto('/auth?tab=register&steg=2')
  await stranger.getByRole('tabpanel').getByLabel('Fornavn').waitFor()
})

test('/config redirects to the configuration', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/config')
  await page.getByRole('heading', { name: 'Konfigurasjoner' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/configuration')
})
