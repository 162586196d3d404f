import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readSession } from '#shared/contracts/auth'
import { readMailPreferences } from '#shared/contracts/profile'
import { settled } from '../../support/browser/at-rest.ts'
import {
  accessibilityProblems,
  overflow,
  PASSWORD,
  useBrowser,
} from '../../support/browser/browser.ts'
import { LOOKS, seenAt } from '../../support/browser/seen-at.ts'
import { PROFILE } from '../../support/catalogue/accounts.ts'
import { CATALOGUE, fixed, reads, walkRows } from '../../support/catalogue/index.ts'
import { newCustomer, readyCustomer } from '../../support/people/customer.ts'
import { mailTo } from '../../support/vendors/mailbox.ts'
import { logInAt, menu } from '../../support/browser/screen.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const NEW = 'et helt annet passord'

async function inOrder(page: Page, what: string): Promise<void> {
  expect(await accessibilityProblems(page), what).toEqual([])
  expect(await overflow(page), what).toBe(0)
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor()
const toast = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).first().waitFor()

describe.each(seenAt(LOOKS.toReversed()))('at $width pixels, $scheme', (look) => {
  walkRows(PROFILE, {
    'profile fields wrong': async () => {
      const customer = await newCustomer(world)
      const page = await browser.openPage({
        ...look,
        as: customer,
        expected: [/status of 409 .*\/api\/profile/],
      })
      await page.goto('/profile')
      await heading(page, 'Min profil')
      const card = page.getByRole('region', { name: 'Profilinformasjon' })
      for (const name of ['Fornavn', 'Etternavn']) await card.getByLabel(name).fill('')
      await card.getByLabel('E-postadresse').fill('kari@')
      await card.getByRole('button', { name: 'Lagre profilen' }).click()
      await reads(page, 'profile fields wrong')
      await inOrder(page, 'details with errors')

      const other = await newCustomer(world)
      for (const name of ['Fornavn', 'Etternavn']) await card.getByLabel(name).fill('Kari')
      await card.getByLabel('E-postadresse').fill(other.email)
      await fixed(page, 'profile fields wrong')
      await card.getByRole('button', { name: 'Lagre profilen' }).click()
      await reads(page, "profile with another's address")
      await card.getByText(CATALOGUE["profile with another's address"].says[1]).waitFor()

      await card.getByLabel('E-postadresse').fill(`ny-${customer.email}`)
      await card.getByRole('button', { name: 'Lagre profilen' }).click()
      await fixed(page, "profile with another's address")
      await page
        .getByRole('region', { name: 'Kontoinformasjon' })
        .getByText(`ny-${customer.email}`)
        .waitFor()
      await inOrder(page, 'details saved')
      await page.reload()
      await heading(page, 'Min profil')
      await expect.poll(() => card.getByLabel('Fornavn').inputValue()).toBe('Kari')
    },
    "profile with another's address": 'profile fields wrong',
    'new passwords differ': async () => {
      const customer = await newCustomer(world)
      const page = await browser.openPage({
        ...look,
        as: customer,
        expected: [/status of 400 .*\/api\/change-password/],
      })
      await page.goto('/profile')
      const card = page.getByRole('region', { name: 'Passord' })
      const fill = async (current: string, next: string, again: string) => {
        await card.getByLabel('Nåværende passord', { exact: true }).fill(current)
        await card.getByLabel('Nytt passord', { exact: true }).fill(next)
        await card.getByLabel('Gjenta nytt passord', { exact: true }).fill(again)
        await card.getByRole('button', { name: 'Endre passord' }).click()
      }
      await card.getByRole('button', { name: 'Endre passord' }).click()
      await fill('feil passord', NEW, 'noe annet')
      await reads(page, 'new passwords differ')
      await fill('feil passord', NEW, NEW)
      await fixed(page, 'new passwords differ')
      await reads(page, 'present password wrong')
      await card.getByText(CATALOGUE['present password wrong'].says[1]).waitFor()
      await inOrder(page, 'password with an error')
      await card.getByRole('button', { name: 'Avbryt' }).click()
      await card.getByRole('button', { name: 'Endre passord' }).click()
      await expect
        .poll(() => card.getByLabel('Nåværende passord', { exact: true }).inputValue())
        .toBe('')
      await fill(PASSWORD, NEW, NEW)
      await fixed(page, 'present password wrong')
      await card.getByLabel('Nåværende passord', { exact: true }).waitFor({ state: 'detached' })
      await mailTo(world.sandbox, customer.email, 'Passordet ditt i Fakturabro er endret')
    },
    'present password wrong': 'new passwords differ',
  })

  test('what has been typed and not saved is asked about before the page is left', async () => {
    const customer = await newCustomer(world)
    const page = await browser.openPage({ ...look, as: customer })
    await page.goto('/profile')
    const city = page.getByRole('region', { name: 'Profilinformasjon' }).getByLabel('Poststed')
    await city.fill('Mandal')
    await menu(page, 'Dashboard')
    const question = page.getByRole('alertdialog', { name: 'Ulagrede endringer' })
    await question.waitFor()
    await inOrder(page, 'the question')
    await question.getByRole('button', { name: 'Avbryt' }).click()
    await question.waitFor({ state: 'detached' })
    await settled(page)
    expect(await city.inputValue()).toBe('Mandal')
    await page.getByRole('button', { name: 'Lagre profilen' }).click()
    await toast(page, 'Profil oppdatert')
    await menu(page, 'Dashboard')
    await heading(page, 'Dashboard')
    expect(await question.count()).toBe(0)
  })

  test('the mails are switched off where a mail’s own link leads, and that saves automatically', async () => {
    const customer = await newCustomer(world)
    const page = await browser.openPage({ ...look, as: customer })
    await page.goto('/profile#varsler')
    const card = page.getByRole('region', { name: 'E-postvarsler' })
    await card.getByRole('switch', { name: 'Når noe stopper' }).waitFor()
    // Following the link scrolls the card into view and moves the focus to the card.
    await page.waitForFunction(() => document.activeElement?.id === 'varsler')
    await inOrder(page, 'mails')
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('-preferences'),
    )
    await card.getByRole('switch', { name: 'Når noe stopper' }).click()
    await card.getByText('Ulagrede endringer').waitFor()
    await card.getByRole('switch', { name: 'Ukesoppsummering' }).click()
    expect((await saved).status()).toBe(200)
    await card.getByText('Alle endringer er lagret').waitFor()
    await inOrder(page, 'mails saved')
    expect(await customer.visitor.call(readMailPreferences)).toEqual({
      failureMail: false,
      weeklySummary: false,
    })
    await page.reload()
    await card.getByRole('switch', { name: 'Når noe stopper', checked: false }).waitFor()
  })

  test('a choice of mails that cannot be saved is kept, and saved with the button', async () => {
    const customer = await newCustomer(world)
    const page = await browser.openPage({
      ...look,
      as: customer,
      expected: [/notification-preferences/],
    })
    await page.goto('/profile')
    const card = page.getByRole('region', { name: 'E-postvarsler' })
    await card.getByRole('switch', { name: 'Ukesoppsummering' }).waitFor()
    await page.route('**/api/notification-preferences', (route) => route.abort())
    await card.getByRole('switch', { name: 'Ukesoppsummering' }).click()
    await toast(page, 'Kunne ikke lagre varslene')
    await card.getByRole('switch', { name: 'Ukesoppsummering', checked: false }).waitFor()
    await inOrder(page, 'mails not saved')
    await page.unroute('**/api/notification-preferences')
    await card.getByRole('button', { name: 'Prøv igjen' }).click()
    await card.getByText('Alle endringer er lagret').waitFor()
    expect(await customer.visitor.call(readMailPreferences)).toEqual({
      failureMail: true,
      weeklySummary: false,
    })
  })

  test('a forgotten password: from the login to a mail, and from its link back to the login', async () => {
    const customer = await newCustomer(world)
    const page = await browser.openPage({
      ...look,
      expected: [/status of 400 .*\/api\/reset-password/],
    })
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Glemt passordet?' }).click()
    await heading(page, 'Glemt passord')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('Ugyldig e-postadresse').waitFor()
    await inOrder(page, 'forgotten password with an error')
    await page.getByLabel('E-postadresse').fill(customer.email)
    await page.getByRole('button', { name: /^Send/ }).click()
    await heading(page, 'Sjekk din e-post')
    await inOrder(page, 'look in your mail')
    const { text } = await mailTo(world.sandbox, customer.email, 'Nytt passord til Fakturabro')
    const link = /http\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? ''

    await page.goto(link)
    await heading(page, 'Velg nytt passord')
    await page.getByLabel('Nytt passord', { exact: true }).fill('kort')
    await page.getByLabel('Bekreft passord', { exact: true }).fill('noe annet')
    await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
    await page.getByText('Passord må være minst 6 tegn').waitFor()
    await inOrder(page, 'new password with errors')
    const choose = async () => {
      await page.getByLabel('Nytt passord', { exact: true }).fill(NEW)
      await page.getByLabel('Bekreft passord', { exact: true }).fill(NEW)
      await page.getByRole('button', { name: 'Lagre nytt passord' }).click()
    }
    await choose()
    await heading(page, 'Passord oppdatert!')
    await inOrder(page, 'password set')
    await page.getByRole('link', { name: 'Logg inn' }).click()
    await logInAt(page, customer.email, NEW)
    await page.getByRole('heading', { level: 1 }).first().waitFor()

    const stranger = await browser.openPage({
      ...look,
      expected: [/status of 400 .*\/api\/reset-password/],
    })
    await stranger.goto(link)
    await stranger.getByLabel('Nytt passord', { exact: true }).fill(NEW)
    await stranger.getByLabel('Bekreft passord', { exact: true }).fill(NEW)
    await stranger.getByRole('button', { name: 'Lagre nytt passord' }).click()
    await stranger
      .getByText(/allerede brukt/)
      .first()
      .waitFor()
    await inOrder(stranger, 'used link')
    await stranger.goto('/reset-password')
    await heading(stranger, 'Ugyldig reset-lenke')
    await stranger.getByText('Token mangler.').waitFor()
    await inOrder(stranger, 'no link')
  })

  test('an owner downloads the company’s data, and the screen shows the progress and the result', async () => {
    const customer = await newCustomer(world)
    const page = await browser.openPage({
      ...look,
      as: customer,
      expected: [/api\/profile\/export/],
    })
    await page.goto('/profile')
    const card = page.getByRole('region', { name: 'Firmaets data' })
    const link = card.getByRole('link', { name: 'Last ned firmaets data' })
    const download = page.waitForEvent('download')
    await link.click()
    expect(await (await download).failure()).toBeNull()
    await card.getByText('Hele filen er sendt til nettleseren.').waitFor()
    await inOrder(page, 'data downloaded')

    // Simulates another window's download whose server process is killed, so that its lease
    // expires.
    const { db } = world.product.platform
    const { id } = await customer.visitor.call(readSession)
    const lease = (seconds: number) =>
      db.execute(sql`update data_exports set holder = ${id}, started_at = clock_timestamp(), outcome = null,
        lease_until = clock_timestamp() + ${seconds}::int * interval '1 second' where user_id = ${id}`)
    await lease(15)
    await link.click()
    await card.getByText('Firmaets data lastes ned.').waitFor()
    await page.reload()
    await card.getByText('Firmaets data lastes ned.').waitFor()
    await expect.poll(() => link.getAttribute('aria-disabled')).toBe('true')
    await inOrder(page, 'data being downloaded')
    await db.execute(
      sql`update data_exports set lease_until = clock_timestamp() where user_id = ${id}`,
    )
    await card.getByText('Noe gikk galt hos oss').waitFor()
    await inOrder(page, 'download broken off')

    const again = page.waitForEvent('download')
    await link.click()
    expect(await (await again).failure()).toBeNull()
    await card.getByText('Hele filen er sendt til nettleseren.').waitFor()

    await page.route('**/api/profile/export/status', (route) => route.abort())
    await link.click()
    await toast(page, 'Kunne ikke laste ned dataene')
  })

  test('an account is deleted: the data first, then a question, and then nobody is logged in', async () => {
    const customer = await readyCustomer(world)
    const page = await browser.openPage({ ...look, as: customer, expected: [/status of 401 /] })
    await page.goto('/profile')
    await heading(page, 'Min profil')
    await page.getByRole('button', { name: 'Slett kontoen min' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await inOrder(page, 'the question')
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Last ned firmaets data' }).click()
    expect((await download).suggestedFilename()).toMatch(/^fakturabro-.*\.zip$/)
    await dialog.getByText('Hele filen er sendt til nettleseren.').waitFor()
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    await dialog.waitFor({ state: 'detached' })
    // No question is asked about unsaved input, because the account is about to be deleted.
    await page
      .getByRole('region', { name: 'Profilinformasjon' })
      .getByLabel('Poststed')
      .fill('Oslo')
    await page.getByRole('button', { name: 'Slett kontoen min' }).click()
    await dialog.getByRole('button', { name: 'Slett kontoen' }).click()
    await page.waitForURL('**/auth')
    await toast(page, 'Konto slettet')
    await inOrder(page, 'deleted')
    await page.goto('/profile')
    await page.getByText('Pålogging påkrevd').waitFor()
    await expect.poll(() => customer.tenant.account.subscriptions).toEqual([])
  })
})
