import { expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { syncNow } from '#shared/contracts/intake'
import { readTokenStatus } from '#shared/contracts/connections'
import { listTransfers } from '#shared/contracts/transfers/list'
import { openAtRest } from '../support/browser/at-rest.ts'
import { useBrowser } from '../support/browser/browser.ts'
import {
  shiftDuring,
  shiftOfLoading,
  shiftOfOpening,
  watchShifts,
} from '../support/browser/layout-shift.ts'
import { openCause, rowOf } from '../support/browser/screen.ts'
import {
  complete,
  draftsOf,
  newCustomer,
  openJobs,
  readyCustomer,
  type Customer,
} from '../support/people/customer.ts'
import { seasonedCustomer, type SeasonedCustomer } from '../support/people/seasoned.ts'
import { until } from '../support/wait.ts'
import { startWorld } from '../support/world/world.ts'

/**
 * Tests the cumulative layout shift while a screen loads. The limit is 0.02, a fifth of what counts
 * as good (https://web.dev/articles/cls). Responses arrive one after the other, as on a slow
 * connection.
 */

const LIMIT = 0.02

const world = await startWorld()
const people: Record<string, Customer> = {
  'with much on it': await seasonedCustomer(world),
  'with nothing on it': await newCustomer(world),
  'with a grant that is withdrawn': await withdrawn(),
}
const browser = useBrowser(() => world)

async function withdrawn(): Promise<Customer> {
  const customer = await readyCustomer(world)
  revokeSubject(world.vendors.state.servicem8.oauth, customer.tenant.account.uuid)
  await customer.visitor.tryCall(syncNow)
  await until(
    'the grant to be known as dead',
    async () => (await customer.visitor.call(readTokenStatus)).needsReauth,
  )
  return customer
}

const SCREENS = [
  '/',
  '/transfers',
  '/configuration',
  '/reconciliation',
  '/customers',
  '/customers/import',
  '/product-sync',
  '/errors',
  '/help',
  '/profile',
]
const BEFORE_LOGIN = ['/', '/auth', '/forgot-password', '/privacy']
const CASES = [1280, 768, 360].flatMap((width) => [
  { width, state: 'with much on it', screens: SCREENS },
  { width, state: 'with nothing on it', screens: SCREENS },
  { width, state: 'with a grant that is withdrawn', screens: ['/'] },
  { width, state: 'before one is logged in', screens: BEFORE_LOGIN },
])

test.each(CASES)('at $width pixels no screen $state jumps', async ({ width, state, screens }) => {
  const page = await browser.openPage({ as: people[state], width })
  await watchShifts(page)
  const jumps = []
  for (const path of screens) {
    const shift = await shiftOfLoading(page, path)
    if (shift.total > LIMIT) jumps.push({ path, ...shift })
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(jumps).toEqual([])
})

test('on a phone the privacy page does not jump when who is responsible is known late', async () => {
  const page = await browser.openPage({ width: 360 })
  await watchShifts(page)
  const drawn = Promise.withResolvers<undefined>()
  await page.route('**/api/public/operator', async (route) => {
    await drawn.promise
    await route.fallback()
  })
  await page.goto('/privacy')
  await page.getByRole('heading', { name: 'Personvern' }).waitFor()
  // Only content that has been painted can count as shifted.
  await page.screenshot()
  const { total, moved } = await shiftOfOpening(
    page,
    () => Promise.resolve(drawn.resolve(undefined)),
    async () => {
      await page.getByText('er behandlingsansvarlig').waitFor()
      await page.screenshot()
    },
  )
  expect(total, moved.join()).toBeLessThanOrEqual(LIMIT)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.each([1280, 768, 360])(
  'at %i pixels no job jumps when its address is opened',
  async (width) => {
    const seasoned = people['with much on it'] as SeasonedCustomer
    const page = await browser.openPage({ as: seasoned, width })
    await watchShifts(page)
    const rows = await seasoned.visitor.call(listTransfers, { query: {} })
    expect(new Set(rows.map(({ status }) => status))).toEqual(
      new Set(['completed', 'failed', 'pending']),
    )
    const jumps = []
    for (const { id, status } of rows) {
      const shift = await shiftOfLoading(page, `/transfers?jobb=${id}`)
      if (shift.total > LIMIT) jumps.push({ status, ...shift })
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(jumps).toEqual([])
  },
)

test.each([1280, 360])(
  'at %i pixels no job jumps when its answers come after its drawer',
  async (width) => {
    const seasoned = people['with much on it'] as SeasonedCustomer
    const page = await browser.openPage({ as: seasoned, width })
    await watchShifts(page)
    const rows = await seasoned.visitor.call(listTransfers, { query: {} })
    const jumps = []
    for (const status of ['completed', 'failed'] as const) {
      const { id } = rows.find((row) => row.status === status)!
      const opened = Promise.withResolvers<undefined>()
      await page.route(/\/api\/transfers(\/|\?)/, async (route) => {
        await opened.promise
        await route.fallback()
      })
      const loading = shiftOfLoading(page, `/transfers?jobb=${id}`)
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('status').waitFor()
      await drawer.evaluate((panel) =>
        Promise.all(panel.getAnimations().map((one) => one.finished)),
      )
      opened.resolve(undefined)
      const shift = await loading
      if (shift.total > LIMIT) jumps.push({ status, ...shift })
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(jumps).toEqual([])
  },
)

test('on a phone, what opens over the list does not jump while its answers come', async () => {
  const seasoned = people['with much on it'] as SeasonedCustomer
  const page = await browser.openPage({ as: seasoned, width: 360 })
  await watchShifts(page)
  await openAtRest(page, '/transfers')
  const dialog = page.getByRole('dialog')
  const row = rowOf(page, 'Overføringer', seasoned.failed)
  await openCause(row)
  const remedy = await shiftOfOpening(
    page,
    () => row.getByRole('button', { name: 'Velg MVA-type' }).tap(),
    () => dialog.getByLabel('Konto for varer').waitFor(),
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Hent jobber' }).tap()
  const found = dialog.getByRole('list', { name: 'Jobber som kan hentes' })
  const fetching = await shiftOfOpening(
    page,
    () => dialog.getByRole('button', { name: 'Siste 7 dager' }).tap(),
    () => found.or(dialog.getByText('Ingen jobber å hente')).waitFor(),
  )
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const jumps = Object.entries({ remedy, fetching }).filter(([, { total }]) => total > LIMIT)
  expect(jumps).toEqual([])
})

test('on a phone the dashboard does not jump while a job completes, or when a grant dies while it loads', async () => {
  const customer = await readyCustomer(world)
  const [first = '', second = ''] = openJobs(customer)
  const drafted = (job: string) => until('the draft', () => draftsOf(customer, job) === 1)
  await drafted(complete(world, customer, first))
  const page = await browser.openPage({ as: customer, width: 360 })
  await watchShifts(page)
  await openAtRest(page, '/')
  await page
    .getByRole('region', { name: 'Ditt første utkast ligger i Fiken' })
    .getByRole('button', { name: 'Lukk' })
    .tap()
  const total = page.getByRole('list', { name: 'Tellere' }).getByRole('listitem').nth(1)
  const completing = await shiftDuring(page, async () => {
    await drafted(complete(world, customer, second))
    await total.getByText('2', { exact: true }).waitFor()
  })

  const dead = Promise.withResolvers<undefined>()
  await page.route('**/api/stats', async (route) => {
    await dead.promise
    await route.fallback()
  })
  const status = page.waitForResponse('**/api/token-status')
  await page.goto('/')
  await (await status).finished()
  const dying = await shiftDuring(page, async () => {
    revokeSubject(world.sandbox.world.state.servicem8.oauth, customer.tenant.account.uuid)
    await customer.visitor.tryCall(syncNow)
    dead.resolve(undefined)
    await page.getByText('Koble til ServiceM8 på nytt', { exact: true }).waitFor()
    await total.waitFor()
  })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(dying.total, dying.moved.join()).toBeLessThanOrEqual(LIMIT)
  expect(completing.total, completing.moved.join()).toBeLessThanOrEqual(LIMIT)
})
