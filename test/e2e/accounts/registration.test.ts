import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CLIENTS } from '#sandbox/seed/clients'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { introduce } from '../../support/browser/screen.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const BAKERY = CLIENTS.find(({ name }) => name === 'Nordnes Bakeri AS')?.organizationNumber ?? ''

const field = (page: Page, name: string) => page.getByRole('tabpanel').getByLabel(name)
const company = (page: Page) =>
  page.getByRole('tabpanel').getByRole('combobox', { name: 'Firmanavn' })
const valueOf = (page: Page, name: string) => expect.poll(() => field(page, name).inputValue())

async function secondStep(page: Page, email: string): Promise<void> {
  await page.goto('/auth?tab=register')
  await introduce(page, { email })
  await company(page).waitFor()
}

async function created(page: Page): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button', { name: 'Opprett konto' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

test.each(
  seenAt([
    [360, 'dark'],
    [1280, 'light'],
  ] as const),
)('an organisation number fills in the business, at %i pixels', async (width, scheme) => {
  const page = await browser.openPage({ width, scheme })
  await secondStep(page, `nummer-${width}@example.no`)
  await company(page).fill(`NO ${BAKERY.replace(/\d{3}(?=\d)/g, '$& ')} MVA`)
  await expect.poll(() => company(page).inputValue()).toBe('Nordnes Bakeri AS')
  await valueOf(page, 'Adresse').toBe('Nordnesgaten 7')
  await valueOf(page, 'Postnummer').toBe('5005')
  await valueOf(page, 'Poststed').toBe('Bergen')
  await expectSound(page)
  if (width === 360) expect(await smallTargets(page)).toEqual([])
  await created(page)
})

test('by name they choose, by keyboard too, and another choice replaces the first', async () => {
  const page = await browser.openPage()
  await secondStep(page, 'navn@example.no')
  await company(page).fill('havbryn')
  const option = page.getByRole('option', { name: /Havbryn Malerforretning AS/ })
  await option.getByText('Konkurs').waitFor()
  await expectSound(page)
  await company(page).press('ArrowDown')
  await company(page).press('Enter')
  await valueOf(page, 'Adresse').toBe('Havnegata 3')
  await company(page).fill('nordnes bakeri')
  await page.getByRole('option', { name: /Nordnes Bakeri AS/ }).click()
  await valueOf(page, 'Adresse').toBe('Nordnesgaten 7')
  await valueOf(page, 'Poststed').toBe('Bergen')
  await created(page)
})

test('a postcode gives its place, unless one is typed', async () => {
  const page = await browser.openPage()
  await secondStep(page, 'sted@example.no')
  await field(page, 'Postnummer').fill('5501')
  await valueOf(page, 'Poststed').toBe('Haugesund')
  await field(page, 'Postnummer').fill('5700')
  await valueOf(page, 'Poststed').toBe('Voss')
  await page.goBack()
  await field(page, 'Fornavn').waitFor()
  await page.goForward()
  await field(page, 'Postnummer').fill('5501')
  await valueOf(page, 'Poststed').toBe('Haugesund')
  await field(page, 'Poststed').fill('Vossevangen')
  const answered = page.waitForResponse((response) => response.url().includes('/places'))
  await field(page, 'Postnummer').fill('5015')
  await answered
  await valueOf(page, 'Poststed').toBe('Vossevangen')
})

test('without the register, and without the company in it, everything is typed', async () => {
  const page = await browser.openPage({ expected: [/Failed to load resource/] })
  await secondStep(page, 'for-hand@example.no')
  await company(page).fill('974 760 674')
  await page
    .getByText(/er ikke et gyldig organisasjonsnummer/)
    .first()
    .waitFor()
  await company(page).fill('974 760 673')
  await page.getByText('Fant ingen. Fyll ut selv.').first().waitFor()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Opprett konto' }).click()
  await page.getByText('Skriv navnet på firmaet').waitFor()
  world.vendors.faults.add({ vendor: 'brreg', kind: 'status', status: 500 })
  await company(page).fill('Fjordvik Nye Rør AS')
  await page.getByText('Brønnøysundregistrene svarer ikke. Fyll ut selv.').first().waitFor()
  await field(page, 'Adresse').fill('Strandgaten 12')
  await field(page, 'Postnummer').fill('5013')
  await field(page, 'Poststed').fill('Bergen')
  await created(page)
  world.vendors.faults.clear()
})

test('what is wrong with the account is said at its field before the next step', async () => {
  const page = await browser.openPage({ expected: [/Failed to load resource/] })
  await page.goto('/auth?tab=register')
  await introduce(page, { email: 'vanlig@example.no', password: 'sommer123' })
  const password = field(page, 'Passord').first()
  await page.getByText('Passordet er blant de vanligste').waitFor()
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => company(page).count()).toBe(0)
  await introduce(page, { email: 'vanlig@example.no' })
  await company(page).waitFor()
})
