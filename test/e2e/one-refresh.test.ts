import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deleteTransfer, restoreTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { atRestAfter, openAtRest } from '../support/browser/at-rest.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { rowOf, startFromMenu } from '../support/browser/screen.ts'
import { seasonedCustomer } from '../support/people/seasoned.ts'
import { until } from '../support/wait.ts'
import { startWorld } from '../support/world/world.ts'

/** Tests that a change refetches each open list once, by server-sent event or by polling. */

const world = await startWorld()
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

const LISTS = ['/api/transfers', '/api/transfers/causes', '/api/stats']
const POLL_MS = 30_000

async function transfersScreen(page: Page): Promise<() => Record<string, number>> {
  await openAtRest(page, '/transfers')
  await rowOf(page, 'Overføringer', customer.failed).waitFor()
  const reads = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET') reads.set(pathname, (reads.get(pathname) ?? 0) + 1)
  })
  return () => Object.fromEntries(LISTS.map((list) => [list, reads.get(list) ?? 0]))
}

const each = (times: number) => Object.fromEntries(LISTS.map((list) => [list, times]))

async function failedTransfer(): Promise<{ params: { id: string } }> {
  const rows = await customer.visitor.call(listTransfers)
  return { params: { id: rows.find(({ status }) => status === 'failed')?.id ?? '' } }
}

async function deleteFailed(page: Page): Promise<void> {
  const row = rowOf(page, 'Overføringer', customer.failed)
  await row.getByRole('button', { name: 'Slett' }).click()
  const question = page.getByRole('alertdialog', { name: `Slette ${customer.failed}?` })
  await question.getByRole('button', { name: 'Slett' }).click()
  await question.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
}

test('one click refetches each list once, and so does an action in another browser', async () => {
  const failed = await failedTransfer()
  const page = await browser.openPage({ as: customer })
  const open = page.waitForResponse((response) => response.url().includes('/api/events'))
  const reads = await transfersScreen(page)
  await open
  await atRestAfter(page, () => deleteFailed(page))
  expect(reads()).toEqual(each(1))
  await atRestAfter(page, async () => {
    await customer.visitor.call(restoreTransfer, failed)
    await rowOf(page, 'Overføringer', customer.failed).waitFor()
  })
  expect(reads()).toEqual(each(2))
})

test('a retry is refetched when the server says so, and not a second time for the click', async () => {
  const page = await browser.openPage({ as: customer })
  await page.addInitScript(() => {
    const counted = window as unknown as { hints: number }
    counted.hints = 0
    const listen = EventSource.prototype.addEventListener
    EventSource.prototype.addEventListener = function (
      this: EventSource,
      type: string,
      listener: EventListener,
    ) {
      listen.call(this, type, (event: Event) => {
        const { data } = event as MessageEvent<string | undefined>
        if (type === 'changed' && data?.split(' ').includes('transfers')) counted.hints += 1
        listener(event)
      })
    } as typeof listen
  })
  const open = page.waitForResponse((response) => response.url().includes('/api/events'))
  const reads = await transfersScreen(page)
  await open
  const row = rowOf(page, 'Overføringer', customer.failed)
  const started = Date.now()
  await startFromMenu(row)
  await until('the transfer to have failed again', async () => {
    const rows = await customer.visitor.call(listTransfers)
    return rows.some(
      ({ status, updatedAt }) => status === 'failed' && Date.parse(updatedAt) >= started,
    )
  })
  // This is the last change, so all events about earlier changes have arrived before its event.
  await atRestAfter(page, () => deleteFailed(page))
  const hints = await page.evaluate(() => (window as unknown as { hints: number }).hints)
  expect(hints).toBeGreaterThan(0)
  expect(reads()['/api/transfers']).toBeLessThanOrEqual(hints)
  await page.getByRole('button', { name: 'Angre' }).click()
  await row.waitFor()
})

test('without the stream a click refetches each list once, and the slow poll brings the rest', async () => {
  const failed = await failedTransfer()
  const page = await browser.openPage({ as: customer, expected: [/\/api\/events/] })
  await page.route('**/api/events*', (route) => route.abort())
  await page.clock.install()
  const reads = await transfersScreen(page)
  await atRestAfter(page, () => deleteFailed(page))
  expect(reads()).toEqual(each(1))
  await customer.visitor.call(restoreTransfer, failed)
  await page.clock.runFor(POLL_MS)
  await rowOf(page, 'Overføringer', customer.failed).waitFor()
  await customer.visitor.call(deleteTransfer, failed)
  await page.clock.runFor(POLL_MS)
  await rowOf(page, 'Overføringer', customer.failed).waitFor({ state: 'detached' })
  await customer.visitor.call(restoreTransfer, failed)
})
