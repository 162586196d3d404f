import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ODD_UNITS } from '#sandbox/seed/register-oddities'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { hasFocus, tabTo } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { complete, draftsOf, openJobs } from '../../support/people/customer.ts'
import { customerRow, editButton, editDialog, landlord } from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await landlord(world)
const browser = useBrowser(() => world)

const NAME = 'Ola Hansen'
const number = (page: Page) => editDialog(page).getByRole('textbox', { name: 'Org.nr.' })
const lookUp = (page: Page) => editDialog(page).getByRole('button', { name: 'Slå opp' })
async function edit(page: Page): Promise<void> {
  await page.goto('/customers')
  await customerRow(page, NAME).waitFor()
  await editButton(page, NAME).click()
  await number(page).waitFor()
}

test.each(
  seenAt([
    [360, 'dark'],
    [1280, 'light'],
  ] as const),
)(
  'an organisation is looked up by keyboard and fills in name and address after a yes, at %i pixels',
  async (width, scheme) => {
    const page = await browser.openPage({ as: customer, width, scheme })
    await edit(page)
    const same = editDialog(page).getByRole('switch', { name: 'Samme som kunde' })
    if ((await same.getAttribute('aria-checked')) === 'true') await same.press('Space')
    await number(page).fill('')
    await editDialog(page).getByRole('combobox', { name: 'Navn' }).fill('Havbryn Malerforretning')
    await tabTo(page, lookUp(page))
    await page.keyboard.press('Enter')
    const use = editDialog(page).getByRole('button', {
      name: 'Bruk opplysningene om Havbryn Malerforretning AS',
    })
    await use.waitFor()
    await editDialog(page)
      .getByText(/^Konkurs/)
      .waitFor()
    expect(await number(page).inputValue()).toBe('')
    await expectSound(page)
    if (width === 360) expect(await smallTargets(page)).toEqual([])
    await tabTo(page, use)
    await page.keyboard.press('Enter')
    await use.waitFor({ state: 'detached' })
    await expect.poll(() => number(page).inputValue()).toBe(ODD_UNITS.bankrupt)
    await expect
      .poll(() => editDialog(page).getByRole('textbox', { name: 'Adresse' }).inputValue())
      .toBe('Havnegata 3')
  },
)

test('a customer that gets its own invoices gets an organisation number too', async () => {
  const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
  await edit(page)
  const same = editDialog(page).getByRole('switch', { name: 'Samme som kunde' })
  if ((await same.getAttribute('aria-checked')) === 'false') await same.press('Space')
  await number(page).fill('123 456 789')
  await editDialog(page).getByRole('button', { name: 'Lagre' }).click()
  await editDialog(page).getByText('Organisasjonsnummeret er ikke gyldig').waitFor()
  await number(page).fill('940 155 223')
  await editDialog(page).getByRole('button', { name: 'Lagre' }).click()
  await editDialog(page).waitFor({ state: 'detached' })
  await customerRow(page, NAME).getByText('940 155 223').first().waitFor()
})

test('when the register does not answer, that is said, and everything can be typed', async () => {
  world.vendors.faults.add({ vendor: 'brreg', kind: 'status', status: 500 })
  const page = await browser.openPage({ as: customer })
  await edit(page)
  await number(page).fill('959 900 124')
  await lookUp(page).click()
  await editDialog(page).getByText('Brønnøysundregistrene svarer ikke akkurat nå').waitFor()
  expect(await number(page).inputValue()).toBe('959 900 124')
  world.vendors.faults.clear()
  await lookUp(page).click()
  const use = editDialog(page).getByRole('button', { name: /^Bruk opplysningene om / })
  await use.click()
  await use.waitFor({ state: 'detached' })
  await until('the focus to be on the button', () => hasFocus(lookUp(page)))
})

test('what nobody has is said, and a wrong number is not asked about', async () => {
  const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
  await edit(page)
  await number(page).fill('974760673')
  await lookUp(page).click()
  const none = editDialog(page).getByText('Fant ingen i Brønnøysundregistrene')
  await none.waitFor()
  await number(page).fill('974760674')
  await none.waitFor({ state: 'detached' })
  await lookUp(page).click()
  await editDialog(page)
    .getByText(/er ikke et gyldig organisasjonsnummer/)
    .waitFor()
})

test.each(seenAt([1280, 360]))(
  'decisions about customers are listed, and forgotten, at %i',
  async (width) => {
    const [job = ''] = openJobs(customer)
    const name = complete(world, customer, job)
    await until('the customer to be known', () => draftsOf(customer, name) === 1)
    const page = await browser.openPage({ as: customer, width, scheme: 'dark' })
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Kundevalg' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hvem kundene er i Fiken' })
    const forget = dialog.getByRole('button', { name: /^Glem valget for / })
    await forget.first().waitFor()
    const { height = 0 } = (await forget.first().boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(44)
    await expectSound(page)
    if (width === 360) expect(await smallTargets(page)).toEqual([])
    const label = (await forget.first().getAttribute('aria-label')) ?? ''
    await dialog.getByRole('searchbox', { name: 'Søk i valgene' }).fill('finnes ikke')
    await dialog.getByText('Ingen valg passer til søket').waitFor()
    await dialog
      .getByRole('searchbox', { name: 'Søk i valgene' })
      .fill(label.replace('Glem valget for ', ''))
    const row = dialog.getByRole('button', { name: label, exact: true })
    await row.first().click()
    await page.getByText('Valget er glemt', { exact: true }).first().waitFor()
    await row.waitFor({ state: 'detached' })
  },
)
