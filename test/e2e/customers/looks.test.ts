import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SeedClient } from '#sandbox/seed/clients'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import {
  customerRow,
  editButton,
  editDialog,
  landlord,
  NAMES,
} from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const MANY = 1_500

const clientNo = (index: number): SeedClient => ({
  name: `Sameiet Storgata ${index} Eiendom og Drift AS`,
  street: `Storgata ${index}`,
  postcode: '5003',
  city: 'Bergen',
  contact: ['Kari', `Nr${index}`, `post${index}@sameiet.example`, '55 00 00 00'],
})

const world = await startWorld()
const customer = await landlord(
  world,
  Array.from({ length: MANY }, (_, index) => clientNo(index)),
)
const browser = useBrowser(() => world)

const heights = (page: Page) =>
  page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.slice(0, 20).map((row) => row.getBoundingClientRect().height))

test('rows are at most 56 pixels high, cards with the longest name whole 104, and nothing is wider than the window', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers?q=storgata')
  await customerRow(page, 'Sameiet Storgata 1 Eiendom og Drift AS').waitFor()
  expect(Math.max(...(await heights(page)))).toBeLessThanOrEqual(56)
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 780 })
    await settled(page)
    expect(Math.max(...(await heights(page)))).toBeLessThanOrEqual(104)
    expect(await overflow(page)).toBe(0)
  }
})

test('fifty are on a page, and a search begins on the first one', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Side 2', exact: true }).click()
  await until('the address to follow', () => page.url().endsWith('?page=2'))
  await expect.poll(() => page.locator('[data-row]').count()).toBe(50)
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('storgata 77')
  await customerRow(page, 'Sameiet Storgata 77 Eiendom og Drift AS').waitFor()
  await until('the first page', () => !new URL(page.url()).searchParams.has('page'))
})

test('axe finds nothing, with the list alone, with the dialog, and with its suggestions open', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers?q=havn')
  await customerRow(page, NAMES.block).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await editButton(page, NAMES.block).click()
  await editDialog(page).getByRole('switch').waitFor()
  await expectSoundInEveryLook(page)
  await editDialog(page).getByRole('combobox', { name: 'Navn' }).fill('vestkanten')
  await page.getByRole('option', { name: /Vestkanten/ }).waitFor()
  await expectSoundInEveryLook(page)
})

test('on a phone nothing that is pressed is smaller than a finger', async () => {
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers?q=havn')
  await customerRow(page, NAMES.block).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await editButton(page, NAMES.block).tap()
  await editDialog(page).getByRole('switch').waitFor()
  expect(await smallTargets(page)).toEqual([])
})
