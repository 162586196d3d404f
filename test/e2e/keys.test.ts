import { expect, test } from 'vitest'
import { listTransfers } from '#shared/contracts/transfers/list'
import { settled } from '../support/browser/at-rest.ts'
import { accessibilityProblems, useBrowser } from '../support/browser/browser.ts'
import { rowOf } from '../support/browser/screen.ts'
import { seasonedCustomer } from '../support/people/seasoned.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld()
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

test('Ctrl K finds a job by its number, goes to a screen, and leaves the keyboard where it was', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/transfers')
  const row = rowOf(page, 'Overføringer', customer.failed)
  const details = row.getByRole('button', { name: `Vis detaljer for ${customer.failed}` })
  await details.focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Gå til, finn eller gjør' })
  await palette.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await expect
    .poll(() => details.evaluate((button) => button === document.activeElement))
    .toBe(true)

  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type(customer.failed.replace('Jobb #', ''))
  const hit = palette.getByRole('option', { name: new RegExp(customer.failed) })
  await hit.waitFor()
  expect(await palette.getByText('Ingen jobber passer').count()).toBe(0)
  await expect.poll(() => hit.getAttribute('aria-selected')).toBe('true')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: customer.failed, exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('xyz')
  await palette.getByText('Ingen jobber passer').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('avst')
  await palette.getByRole('option', { name: 'Avstemming' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Avstemming', level: 1 }).waitFor()
})

test('the sidebar opens the palette, which finds settings and help by a word', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('button', { name: 'Finn', exact: true }).click()
  const palette = page.getByRole('dialog', { name: 'Gå til, finn eller gjør' })
  await palette.waitFor()
  await page.keyboard.type('mva')
  await palette.getByRole('group', { name: 'Hjelp' }).getByRole('option').first().waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await palette.getByRole('option', { name: 'MVA-tabell' }).click()
  await page.waitForURL('**/configuration#mva')
  await page.getByRole('region', { name: 'MVA-tabell' }).waitFor()
})

async function withoutJob(): Promise<string> {
  const rows = await customer.visitor.call(listTransfers)
  const known = JSON.stringify(rows)
  const clients = Object.values(customer.tenant.account.tables.company)
  return clients.find(({ name }) => name && !known.includes(name))!.name
}

test('Ctrl K finds a customer who has no job yet, after everything else that matches', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Gå til, finn eller gjør' })
  await palette.waitFor()
  await page.keyboard.type('kund')
  const search = palette.getByRole('option', { name: 'Søk etter «kund» blant kundene' })
  await search.waitFor()
  const options = await palette.getByRole('option').allInnerTexts()
  expect(options.length).toBeGreaterThan(1)
  expect(options.at(-1)).toBe('Søk etter «kund» blant kundene')
  await expect.poll(() => search.getAttribute('aria-selected')).toBe('false')
  await page.keyboard.press('Control+a')
  const idle = await withoutJob()
  await page.keyboard.type(idle)
  await palette.getByText('Ingen jobber passer').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Kunder', level: 1 }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(idle)
  await page.getByText(idle).first().waitFor()
})

test('what is typed before the palette has been fetched is in it when it opens', async () => {
  const page = await browser.openPage({ as: customer })
  const mayCome = Promise.withResolvers<unknown>()
  await page.route(/Palette-[\w-]+\.js/, async (route) => {
    await mayCome.promise
    await route.continue()
  })
  await page.goto('/transfers')
  await rowOf(page, 'Overføringer', customer.failed).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('avx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('st')
  mayCome.resolve(null)
  const palette = page.getByRole('dialog', { name: 'Gå til, finn eller gjør' })
  await palette.getByRole('option', { name: 'Avstemming' }).waitFor()
  await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('avst')
})

test('j and k go through the list and the open jobs, / searches, and ? shows the keys', async () => {
  const page = await browser.openPage({ as: customer })
  await page.clock.install()
  await page.goto('/transfers')
  const newest = [customer.waiting, customer.failed]
  await rowOf(page, 'Overføringer', customer.waiting).waitFor()
  await page.keyboard.press('j')
  const first = page.locator('[data-row] [data-details]').first()
  await expect.poll(() => first.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const drawer = page.locator('[role=dialog][aria-modal=true]')
  const title = drawer.getByRole('heading', { level: 2, name: /^Jobb #/ })
  await title.waitFor()
  const before = await title.innerText()
  await page.keyboard.press('j')
  await expect.poll(() => title.innerText()).not.toBe(before)
  await page.keyboard.press('k')
  await expect.poll(() => title.innerText()).toBe(before)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // The focus is back on the job, and no hover card covers the rows that the user moves to next.
  await expect.poll(() => first.evaluate((job) => job === document.activeElement)).toBe(true)
  await page.clock.runFor(5_000)
  await settled(page)
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.keyboard.press('/')
  await page.keyboard.type(newest[1]?.replace('Jobb #', '') ?? '')
  await page.getByText('1 overføring', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Søk etter jobb').inputValue()).toMatch(/^\d+$/)
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Taster' })
  await keys.getByText('Vis denne listen').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})
