import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import { connect, openPart, openRate } from '../../support/browser/screen.ts'
import { askForConsent, newCustomer, readyCustomer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

/** The settings had 5 858 px and 602 words at this width before they were in parts. */
const WIDTH = 360
const MOST_PX = 1_500
const MOST_WORDS = 602 * 0.6

const PARTS = ['Tilkoblinger', 'Faktura', 'Avansert'] as const
const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)
const ready = await readyCustomer(world)

const status = (page: Page, said: string) =>
  page.getByRole('main').getByRole('status').filter({ hasText: said })
const save = (page: Page) => page.getByRole('button', { name: 'Lagre', exact: true })

describe.each([
  ['connected', () => Promise.resolve(ready)],
  ['new', () => newCustomer(world)],
] as const)('for somebody who is %s', (_state, person) => {
  test('each part is short, has its save button, and all have at least 40 % fewer words', async () => {
    const page = await browser.openPage({ as: await person(), width: WIDTH })
    await page.goto('/configuration')
    let words = 0
    for (const part of PARTS) {
      await openPart(page, part)
      if (part === 'Avansert') {
        expect(await page.getByText(/Kontoregler|Webhooks|Hvor likt navnet/).count()).toBe(0)
        await page.getByText('Alt her lagres av seg selv.').waitFor()
        await page.getByRole('button', { name: 'Flere muligheter' }).click()
      }
      await status(page, 'Alle endringer er lagret').waitFor()
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      expect(await save(page).isDisabled()).toBe(true)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
        .toBeLessThanOrEqual(MOST_PX)
      expect(await overflow(page)).toBe(0)
      const wordsSeen = (await page.getByRole('main').innerText()).split(/\s+/).length
      await expectSoundInEveryLook(page)
      words += wordsSeen
    }
    expect(words).toBeLessThanOrEqual(MOST_WORDS)
  })
})

test('each part has its address, which the back button and a link to a card find', async () => {
  const page = await browser.openPage({ as: ready })
  await page.goto('/configuration')
  await page.getByRole('region', { name: 'ServiceM8' }).waitFor()
  await openPart(page, 'Faktura')
  await openPart(page, 'Avansert')
  expect(new URL(page.url()).hash).toBe('#avansert')
  await page.goBack()
  await page.getByRole('region', { name: 'MVA-tabell' }).waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Integrasjonsstatus' }).waitFor()

  await page.goto('/configuration#webhooks')
  await page.getByRole('button', { name: /^Slett webhooken/ }).waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'webhooks')
  await openPart(page, 'Faktura')
  await openPart(page, 'Avansert')
  await page.getByRole('button', { name: 'Flere muligheter' }).click()
  await page.getByText('1 webhook', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^Slett webhooken/ }).count()).toBe(0)
  await page.getByText('1 webhook', { exact: true }).click()
  await page.getByRole('button', { name: /^Slett webhooken/ }).waitFor()

  await page.getByRole('button', { name: 'Flere muligheter' }).click()
  for (const place of ['likhet', 'webhooks']) {
    await page.evaluate((typed) => location.assign(`#${typed}`), place)
    await page.waitForFunction((typed) => document.activeElement?.closest(`#${typed}`), place)
    await page.getByRole('button', { name: 'Flere muligheter' }).click()
  }
})

test('what needs the button raises a bar in every part, and what saves itself does not', async () => {
  const page = await browser.openPage({ as: ready, width: WIDTH })
  await page.goto('/configuration#faktura')
  await page.getByText('Lagre gjelder bare MVA-tabellen.').waitFor()
  await page.getByRole('switch', { name: 'Opprett produkter automatisk i Fiken' }).tap()
  await status(page, 'Lagrer').waitFor()
  await status(page, 'Alle endringer er lagret').waitFor()

  const rate = await openRate(page, /MVA 12 %/)
  await rate.getByLabel('MVA-type i Fiken').selectOption('Lav sats, 12 %')
  for (const label of ['Konto for varer', 'Konto for tjenester'])
    await rate.getByLabel(label).selectOption('3040')
  await status(page, 'Ulagrede endringer').waitFor()
  await openPart(page, 'Tilkoblinger')
  await status(page, 'Ulagrede endringer i Faktura').waitFor()
  await expect
    .poll(() => save(page).evaluate((button) => button.getBoundingClientRect().bottom))
    .toBeLessThanOrEqual(780)
  await save(page).focus()
  await page.keyboard.press('Enter')
  await status(page, 'Alle endringer er lagret').waitFor()
  // The button is disabled again, and the focus stays beside it.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Alle endringer er lagret')
})

test('logging out of Fiken leaves no error, asks Fiken for nothing more, and pauses nothing that never ran', async () => {
  const customer = await readyCustomer(world, { activate: false })
  const page = await browser.openPage({ as: customer })
  await page.goto('/configuration')
  const fiken = page.getByRole('region', { name: 'Fiken', exact: true })
  await fiken.getByLabel('Standard bankkonto').isEnabled()
  await page.getByText('Krav til API-tilgang').waitFor()
  expect(await page.getByText('Hver tjeneste har sin egen prising.').isVisible()).toBe(false)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await fiken.getByRole('button', { name: 'Logg ut av Fiken' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('og du må velge selskap på nytt').waitFor()
  expect(await question.innerText()).not.toContain('Overføringer venter')
  await question.getByRole('button', { name: 'Logg ut av Fiken' }).click()
  await fiken.getByRole('button', { name: 'Autoriser Fiken' }).waitFor()
  await page.getByText('Hver tjeneste har sin egen prising.').waitFor()
  expect(await fiken.getByText(/Kunne ikke laste|Feil ved henting/).count()).toBe(0)
  expect(refused).toEqual([])

  await connect(page, 'Fiken', customer.tenant.user.email)
  await fiken.getByText('Velg selskap for å fortsette').waitFor()
  await fiken.getByText('Fakturaene lages i selskapet du velger.').waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(/på pause/i)
  await fiken.getByRole('button', { name: /^Fortsett med/ }).click()
  await page.getByText('Selskapet er bekreftet').first().waitFor()
})

test('what was never used is behind one line, where a search leads to it, and stays once it is used', async () => {
  const customer = await readyCustomer(world)
  const page = await browser.openPage({ as: customer })
  await page.goto('/configuration#likhet')
  const field = page.getByLabel('Hvor likt navnet må være (50–100)')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('region', { name: 'Kontoregler' }).waitFor()
  await field.fill('80')
  await save(page).click()
  await status(page, 'Alle endringer er lagret').waitFor()
  await page.reload()
  await openPart(page, 'Tilkoblinger')
  await openPart(page, 'Avansert')
  await field.waitFor()
  expect(await page.getByRole('region', { name: 'Webhooks' }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('webhooks')
  await page
    .getByRole('group', { name: 'Innstillinger' })
    .getByRole('option', { name: 'Webhooks' })
    .click()
  const remove = page.getByRole('button', { name: /^Slett webhooken/ })
  await remove.waitFor()
  await page.getByText('1 webhook', { exact: true }).click()
  await remove.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('webhooks')
  await page
    .getByRole('group', { name: 'Innstillinger' })
    .getByRole('option', { name: 'Webhooks' })
    .click()
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await page.getByText('Ingen webhooks er registrert').waitFor()
  await page.goto('/configuration#avansert')
  await page.reload()
  await page.getByRole('region', { name: 'Webhooks' }).waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Kontoregler' }).count()).toBe(0)
})
