import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { newCustomer } from '../support/people/customer.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld()
const customer = await newCustomer(world)
// Chromium keeps recently left pages in its back/forward cache; Playwright disables the cache by
// default.
const browser = useBrowser(() => world, { ignoreDefaultArgs: ['--disable-back-forward-cache'] })

test('a page loads immediately however many were left behind, and one that is returned to still gets updates', async () => {
  const page = await browser.openPage({ as: customer })
  for (let times = 0; times < 5; times += 1) {
    for (const [path, title] of [
      ['/transfers', 'Overføringer'],
      ['/errors', 'Systemlogg'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.getByText('Laster...').first().waitFor({ state: 'detached' })
    }
  }
  const heard = page.waitForRequest((request) => request.url().includes('/api/events'))
  // goBack() would wait for a load event, but a page from the cache is not loaded again. The
  // timeout lets evaluate() return before the page is left.
  await page.evaluate(() => {
    setTimeout(() => history.back())
  })
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  expect((await heard).method()).toBe('GET')
})
