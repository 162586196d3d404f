import { expect, test } from 'vitest'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

const PLACES = ['Dashboard', 'Overføringer', 'Avstemming', 'Logg']

test('the bar leads to four places, says where one is, and its targets are large enough', async () => {
  const page = await browser.openPage({ width: 360, as: customer })
  await page.goto('/help')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const bar = page.getByRole('navigation', { name: 'Hurtigvalg' })
  await expect
    .poll(async () =>
      (await bar.getByRole('link').allTextContents()).map((text) => text.split(':')[0]),
    )
    .toEqual(PLACES)
  const needs = bar.getByRole('link', { name: /^Overføringer ?: 1 jobb trenger deg, [\d,]+.kr$/ })
  expect(await needs.locator('[data-needs]').textContent()).toBe('1')
  for (const place of [...PLACES.slice(1), PLACES[0]!]) {
    const link = bar.getByRole('link', { name: place })
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await link.tap()
    await page.getByRole('heading', { name: place, level: 1 }).waitFor()
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
    await expect.poll(() => bar.locator('[aria-current=page]').count()).toBe(1)
  }
  await rowOf(page, 'Nylige overføringer', customer.failed).waitFor()
  await expectSoundInEveryLook(page)
})

test('the bar covers neither the end of a page, nor what is saved, nor what is chosen', async () => {
  const page = await browser.openPage({ width: 360, as: customer })
  await page.goto('/transfers')
  const bar = page.getByRole('navigation', { name: 'Hurtigvalg' })
  const row = rowOf(page, 'Overføringer', customer.failed)
  await row.getByRole('checkbox').tap()
  const region = page.getByRole('region', { name: 'Valgte overføringer' })
  await region.waitFor()
  const chosen = await region.boundingBox()
  const top = (await bar.boundingBox())?.y ?? 0
  expect((chosen?.y ?? 0) + (chosen?.height ?? 0)).toBeLessThanOrEqual(top)

  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const last = page.getByRole('button', { name: 'Slett kontoen min' })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const end = await last.boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top)
})

test('there is no bar on a desktop, on paper, or before one is logged in', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/help')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const bar = page.getByRole('navigation', { name: 'Hurtigvalg' })
  expect(await bar.count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 780 })
  await expect.poll(() => bar.count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => bar.count()).toBe(0)
  const stranger = await browser.openPage({ width: 360 })
  await stranger.goto('/auth')
  await stranger.getByRole('heading', { level: 1 }).waitFor()
  expect(await stranger.getByRole('navigation', { name: 'Hurtigvalg' }).count()).toBe(0)
})
