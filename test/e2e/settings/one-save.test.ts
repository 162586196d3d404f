import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import { readVatMappings } from '#shared/contracts/vat'
import { settled } from '../../support/browser/at-rest.ts'
import { accessibilityProblems, expectSound, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { choose, menu, openPart, openRate, saved } from '../../support/browser/screen.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import { askForConsent, readyCustomer, type Customer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

const EXPECTED = [/Failed to load resource/]

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

async function open(customer: Customer, width = 1280): Promise<Page> {
  const page = await browser.openPage({ as: customer, width, expected: EXPECTED })
  await page.goto('/')
  await menu(page, 'Konfigurasjoner')
  await page.getByText('Alle endringer er lagret').waitFor()
  return page
}

/** Opens the threshold, which is behind a line until the user has changed it. */
async function openThreshold(page: Page): Promise<void> {
  await openPart(page, 'Avansert')
  await page.getByRole('button', { name: 'Flere muligheter' }).click()
  await threshold(page).waitFor()
}

const threshold = (page: Page) => page.getByLabel('Hvor likt navnet må være (50–100)')
const save = (page: Page) => page.getByRole('button', { name: 'Lagre', exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Ulagrede endringer' })

declare global {
  interface Window {
    removedQuestions: number
  }
}

/** Counts removals of beforeunload listeners; after a removal, a closing tab would not ask. */
const countRemovedQuestions = (page: Page) =>
  page.evaluate(() => {
    window.removedQuestions = 0
    const remove = window.removeEventListener.bind(window)
    window.removeEventListener = (...args: Parameters<typeof remove>) => {
      if (args[0] === 'beforeunload') window.removedQuestions++
      remove(...args)
    }
  })

test('a typed value and the VAT table share one button, and no way out loses them without a question', async () => {
  const customer = await readyCustomer(world)
  const page = await open(customer)
  await countRemovedQuestions(page)
  await openThreshold(page)
  expect(await save(page).isDisabled()).toBe(true)
  await threshold(page).fill('20')
  await page.getByText('Rett feltene som er merket, og lagre').waitFor()
  await openPart(page, 'Faktura')
  await page.getByText('Rett feltene som er merket i Avansert, og lagre').waitFor()
  await save(page).click()
  await page.waitForURL('**/configuration#avansert')
  await expect
    .poll(() => threshold(page).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await threshold(page).fill('85')
  await openPart(page, 'Faktura')
  const rate = await openRate(page, /MVA 12 %/)
  await rate.getByLabel('MVA-type i Fiken').selectOption('Lav sats, 12 %')
  for (const label of ['Konto for varer', 'Konto for tjenester'])
    await rate.getByLabel(label).selectOption('3040')
  await rate.getByText('Ikke lagret').waitFor()
  await page.getByText('Ulagrede endringer, også i Avansert').waitFor()
  await openPart(page, 'Avansert')
  await page.getByText('Ulagrede endringer, også i Faktura').waitFor()

  const stays = async (leave: () => Promise<unknown>) => {
    await leave()
    await question(page).getByRole('button', { name: 'Avbryt' }).click()
    await question(page).waitFor({ state: 'detached' })
    await settled(page)
    expect(new URL(page.url()).pathname).toBe('/configuration')
    expect(await threshold(page).inputValue()).toBe('85')
  }
  await stays(() => menu(page, 'Dashboard'))
  // Behind the parts that were looked at is the screen from before.
  await stays(() => page.evaluate(() => window.history.go(-6)))
  await stays(() => page.getByRole('button', { name: 'Logg ut', exact: true }).click())
  await menu(page, 'Dashboard')
  await question(page).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  await settled(page)
  await expectSound(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await question(page).getByRole('button', { name: 'Avbryt' }).click()
  await question(page).waitFor({ state: 'detached' })
  await settled(page)
  expect(await page.evaluate(() => window.removedQuestions)).toBe(0)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await settled(page)
  expect(await threshold(page).inputValue()).toBe('85')

  await save(page).dblclick()
  await page.getByText('MVA-tabellen er lagret').first().waitFor()
  await page.getByText('Alle endringer er lagret').waitFor()
  expect(await save(page).isDisabled()).toBe(true)
  await openPart(page, 'Faktura')
  await rate.getByText('Klar').waitFor()
  expect(await customer.visitor.call(readConfiguration)).toMatchObject({
    customerMatchThreshold: 85,
  })
  await menu(page, 'Dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

test('a switch that is flipped right before leaving is saved, and logging out with changes happens only after a yes', async () => {
  const customer = await readyCustomer(world)
  const page = await open(customer)
  await openPart(page, 'Avansert')
  const answer = page.waitForResponse(
    (one) => one.url().endsWith('/api/configuration') && one.request().method() === 'POST',
  )
  await page.getByRole('switch', { name: 'Gjenkjenn kunder med nesten likt navn' }).click()
  await menu(page, 'Dashboard')
  expect((await answer).status()).toBe(200)
  expect(await customer.visitor.call(readConfiguration)).toMatchObject({
    enableFuzzyCustomerMatch: false,
  })
  await menu(page, 'Konfigurasjoner')
  await openPart(page, 'Avansert')
  await page.getByRole('switch', { name: 'Gjenkjenn kunder med nesten likt navn' }).click()
  await page.getByText('Alle endringer er lagret').waitFor()
  // The switch belongs to the recognition of customers, which has now been used.
  await threshold(page).fill('77')
  await page.getByRole('button', { name: 'Logg ut', exact: true }).click()
  await question(page).getByRole('button', { name: 'Forlat siden' }).click()
  await page.waitForURL(`${world.url}/`)
  await page.getByRole('link', { name: 'Opprett konto' }).first().waitFor()
})

test('what another window saved is not overwritten unseen, and what was typed here stays', async () => {
  const customer = await readyCustomer(world)
  const page = await open(customer)
  // The event stream is blocked, so this window isn't notified of the other window's change.
  await page.route('**/api/events*', (route) => route.abort())
  await page.reload()
  await page.getByText('Alle endringer er lagret').waitFor()
  const other = await open(customer)
  await openThreshold(other)
  await threshold(other).fill('70')
  await save(other).click()
  await other.getByText('Innstillingene er lagret').first().waitFor()
  await openPart(page, 'Faktura')
  await saved(page, () => page.getByLabel('Fakturateksten hentes fra').selectOption('Begge deler'))
  expect(await customer.visitor.call(readConfiguration)).toMatchObject({
    customerMatchThreshold: 70,
    invoiceDescriptionSource: 'both',
  })

  await openThreshold(page)
  await threshold(page).fill('85')
  await threshold(other).fill('60')
  await save(other).click()
  await other.getByText('Alle endringer er lagret').waitFor()
  await save(page).click()
  await page
    .getByText(/Endret i et annet vindu i mellomtiden: grense for kundetreff/)
    .first()
    .waitFor()
  expect(await threshold(page).inputValue()).toBe('85')
  expect(await customer.visitor.call(readConfiguration)).toMatchObject({
    customerMatchThreshold: 60,
  })
  await save(page).click()
  await page.getByText('Alle endringer er lagret').waitFor()
  expect(await customer.visitor.call(readConfiguration)).toMatchObject({
    customerMatchThreshold: 85,
  })
  expect((await customer.visitor.call(readVatMappings)).length).toBeGreaterThan(1)
})

test('a select shows names, never what the systems call it, while it is read and saved', async () => {
  const customer = await readyCustomer(world)
  const { company, user } = customer.tenant
  const page = await open(customer)
  const select = page.getByLabel('Selskap', { exact: true })
  const account = page.getByLabel('Standard bankkonto')
  const shown = (of: typeof select) =>
    of.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.textContent ?? '')
  await choose(account, 'Drift')
  await page.getByText('Alle endringer er lagret').waitFor()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/api\/fiken\/(companies|bank-accounts)/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await account.waitFor()
  await page.getByText('Alle endringer er lagret').waitFor()
  const seen = [await shown(select), await shown(account)]
  expect(seen.join(' ')).not.toContain(company.slug)
  expect(seen.join(' ')).not.toMatch(/\d{4}:\d/)
  letGo()
  await expect.poll(() => shown(select)).toContain(user.name)
  await expect.poll(() => shown(account)).toContain('Drift')
})

test.for(seenAt([1280, 360]))(
  'switching on for the first time asks which jobs count, at %i px',
  async (width) => {
    const customer = await readyCustomer(world, { activate: false })
    await customer.visitor.call(saveConfiguration, { body: { jobFetchType: 'awaiting_payment' } })
    const page = await open(customer, width)
    const master = page.getByRole('switch', { name: 'Automatisk overføring' })
    await master.click()
    const dialog = page.getByRole('dialog', { name: 'Slå på automatisk overføring' })
    await dialog.getByRole('group', { name: 'Når skal en jobb overføres til Fiken?' }).waitFor()
    await dialog.getByText(/^Siste 90 dager: /).waitFor()
    await dialog.getByText('500,00 kr/måned uten MVA').waitFor()
    await dialog.getByText(/^Gratis nå/).waitFor()
    await dialog.getByText('Du slår av når du vil under Konfigurasjoner').waitFor()
    await expectSound(page)
    const sent = watchChanges(page)
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await sent()).toEqual([])
    expect(await master.getAttribute('aria-checked')).toBe('false')
    expect((await customer.visitor.call(readConfiguration)).isActive).toBe(false)

    await master.click()
    await dialog.getByRole('radio', { name: /Alle fullførte jobber/ }).check()
    await saved(page, () => dialog.getByRole('button', { name: 'Slå på' }).dblclick())
    expect(await customer.visitor.call(readConfiguration)).toMatchObject({
      isActive: true,
      jobFetchType: 'completed',
    })
    // The integration has been active before, so the question is not asked again.
    await saved(page, () => master.click())
    await saved(page, () => master.click())
  },
)
