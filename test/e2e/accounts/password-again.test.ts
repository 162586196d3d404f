import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readSession } from '#shared/contracts/auth'
import { expectSound, PASSWORD, useBrowser } from '../../support/browser/browser.ts'
import { PASSWORD_AGAIN } from '../../support/catalogue/accounts.ts'
import { fixed, reads, walkRows } from '../../support/catalogue/index.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import { newCustomer } from '../../support/people/customer.ts'
import { startTimedWorld } from '../../support/people/person.ts'

const world = await startTimedWorld()
const browser = useBrowser(() => world)

const QUESTION = { name: 'Skriv passordet ditt på nytt' }

/** Opens the profile page of a user who logged in fifteen minutes ago. */
async function onProfile(width: number) {
  const customer = await newCustomer(world)
  const page = await browser.openPage({
    width,
    scheme: 'dark',
    as: customer,
    expected: [
      /status of 409 .*\/api\/(profile|session)/,
      /status of 400 .*confirm-password/,
      /status of 401 /,
      /ERR_FAILED .*confirm-password/,
    ],
  })
  world.advance(15 * 60_000 + 1_000)
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Min profil', exact: true }).waitFor()
  return {
    customer,
    page,
    question: page.getByRole('dialog', QUESTION),
    me: () => customer.visitor.call(readSession),
  }
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at instanceof HTMLInputElement ? at.name : (at?.textContent ?? '')
  })

walkRows(PASSWORD_AGAIN, {
  'password wanted again': async () => {
    const { customer, page, question, me } = await onProfile(360)
    const address = page
      .getByRole('region', { name: 'Profilinformasjon' })
      .getByLabel('E-postadresse')
    const moved = `ny-${customer.email}`
    await page.getByLabel('Fornavn').fill('Karianne')
    await address.fill(moved)
    await address.press('Enter')
    await reads(page, 'password wanted again')
    await expectSound(page)
    await expect.poll(() => focused(page)).toBe('password')
    expect(await question.locator('input[autocomplete=username]').inputValue()).toBe(customer.email)
    expect(await question.getByLabel('Passord', { exact: true }).getAttribute('autocomplete')).toBe(
      'current-password',
    )

    const sent = watchChanges(page)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('email')
    expect([await address.inputValue(), await page.getByLabel('Fornavn').inputValue()]).toEqual([
      moved,
      'Karianne',
    ])
    expect(await sent()).toEqual([])
    expect(await page.getByText('Feil ved oppdatering').count()).toBe(0)
    expect(await me()).toMatchObject({ email: customer.email })

    await page.keyboard.press('Enter')
    await question.waitFor()
    await page.keyboard.press('Enter')
    await question.getByText('Skriv passordet ditt', { exact: true }).waitFor()
    await page.keyboard.type('feil passord')
    await page.keyboard.press('Enter')
    await reads(page, 'password again wrong')
    await expectSound(page)
    await expect.poll(() => focused(page)).toBe('password')
    // The wrong password is selected, so typing replaces it.
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await fixed(page, 'password again wrong')
    await fixed(page, 'password wanted again')
    await expect.poll(() => focused(page)).toBe('email')
    expect(await me()).toMatchObject({ email: moved, firstName: 'Karianne' })
  },
  'password again wrong': 'password wanted again',
})

test('an account is deleted after one more question, and going back cancels it', async () => {
  const { page, question, me } = await onProfile(1280)
  const { email } = await me()
  const remove = async () => {
    await page.getByRole('button', { name: 'Slett kontoen min' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Tab')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Slett kontoen' })
      .press('Enter')
    await question.waitFor()
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  }
  // Navigates within the app, without reloading the page.
  await page.goto('/help')
  await page.getByRole('link', { name: 'Min profil' }).click()
  await remove()
  const sent = watchChanges(page)
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Hjelp', level: 1 }).waitFor()
  expect(await sent()).toEqual([])
  expect(await me()).toMatchObject({ email })
  await page.goto('/profile')
  await remove()
  await expectSound(page)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Konto slettet', { exact: true }).first().waitFor()
  await page.waitForURL('**/auth')
})

test('what prevents the question itself is shown in it, and it is asked again', async () => {
  const { page, question } = await onProfile(360)
  await page
    .getByRole('region', { name: 'Profilinformasjon' })
    .getByLabel('E-postadresse')
    .fill(`ny-${(await newCustomer(world)).email}`)
  await page.getByRole('button', { name: 'Lagre profilen' }).click()
  await question.waitFor()
  await page.route('**/api/auth/confirm-password', (route) => route.abort(), { times: 1 })
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await question.getByText('Kunne ikke kontakte server').waitFor()
  await expectSound(page)
  await page.keyboard.press('Enter')
  await page.getByText('Profil oppdatert', { exact: true }).first().waitFor()
  await question.waitFor({ state: 'detached' })
})
