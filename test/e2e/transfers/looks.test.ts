import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAtRest, settled } from '../../support/browser/at-rest.ts'
import { accessibilityProblems, useBrowser } from '../../support/browser/browser.ts'
import { openCause, rowOf } from '../../support/browser/screen.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

test.each([
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
])(
  'at $width × $height the first job is seen without scrolling, below what has stopped',
  async (size) => {
    const page = await browser.openPage({ as: customer, ...size })
    await page.setViewportSize(size)
    await page.goto('/transfers')
    await page
      .getByText('Linjen har en MVA-sats')
      .first()
      .or(page.getByText('MVA'))
      .first()
      .waitFor()
    const row = rowOf(page, 'Overføringer', customer.waiting)
    await row.waitFor()
    const bar = page.getByRole('navigation', { name: 'Hurtigvalg' })
    const box = (await row.boundingBox())!
    const floor = size.width === 360 ? (await bar.boundingBox())!.y : size.height
    expect({ below: box.y + box.height > floor, top: box.y > 0 }).toEqual({
      below: false,
      top: true,
    })
  },
)

test('rows are at most 56 pixels high where nothing is wrong, and cards 96, and 156 with the reason and its message', async () => {
  const heights = (page: Page) =>
    page
      .locator('[data-row]')
      .evaluateAll((rows) =>
        rows.map((row) => [row.textContent, row.getBoundingClientRect().height] as const),
      )
  const desk = await browser.openPage({ as: customer })
  await openAtRest(desk, '/transfers')
  const fineOf = async (page: Page) =>
    (await heights(page)).filter(([words]) => customer.completed.some((job) => words.includes(job)))
  const fine = await fineOf(desk)
  expect(fine).toHaveLength(3)
  expect(Math.max(...fine.map(([, height]) => height))).toBeLessThanOrEqual(56)
  const phone = await browser.openPage({ as: customer, width: 360 })
  await openAtRest(phone, '/transfers')
  const highest = (rows: Awaited<ReturnType<typeof heights>>) =>
    Math.max(...rows.map(([, height]) => height))
  expect(highest(await fineOf(phone))).toBeLessThanOrEqual(96)
  expect(highest(await heights(phone))).toBeLessThanOrEqual(156)
  const message = 'Det er ikke valgt MVA-type og konto i Fiken'
  await rowOf(phone, 'Overføringer', customer.failed).getByText(message).waitFor()
})

test('at 1280 pixels "Behandle nå" is within its card', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await page.getByRole('button', { name: /^Venter/ }).click()
  const card = page.getByRole('region', { name: /^Ventende overføringer/ })
  const rightOf = async (target: Locator) => {
    const box = await target.boundingBox()
    return box ? box.x + box.width : NaN
  }
  const button = card.getByRole('button', { name: 'Behandle nå' }).first()
  await expect
    .poll(async () => (await rightOf(card)) - (await rightOf(button)))
    .toBeGreaterThanOrEqual(16)
})

test('the card of a chosen job does not open over the rows that are chosen next', async () => {
  const page = await browser.openPage({ as: customer })
  await page.clock.install()
  await openAtRest(page, '/transfers')
  const [job = ''] = customer.completed
  const row = rowOf(page, 'Overføringer', job)
  const card = page.getByRole('dialog', { name: job })
  // The page must be rendered before its clock is paused, because rendering depends on this clock.
  await row.waitFor()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await row.getByRole('checkbox').click()
  await page.clock.runFor(2_000)
  await settled(page)
  expect(await card.count()).toBe(0)
  await page.mouse.move(1, 1)
  await row.getByRole('checkbox').press('Space')
  await row.getByRole('rowheader').hover()
  await page.clock.runFor(1_000)
  await card.waitFor()
})

const QUESTIONS: Record<string, { width: number; open: (page: Page) => Promise<unknown> }> = {
  'the menu of a row': {
    width: 360,
    open: async (page) => {
      const row = rowOf(page, 'Overføringer', customer.failed)
      await row.getByRole('button', { name: /^Flere valg for/ }).tap()
      await page.getByRole('menu').waitFor()
    },
  },
  'the menu of the page': {
    width: 360,
    open: async (page) => {
      await page.getByRole('button', { name: 'Flere valg', exact: true }).tap()
      await page.getByRole('menu').waitFor()
    },
  },
  'the question before all that wait are deleted': {
    width: 1280,
    open: async (page) => {
      await page.getByRole('button', { name: 'Slett alle ventende' }).click()
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    },
  },
  'the question before one is deleted': {
    width: 1280,
    open: async (page) => {
      const row = rowOf(page, 'Overføringer', customer.failed)
      await row.getByRole('button', { name: /^Slett/ }).click()
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    },
  },
  'the question before the chosen are skipped': {
    width: 360,
    open: async (page) => {
      const row = rowOf(page, 'Overføringer', customer.failed)
      await row.getByRole('checkbox').tap()
      await page.getByRole('button', { name: 'Hopp over' }).tap()
      await page.getByText('Den blir ikke overført til Fiken.').waitFor()
    },
  },
  'the cause of a row': {
    width: 360,
    open: (page) => openCause(rowOf(page, 'Overføringer', customer.failed)),
  },
  'the days of a period': {
    width: 360,
    open: async (page) => {
      await page.getByLabel('Periode').selectOption({ label: 'Fra–til' })
      await page.getByLabel('Fra og med').waitFor()
    },
  },
}

test.each(Object.keys(QUESTIONS))('axe finds nothing with %s open, light or dark', async (name) => {
  const { width, open } = QUESTIONS[name]!
  const page = await browser.openPage({ as: customer, width })
  await page.goto('/transfers')
  await rowOf(page, 'Overføringer', customer.failed).waitFor()
  await open(page)
  const found: Record<string, string[]> = {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await until('the last of it to have come into view', () =>
      page.evaluate(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      ),
    )
    const problems = await accessibilityProblems(page)
    if (problems.length > 0) found[colorScheme] = problems
  }
  expect(found).toEqual({})
})
