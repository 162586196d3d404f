import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { newCustomer } from '../support/people/customer.ts'
import { startWorld } from '../support/world/world.ts'

// Real browsers keep the pages that were left, for "back"; the tests' own browser does so only if
// it is allowed to.
const browser = useBrowser(() => world, { ignoreDefaultArgs: ['--disable-back-forward-cache'] })

const world = await startWorld()
const customer = await newCustomer(world)
afterAll(() => world.stop())

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
  // Not goBack(): that waits for a load, and a kept page is not loaded. In a task of its own, or
  // the page may be gone before it has answered.
  await page.evaluate(() => {
    setTimeout(() => history.back())
  })
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  expect((await heard).method()).toBe('GET')
})
