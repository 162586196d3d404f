import { expect, test } from 'vitest'
import { HEADS } from '../../../src/web/app/layout/FirstPaint.tsx'
import { useBrowser } from '../../support/browser/browser.ts'
import { openAtRest } from '../../support/browser/at-rest.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const person = await readyCustomer(world)
const browser = useBrowser(() => world)

const ROUTES = Object.keys(HEADS)
const START = /\/assets\/start-[\w-]+\.js/

test.each([1280, 768, 360])(
  'at %i pixels each screen shows its name before any script has come, and the name stays where it is',
  async (width) => {
    const page = await browser.openPage({ as: person, width })
    const moved = []
    for (const route of ROUTES) {
      const comes = Promise.withResolvers<unknown>()
      await page.route(START, async (script) => {
        await comes.promise
        await script.continue()
      })
      await page.goto(world.url + route, { waitUntil: 'commit' })
      const name = page.locator('h1')
      await name.waitFor()
      expect(await page.getByRole('status').allTextContents()).toEqual(['Laster brukerdata...'])
      // A screen reader only announces that the page is loading.
      expect(await page.getByRole('heading').count()).toBe(0)
      const before = { text: await name.textContent(), box: await name.boundingBox() }
      comes.resolve(null)
      await page.locator('#innhold').waitFor()
      await page.unroute(START)
      await openAtRest(page, world.url + route)
      const after = { text: await name.textContent(), box: await name.boundingBox() }
      const y = (after.box?.y ?? 0) - (before.box?.y ?? 0)
      const x = (after.box?.x ?? 0) - (before.box?.x ?? 0)
      if (before.text !== after.text || Math.abs(x) > 1 || Math.abs(y) > 1)
        moved.push({ route, before, after })
    }
    expect(moved).toEqual([])
  },
)

test('somebody who is not logged in is shown no frame that is not theirs', async () => {
  const answer = await fetch(`${world.url}/transfers`)
  expect(await answer.text()).toContain('<div id="root"></div>')
})
