import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled } from '../../support/browser/at-rest.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { editButton, editDialog, clientOf } from '../../support/people/landlord.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

/**
 * Opens a page with a way to simulate the system's close request. A phone sends the request to the
 * most recent CloseWatcher; desktop Chromium does so only for the Escape key.
 */
async function openPage(width: number): Promise<Page> {
  const page = await browser.openPage({ as: customer, width })
  await page.addInitScript(() => {
    const { CloseWatcher: Original } = window as unknown as { CloseWatcher: typeof Watcher }
    class Watcher extends EventTarget {
      requestClose = () => {}
      destroy = () => {}
    }
    const left: Watcher[] = []
    class Watched extends Original {
      constructor() {
        super()
        left.push(this)
        const gone = () => left.splice(left.indexOf(this), left.includes(this) ? 1 : 0)
        const { destroy } = this
        this.destroy = () => {
          gone()
          destroy.call(this)
        }
        this.addEventListener('close', gone)
      }
    }
    Object.assign(window, {
      CloseWatcher: Watched,
      watchers: () => left.length,
      back: () => left.at(-1)?.requestClose(),
    })
  })
  return page
}

const back = (page: Page) => page.evaluate(() => (window as unknown as { back: () => void }).back())
const watchers = (page: Page) =>
  page.evaluate(() => (window as unknown as { watchers: () => number }).watchers())

test('the menu, a drawer and a dialog are closed by the back button', async () => {
  const page = await openPage(360)
  await page.goto('/transfers')
  const row = rowOf(page, 'Overføringer', customer.failed)
  await row.waitFor()
  const address = page.url()
  for (const open of [
    () => page.getByRole('button', { name: 'Meny' }).tap(),
    () => row.getByRole('button', { name: `Vis detaljer for ${customer.failed}` }).tap(),
    () => page.getByRole('button', { name: 'Hent jobber' }).tap(),
  ]) {
    await open()
    await page.getByRole('dialog').waitFor()
    await back(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toBe(address)
    await expect.poll(() => watchers(page)).toBe(0)
  }
})

test('a form that is not saved asks first, and the back button takes the question away again', async () => {
  const page = await openPage(360)
  const { name } = clientOf(customer, 'Nordnes Bakeri AS')
  await page.goto('/customers')
  await editButton(page, String(name)).tap()
  await editDialog(page).getByRole('switch').tap()
  await editDialog(page).getByLabel('Adresse').fill('Ny gate 1')
  await back(page)
  const question = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await question.waitFor()
  await back(page)
  await question.waitFor({ state: 'detached' })
  await settled(page)
  expect(await editDialog(page).getByLabel('Adresse').inputValue()).toBe('Ny gate 1')
  await back(page)
  await question.getByRole('button', { name: 'Forkast' }).tap()
  await editDialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => watchers(page)).toBe(0)
})

test('with a mouse nothing is watched for: Escape closes one thing at a time', async () => {
  const page = await openPage(1280)
  await page.goto('/transfers')
  await rowOf(page, 'Overføringer', customer.failed).waitFor()
  await page.getByRole('button', { name: 'Hent jobber manuelt' }).click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
  expect(await watchers(page)).toBe(0)
})
