import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { menu, textOf } from '../../support/browser/screen.ts'
import { newCustomer, readyCustomer } from '../../support/people/customer.ts'
import {
  changeClient,
  customerRow,
  doubtAbout,
  landlord,
  NAMES,
  rowsOf,
} from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await landlord(world)
const browser = useBrowser(() => world)

const table = (page: Page) => page.getByRole('table', { name: 'Kunder', exact: true })
const search = (page: Page) => page.getByRole('searchbox')
const count = (page: Page, rows: number) =>
  until(`${rows} rows`, async () => (await table(page).locator('[data-row]').count()) === rows)

test('it is reached by the menu, and shows who receives the invoices of each customer', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await menu(page, 'Kunder')
  await page.getByRole('heading', { name: 'Kunder', level: 1, exact: true }).waitFor()
  await customerRow(page, NAMES.block).getByText('Havn Drift AS').first().waitFor()
  const all = (await rowsOf(customer)).length
  await page.getByRole('status').getByText(`${all} kunder`, { exact: true }).waitFor()
  expect(await textOf(customerRow(page, NAMES.block))).toContain('Postboks 9 Sentrum, 5804 Bergen')
  expect(await textOf(customerRow(page, NAMES.site))).toContain(`Filial av ${NAMES.block}`)
  expect(await textOf(customerRow(page, 'Bryggen Hotell Drift AS'))).toContain('Samme som kunde')
  expect(await textOf(customerRow(page, NAMES.unclear))).toContain('Se over adressen')
  const heads = await table(page).getByRole('columnheader').allInnerTexts()
  expect(heads.slice(0, 2)).toEqual(['Kunde', 'Faktura Adresse'])
})

test('the palette leads to it', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('kunder')
  await page.getByRole('option', { name: 'Kunder', exact: true }).click()
  await customerRow(page, NAMES.block).waitFor()
})

test('the search looks at every field, and the address keeps what was typed', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  for (const [words, rows] of [
    ['HAVN DRIFT', 2],
    ['styret@havn', 1],
    ['sentrum 5804', 2],
    ['hotell bergen', 1],
    ['55 12 30 02', 1],
    ['  bryggen 41 ', 1],
  ] as const) {
    await search(page).fill(words)
    await count(page, rows)
  }
  await search(page).fill('snøfreser')
  await page.getByText('Ingen kunder matchet søket').waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await until('the address to follow', () => page.url().endsWith('?q=sn%C3%B8freser'))
  await page.reload()
  await page.getByText('Ingen kunder matchet søket').waitFor()
  expect(await search(page).inputValue()).toBe('snøfreser')
  await page.getByRole('button', { name: 'Vis alle' }).click()
  await count(page, (await rowsOf(customer)).length)
  await expect.poll(() => search(page).inputValue()).toBe('')
})

test('chips show those who lack something, with how many they are', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  const rows = await rowsOf(customer)
  const without = rows.filter(({ organization_number }) => organization_number === '').length
  const chip = page.getByRole('button', { name: `Uten org.nr. ${without}` })
  await chip.click()
  await count(page, without)
  await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
  await page
    .getByText('Krav om EHF-faktura mellom bedrifter er foreslått. Da trengs org.nr.')
    .waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: /^Uten e-post/ }).click()
  await count(page, 1)
  await until('the address to follow', () =>
    page.url().endsWith('/customers?show=no_number%2Cno_email'),
  )
  await page.reload()
  await customerRow(page, NAMES.unclear).waitFor()
  await count(page, 1)
  await page.getByRole('button', { name: 'Nullstill' }).click()
  await count(page, rows.length)
  await page.getByText('Da trengs org.nr.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Venter på deg/ }).click()
  await page.getByText('Ingen kunder i utvalget').waitFor()
})

test('what waits for a person is answered from the row', async () => {
  const mine = await landlord(world)
  await doubtAbout(world, mine, 'Nordnes Bakeri AS')
  const page = await browser.openPage({ as: mine })
  await page.goto('/customers')
  const row = customerRow(page, 'Nordnes Bakeri AS')
  await row.getByRole('button', { name: '1 venter på deg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hvem skal faktureres for Nordnes Bakeri AS?' })
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: /^Velg og prøv/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: '1 venter på deg' }).waitFor({ state: 'detached' })
})

test('on a phone the filter that a link has chosen is in sight', async () => {
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers?show=no_email')
  const chip = page.getByRole('button', { name: /^Uten e-post/ })
  await chip.waitFor()
  await until('the chip to be in sight', async () => {
    const { x = -1, width = 0 } = (await chip.boundingBox()) ?? {}
    return x >= 0 && x + width <= 360
  })
})

test('fresh data are fetched from ServiceM8, and the old rows stay when that fails', async () => {
  const page = await browser.openPage({
    as: customer,
    expected: [/status of 50\d .*\/api\/customers\/companies/],
  })
  await page.goto('/customers')
  await customerRow(page, 'Solheim Barnehage SA').waitFor()
  const refresh = page.getByRole('button', { name: 'Oppdater' })
  const { account } = customer.tenant
  world.vendors.faults.add({
    vendor: 'servicem8',
    kind: 'status',
    status: 500,
    who: account.uuid,
  })
  await refresh.click()
  await page.getByText('Kunne ikke hente ferske data', { exact: true }).first().waitFor()
  await customerRow(page, 'Solheim Barnehage SA').waitFor()
  world.vendors.faults.clear()
  changeClient(world, customer, 'Solheim Barnehage SA', { name: 'Solheim Barnehage og SFO SA' })
  await until('the refresh to be over', () => refresh.isEnabled())
  await refresh.click()
  await customerRow(page, 'Solheim Barnehage og SFO SA').waitFor()
})

test('the list is taken as it is for five minutes, then read again, and forgotten after ten', async () => {
  const page = await browser.openPage({ as: customer, polls: false })
  let asked = 0
  let answers: Promise<unknown> = Promise.resolve()
  await page.route('**/api/customers/companies', async (route) => {
    asked += 1
    await answers
    await route.continue()
  })
  // The event stream is blocked, so that only the passing of time can change the page.
  await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }))
  await page.clock.install()
  const row = customerRow(page, 'Bryggen Hotell Drift AS')
  const away = async (minutes: string) => {
    await menu(page, 'Hjelp')
    await page.getByRole('heading', { name: 'Hjelp', level: 1 }).waitFor()
    await page.clock.fastForward(minutes)
    await menu(page, 'Kunder')
  }
  await page.goto('/customers')
  await row.waitFor()
  expect(asked).toBe(1)
  await away('04:00')
  await row.waitFor()
  await settled(page)
  expect(asked).toBe(1)
  await away('02:00')
  await row.waitFor()
  await until('it to be read again', () => asked === 2)

  const held = Promise.withResolvers<undefined>()
  answers = held.promise
  await away('11:00')
  await until('it to be read anew', () => asked === 3)
  await page.getByRole('status').getByText('Laster...', { exact: true }).first().waitFor()
  expect(await row.count()).toBe(0)
  held.resolve(undefined)
  await row.waitFor()
})

test('without ServiceM8 there is nobody, and it can be connected from here', async () => {
  const page = await browser.openPage({ as: await newCustomer(world) })
  await page.goto('/customers')
  await page.getByText('Ingen kunder funnet').waitFor()
  await page.getByText('ServiceM8 er ikke koblet til. Kundene hentes derfra.').waitFor()
  await expectSoundInEveryLook(page)
  const popup = page.waitForEvent('popup')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Koble til ServiceM8' }).click()
  await (await popup).close()
})

test('until the customers have been read once it says so, and then the list fills itself', async () => {
  const early = await readyCustomer(world, {
    prepare: ({ account }) =>
      world.vendors.faults.add({
        vendor: 'servicem8',
        kind: 'status',
        status: 503,
        path: '/company\\.json',
        who: account.uuid,
      }),
  })
  const page = await browser.openPage({ as: early })
  await page.goto('/customers')
  await page.getByText('Kundene hentes fra ServiceM8').waitFor()
  world.vendors.faults.clear()
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await customerRow(page, 'Bryggen Hotell Drift AS').waitFor()
})
