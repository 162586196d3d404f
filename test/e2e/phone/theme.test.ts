import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, useBrowser } from '../../support/browser/browser.ts'
import { newCustomer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await newCustomer(world)
const browser = useBrowser(() => world)

const LIGHT = 'rgb(246, 245, 241)'
const DARK = 'rgb(18, 23, 21)'
const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const barOf = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  )
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()

test('the choice is in the menu, survives a reload, and "Som systemet" gives it back', async () => {
  const page = await browser.openPage({ as: customer, scheme: 'light' })
  await page.goto('/')
  await heading(page)
  expect([await groundOf(page), await barOf(page)]).toEqual([LIGHT, '#f6f5f1'])
  const choice = page.getByRole('group', { name: 'Utseende' })
  await expect
    .poll(() => choice.getByRole('radio', { name: 'Som systemet' }).isChecked())
    .toBe(true)

  await choice.getByText('Mørk').click()
  await expect
    .poll(async () => [await groundOf(page), await barOf(page)])
    .toEqual([DARK, '#121715'])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.reload()
  await heading(page)
  expect([await groundOf(page), await barOf(page)]).toEqual([DARK, '#121715'])
  await expect.poll(() => choice.getByRole('radio', { name: 'Mørk' }).isChecked()).toBe(true)

  await choice.getByRole('radio', { name: 'Mørk' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => groundOf(page)).toBe(LIGHT)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect
    .poll(async () => [await groundOf(page), await barOf(page)])
    .toEqual([DARK, '#121715'])
})

test('nothing is painted in the other theme first', async () => {
  const page = await browser.openPage({ as: customer, scheme: 'light' })
  await page.goto('/help')
  await page.evaluate(() => {
    document.cookie = 'theme=dark; Path=/'
  })
  // The app's script never loads, so that the first paint shows the theme without the script.
  await page.route(/\/assets\/app-[^/]*\.js$/, () => undefined)
  for (const path of ['/', '/transfers', '/auth']) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
    expect([path, await page.locator('html').getAttribute('data-theme')]).toEqual([path, 'dark'])
    expect(await groundOf(page)).toBe(DARK)
  }
})

test('another tab follows when it is looked at, and paper stays white', async () => {
  const page = await browser.openPage({ as: customer, scheme: 'light' })
  await page.goto('/help')
  await heading(page)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await other.getByRole('group', { name: 'Utseende' }).getByText('Mørk').click()
  // In headless mode every tab counts as visible, so the test dispatches the event itself.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect.poll(() => groundOf(page)).toBe(DARK)
  const choice = page.getByRole('group', { name: 'Utseende' })
  await expect.poll(() => choice.getByRole('radio', { name: 'Mørk' }).isChecked()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  const scheme = () => getComputedStyle(document.documentElement).colorScheme
  await expect.poll(() => page.evaluate(scheme)).toBe('light')
})

test('a visitor chooses at the foot of the login page, and the front page follows', async () => {
  const page = await browser.openPage({ width: 360, scheme: 'dark' })
  await page.goto('/auth')
  await page.getByRole('group', { name: 'Utseende' }).getByText('Lys').tap()
  await expect.poll(() => groundOf(page)).toBe(LIGHT)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.goto('/')
  await expect.poll(() => groundOf(page)).toBe(LIGHT)
  const picture = page.getByRole('figure').getByRole('img').first()
  await picture.scrollIntoViewIfNeeded()
  const shown = () =>
    picture.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ''))
  await expect.poll(shown).toContain('dashboard-phone-light')
})
