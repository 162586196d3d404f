import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, useBrowser } from '../../support/browser/browser.ts'
import { openAtRest } from '../../support/browser/at-rest.ts'
import { openCause, rowOf } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { newCustomer } from '../../support/people/customer.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const newcomer = await newCustomer(world)
const seasoned = await seasonedCustomer(world)
const browser = useBrowser(() => world)

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

const NOBODY = [
  ['/', (page: Page) => page.getByText('kr/måned').first().waitFor()],
  ['/auth', (page: Page) => title(page, 'Velkommen til Fakturabro')],
  ['/auth?tab=register', (page: Page) => page.getByRole('button', { name: 'Neste' }).waitFor()],
  ['/privacy', (page: Page) => title(page, 'Personvern')],
  ['/forgot-password', (page: Page) => title(page, 'Glemt passord')],
  ['/reset-password?token=lenken', (page: Page) => title(page, 'Velg nytt passord')],
] as const

const SCREENS = [
  ['/', 'Dashboard'],
  ['/transfers', 'Overføringer'],
  ['/configuration', 'Konfigurasjoner'],
  ['/configuration#mva', 'Konfigurasjoner'],
  ['/configuration#webhooks', 'Konfigurasjoner'],
  ['/reconciliation', 'Avstemming'],
  ['/customers', 'Kunder'],
  ['/customers/import', 'Koble kundene til Fiken'],
  ['/product-sync', 'Produktsynkronisering'],
  ['/errors', 'Logg'],
  ['/help', 'Hjelp'],
  ['/profile', 'Min profil'],
] as const

test('before one is logged in', async () => {
  const page = await browser.openPage({ width: 360 })
  const found: Record<string, string[]> = {}
  for (const [path, ready] of NOBODY) {
    await page.goto(path)
    await ready(page)
    found[path] = await smallTargets(page)
  }
  expect(found).toEqual(Object.fromEntries(NOBODY.map(([path]) => [path, []])))
})

test.each([
  { who: 'who has much', customer: () => seasoned },
  { who: 'who has nothing yet', customer: () => newcomer },
])('on every screen of a customer $who', async ({ customer }) => {
  const page = await browser.openPage({ width: 360, as: customer() })
  const found: Record<string, string[]> = {}
  for (const [path, name] of SCREENS) {
    await openAtRest(page, path)
    await title(page, name)
    found[path] = await smallTargets(page)
  }
  expect(found).toEqual(Object.fromEntries(SCREENS.map(([path]) => [path, []])))
})

test('in what opens over the list of transfers', async () => {
  const page = await browser.openPage({ width: 360, as: seasoned })
  await page.goto('/transfers')
  const row = rowOf(page, 'Overføringer', seasoned.failed)
  await openCause(row)
  expect(await smallTargets(page)).toEqual([])
  await row.getByRole('checkbox').tap()
  await page.getByRole('region', { name: 'Valgte overføringer' }).waitFor()
  expect(await smallTargets(page)).toEqual([])

  await row.getByRole('button', { name: /^Flere valg for/ }).tap()
  await page.getByRole('menu').waitFor()
  expect(await smallTargets(page)).toEqual([])
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: `Vis detaljer for ${seasoned.failed}` }).tap()
  const drawer = page.getByRole('dialog', { name: seasoned.failed, exact: true })
  await drawer.getByRole('list').last().waitFor()
  expect(await smallTargets(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Hent jobber' }).tap()
  await page.getByRole('dialog').getByRole('button').first().waitFor()
  expect(await smallTargets(page)).toEqual([])
})

test('in the menu', async () => {
  const page = await browser.openPage({ width: 360, as: seasoned })
  await page.goto('/')
  await title(page, 'Dashboard')
  await page.getByRole('button', { name: 'Meny' }).tap()
  await page.getByRole('dialog', { name: 'Meny' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await accessibilityProblems(page)).toEqual([])
})
