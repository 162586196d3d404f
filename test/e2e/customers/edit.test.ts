import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled } from '../../support/browser/at-rest.ts'
import { overflow, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { hasFocus, tabTo } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import {
  billingIn,
  customerRow,
  editButton,
  editDialog,
  landlord,
  NAMES,
} from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await landlord(world)
const browser = useBrowser(() => world)

/** Finds a field of the dialog; the name field is a combobox, whose list has the same label. */
const field = (page: Page, name: string) =>
  editDialog(page).getByRole(name === 'Navn' ? 'combobox' : 'textbox', { name, exact: true })
const same = (page: Page) => editDialog(page).getByRole('switch', { name: 'Samme som kunde' })
const save = (page: Page) => editDialog(page).getByRole('button', { name: 'Lagre' })
const closed = (page: Page) => editDialog(page).waitFor({ state: 'detached' })
const focused = (page: Page, name: string) =>
  until('the focus to be on the row’s button', () => hasFocus(editButton(page, name)))
async function valuesOf(page: Page): Promise<string[]> {
  const names = ['Navn', 'Adresse', 'Postnummer', 'Sted', 'Land']
  return Promise.all(names.map((name) => field(page, name).inputValue()))
}

test.each(seenAt([360, 1280]))(
  'with the keyboard alone at %i pixels a contact is looked up, saved, and the focus comes back',
  async (width) => {
    const page = await browser.openPage({ as: customer, width })
    const key = (name: string) => page.keyboard.press(name)
    const name = width === 1280 ? NAMES.block : 'Nordnes Bakeri AS'
    await page.goto('/customers')
    await customerRow(page, name).waitFor()
    await tabTo(page, editButton(page, name))
    await key('Enter')
    await until('the focus to begin on the switch', () => hasFocus(same(page)))
    if ((await same(page).getAttribute('aria-checked')) === 'true') await key('Space')
    const combobox = field(page, 'Navn')
    await tabTo(page, combobox)
    await key('ControlOrMeta+a')
    await page.keyboard.type('grossist')
    await page.getByRole('option', { name: /Rørgrossisten Vest AS/ }).waitFor()
    await expect.poll(() => combobox.getAttribute('aria-expanded')).toBe('true')
    await key('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    await chosen.waitFor()
    expect(await chosen.getAttribute('id')).toBe(
      await combobox.getAttribute('aria-activedescendant'),
    )
    // The first press of Escape closes the list, the second the dialog.
    await key('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await editDialog(page).waitFor()
    await key('ArrowDown')
    await key('ArrowDown')
    await key('ArrowUp')
    await key('Enter')
    await expect.poll(async () => (await valuesOf(page))[0]).toBe('Rørgrossisten Vest AS')
    await tabTo(page, field(page, 'Adresse'))
    await page.keyboard.type('Industriveien 1')
    await tabTo(page, field(page, 'Postnummer'))
    await page.keyboard.type('5105')
    await tabTo(page, field(page, 'Sted'))
    await page.keyboard.type('Eidsvåg')
    await settled(page)
    expect(await overflow(page)).toBe(0)
    await key('Enter')
    await closed(page)
    await page.getByText('Kunden er oppdatert', { exact: true }).first().waitFor()
    await focused(page, name)
    const shown = customerRow(page, name).getByText('Rørgrossisten Vest AS')
    await shown.filter({ visible: true }).first().waitFor()
    await expect
      .poll(() => billingIn(customer, name))
      .toBe('Rørgrossisten Vest AS\nIndustriveien 1\n5105 Eidsvåg')
  },
)

test('with a thumb the row opens the dialog, and everything in it is big enough', async () => {
  const page = await browser.openPage({ as: customer, width: 360, scheme: 'dark' })
  await page.goto('/customers')
  await customerRow(page, 'Ola Hansen').getByText('Ola Hansen', { exact: true }).tap()
  await same(page).tap()
  await field(page, 'Navn').fill('vestkanten')
  const option = page.getByRole('option', { name: /Vestkanten Eiendom AS/ })
  await expect.poll(async () => (await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await option.tap()
  await expect
    .poll(() => valuesOf(page))
    .toEqual(['Vestkanten Eiendom AS', 'Loddefjordveien 2', '5171', 'Loddefjord', 'Norge'])
  expect(await smallTargets(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await save(page).tap()
  await closed(page)
  await customerRow(page, 'Ola Hansen').getByText('Vestkanten Eiendom AS').last().waitFor()
  await expect
    .poll(() => billingIn(customer, 'Ola Hansen'))
    .toContain('Vestkanten Eiendom AS\nLoddefjordveien 2')
})

test('"Samme som kunde" shows the customer’s own address, and gives back what was typed', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await editButton(page, 'Bryggen Hotell Drift AS').click()
  const own = ['Bryggen Hotell Drift AS', 'Bryggen 41', '5003', 'Bergen', 'Norge']
  await expect.poll(() => same(page).getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => valuesOf(page)).toEqual(own)
  for (const name of ['Navn', 'Adresse', 'Postnummer', 'Sted', 'Land'])
    await expect.poll(() => field(page, name).isDisabled()).toBe(true)
  await same(page).click()
  await expect.poll(() => field(page, 'Navn').isDisabled()).toBe(false)
  expect(await valuesOf(page)).toEqual(own)
  await field(page, 'Navn').fill('Hotellkjeden AS')
  await same(page).click()
  await expect.poll(() => valuesOf(page)).toEqual(own)
  await same(page).click()
  await expect.poll(async () => (await valuesOf(page))[0]).toBe('Hotellkjeden AS')
  await same(page).click()
  await page.keyboard.press('Escape')
  await closed(page)
  await focused(page, 'Bryggen Hotell Drift AS')
})

test('what ServiceM8 says is quoted where the address should be looked over', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await editButton(page, NAMES.unclear).click()
  await editDialog(page)
    .getByText('I ServiceM8 står det: «Fakturaen legges i postkassen ved porten»')
    .waitFor()
})

test('a name of the customer’s own that is too long is corrected behind the switch', async () => {
  const long = { name: 'Å'.repeat(2_000), street: 'Storgata 1', postcode: '5003', city: 'Bergen' }
  const other = await landlord(world, [{ ...long, contact: ['Kari', 'Nordmann', '', ''] }])
  const page = await browser.openPage({ as: other, width: 360 })
  await page.goto('/customers')
  await editButton(page, long.name).click()
  await save(page).click()
  await editDialog(page).getByText('Navnet kan ha høyst 100 tegn').waitFor()
  await editDialog(page).getByText('Slå av for å rette det som er merket.').waitFor()
  await until('the focus to be on the switch', () => hasFocus(same(page)))
  expect(await overflow(page)).toBe(0)
  await same(page).click()
  await field(page, 'Navn').fill('Åsheim Sameie')
  await save(page).click()
  await closed(page)
})

test('a name that Fiken does not know becomes a new customer, with an address to be filled in', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await editButton(page, 'Kari Nordmann').click()
  await same(page).click()
  await field(page, 'Land').fill('Sverige')
  await field(page, 'Navn').fill('Nordmann Snekkerhøvel AS')
  await page.getByText('Ingen kontakter i Fiken passer').first().waitFor()
  await page.getByRole('option', { name: /Opprett ny kunde med dette navnet/ }).click()
  await expect.poll(() => valuesOf(page)).toEqual(['Nordmann Snekkerhøvel AS', '', '', '', 'Norge'])
  await editDialog(page).getByText('Ingenting lages i Fiken før en faktura overføres.').waitFor()
  const before = customer.tenant.company.contacts.length
  await field(page, 'Adresse').fill('Høvelgata 1')
  await field(page, 'Adresse').press('Enter')
  await closed(page)
  await expect
    .poll(() => billingIn(customer, 'Kari Nordmann'))
    .toContain('Nordmann Snekkerhøvel AS\nHøvelgata 1')
  expect(customer.tenant.company.contacts).toHaveLength(before)
})

test('the first key waits like the others, and Fiken is asked what has changed when the dialog opens', async () => {
  const page = await browser.openPage({ as: customer })
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/fiken/search-contacts') asked.push(url.searchParams.get('query'))
  })
  await page.goto('/customers')
  await editButton(page, 'Kari Nordmann').click()
  const name = field(page, 'Navn')
  await expect.poll(() => name.inputValue()).toBe('Nordmann Snekkerhøvel AS')
  await name.press('End')
  await name.press('x')
  await page.getByText('Ingen kontakter i Fiken passer').first().waitFor()
  expect(asked).toEqual(['Nordmann Snekkerhøvel AS', 'Nordmann Snekkerhøvel ASx'])
})

test('an old answer never replaces a newer one', async () => {
  const page = await browser.openPage({ as: customer })
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/fiken/search-contacts?query=vest*', async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  await page.goto('/customers')
  await editButton(page, NAMES.block).click()
  const asked = page.waitForRequest('**/api/fiken/search-contacts?query=vest')
  await field(page, 'Navn').fill('vest')
  const old = await asked
  await field(page, 'Navn').fill('solheim')
  const option = page.getByRole('option', { name: /Solheim Barnehage SA/ })
  await option.waitFor()
  held.resolve(undefined)
  // No response arrives if the page has aborted the request.
  await (await old.response())?.finished()
  await settled(page)
  expect(await page.getByRole('option', { name: /Vestkanten/ }).count()).toBe(0)
  expect(await option.count()).toBe(1)
})

test('a save is taken back within ten seconds', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  const before = billingIn(customer, 'Solheim Barnehage SA')
  await editButton(page, 'Solheim Barnehage SA').click()
  await same(page).click()
  await field(page, 'Adresse').fill('Postboks 77')
  await save(page).click()
  await closed(page)
  await customerRow(page, 'Solheim Barnehage SA').getByText('Postboks 77').first().waitFor()
  await expect.poll(() => billingIn(customer, 'Solheim Barnehage SA')).toContain('Postboks 77')
  await page.getByRole('button', { name: 'Angre' }).click()
  await page.getByText('Endringen er angret', { exact: true }).first().waitFor()
  await customerRow(page, 'Solheim Barnehage SA').getByText('Solheimsgaten 15').first().waitFor()
  await expect.poll(() => billingIn(customer, 'Solheim Barnehage SA')).toBe(before)
})

test('a site opens its head office, and says so', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await editButton(page, NAMES.site).click()
  await editDialog(page)
    .getByText(`Filial av ${NAMES.block}: fakturaen går til hovedkontoret`)
    .waitFor()
  await field(page, 'Adresse').fill('Hovedkontorgata 4')
  await save(page).click()
  await closed(page)
  await expect.poll(() => billingIn(customer, NAMES.block)).toContain('Hovedkontorgata 4')
  await focused(page, NAMES.site)
})

test('what is wrong is said at its field, and what was typed stays', async () => {
  const page = await browser.openPage({
    as: customer,
    expected: [/status of 400 .*\/api\/customers\/companies/],
  })
  await page.goto('/customers')
  await editButton(page, NAMES.block).click()
  await field(page, 'Navn').fill('x'.repeat(101))
  await save(page).click()
  await editDialog(page).getByText('Navnet kan ha høyst 100 tegn').waitFor()
  await until('the focus to be on the mistake', () => hasFocus(field(page, 'Navn')))
  await field(page, 'Navn').fill('Havn Drift AS')
  await field(page, 'Postnummer').fill('580')
  await save(page).click()
  await editDialog(page).getByText('Postnummer har fire siffer').waitFor()
  await page.getByText('Feil ved oppdatering', { exact: true }).first().waitFor()
  expect((await valuesOf(page))[2]).toBe('580')
  await until('the focus to be on the mistake', () => hasFocus(field(page, 'Postnummer')))
})

test('closing asks before what was typed is lost', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await editButton(page, NAMES.block).click()
  await field(page, 'Sted').fill('Nesttun')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await question.waitFor({ state: 'detached' })
  await settled(page)
  expect((await valuesOf(page))[3]).toBe('Nesttun')
  const sent = watchChanges(page)
  await editDialog(page).getByRole('button', { name: 'Lukk' }).click()
  await question.getByRole('button', { name: 'Forkast' }).click()
  await closed(page)
  await focused(page, NAMES.block)
  expect(await sent()).toEqual([])
  expect(billingIn(customer, NAMES.block)).not.toContain('Nesttun')
})
