import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listTransfers } from '#shared/contracts/transfers/list'
import { formatDate, today } from '#shared/dates'
import { settled } from '../../support/browser/at-rest.ts'
import { overflow, useBrowser } from '../../support/browser/browser.ts'
import { hasFocus, rowOf, startFromMenu, tabTo } from '../../support/browser/screen.ts'
import { seasonedCustomer } from '../../support/people/seasoned.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld(daytime())
const browser = useBrowser(() => world)

/** Tabs to the element and checks that its focus ring is visible and uncovered. */
async function come(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await seen(target)
}

async function seen(target: Locator): Promise<void> {
  const looks = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    return {
      ring: getComputedStyle(element).outlineStyle,
      over: element.contains(over) ? 'nothing' : (over?.outerHTML.slice(0, 200) ?? 'off screen'),
    }
  })
  expect([target.toString(), looks]).toEqual([
    target.toString(),
    { ring: 'solid', over: 'nothing' },
  ])
}

const focused = (what: string, target: Locator) =>
  until(`${what} to have the focus`, () => hasFocus(target))

test('rows are selected, saved, retried and skipped with the keyboard alone', async () => {
  const customer = await seasonedCustomer(world)
  const page = await browser.openPage({ as: customer })
  const key = (name: string) => page.keyboard.press(name)
  await page.goto('/transfers')
  const box = (job: string) => page.getByRole('checkbox', { name: `Velg ${job}`, exact: true })
  const bar = page.getByRole('region', { name: 'Valgte overføringer' })
  const details = (job: string) => page.getByRole('button', { name: `Vis detaljer for ${job}` })
  const toBar = async () => {
    await key('Tab')
    const way = page
      .getByRole('button', { name: 'Gå til knappene for de valgte' })
      .and(page.locator(':focus'))
    await way.waitFor()
    await seen(way)
    await key('Enter')
    await focused('the bar', bar.getByRole('button').and(page.locator(':focus')))
  }

  await come(page, box(customer.waiting))
  await key('Space')
  await bar.getByText('1 valgt').waitFor()
  await key('ArrowDown')
  await focused('the next box', box(customer.failed))
  await key('Space')
  await bar.getByText('2 valgt').waitFor()
  await toBar()
  await come(page, bar.getByRole('button', { name: 'Last ned' }))
  const download = page.waitForEvent('download')
  await key('Enter')
  expect((await download).suggestedFilename()).toMatch(/^overforinger-.*\.csv$/)
  await key('Escape')
  await bar.waitFor({ state: 'detached' })
  await focused('the row that the bar was opened from', details(customer.failed))

  await come(page, box(customer.failed))
  await key('Space')
  await toBar()
  await come(page, bar.getByRole('button', { name: 'Prøv igjen' }))
  await key('Enter')
  await bar.waitFor({ state: 'detached' })
  await focused('the row', details(customer.failed))
  await rowOf(page, 'Overføringer', customer.failed).getByText('forsøk 2').waitFor()

  await come(page, box(customer.waiting))
  await key('Space')
  await toBar()
  const skip = bar.getByRole('button', { name: 'Hopp over' })
  await come(page, skip)
  await key('Enter')
  const question = page.getByRole('alertdialog', { name: 'Hoppe over 1 overføring?' })
  await focused('the way out', question.getByRole('button', { name: 'Avbryt' }))
  await key('Escape')
  await question.waitFor({ state: 'detached' })
  await focused('the button that asked', skip)
  await key('Enter')
  await come(page, question.getByRole('button', { name: 'Hopp over' }))
  await key('Enter')
  await rowOf(page, 'Overføringer', customer.waiting).waitFor({ state: 'detached' })
  await focused('the row that came in its place', details(customer.failed))

  const row = rowOf(page, 'Overføringer', customer.failed)
  await come(page, row.getByRole('button', { name: 'Slett' }))
  await key('Enter')
  await come(page, page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }))
  await key('Enter')
  await row.waitFor({ state: 'detached' })
  await focused('the row that came in its place', details(customer.completed[2] ?? ''))
})

test('Escape closes a question, and leaves a message that appeared while it was open', async () => {
  const customer = await seasonedCustomer(world)
  const page = await browser.openPage({ as: customer })
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/transfers/*/transfer', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/transfers')
  const row = rowOf(page, 'Overføringer', customer.failed)
  await startFromMenu(row)
  const other = rowOf(page, 'Overføringer', customer.waiting)
  await other.getByRole('button', { name: 'Slett' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  held.resolve(undefined)
  const message = page.locator('[aria-label^="Varsler"] li')
  await message.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await settled(page)
  expect(await message.count()).toBe(1)
  await focused('the button that asked', other.getByRole('button', { name: 'Slett' }))
})

test('"Slett alle ventende" can be pressed while something waits but not afterwards, and keeps the focus', async () => {
  const customer = await seasonedCustomer(world)
  const page = await browser.openPage({ as: customer })
  const key = (name: string) => page.keyboard.press(name)
  await page.goto('/transfers')
  const all = page.getByRole('button', { name: 'Slett alle ventende' })
  await come(page, all)
  await until('the button to be enabled', () => all.isEnabled())
  await key('Enter')
  const question = page.getByRole('alertdialog', { name: 'Slette alle ventende overføringer?' })
  await question
    .getByText(
      /^1 jobb, [\d\u00a0]+,\d\d\u00a0kr, tas ut av listen.*gjenopprette den under statusen Slettede/,
    )
    .waitFor()
  await come(page, question.getByRole('button', { name: 'Slett alle ventende' }))
  await key('Enter')
  await page.getByText('Slettet 1 ventende jobb').first().waitFor()
  await until('the button to be disabled', () => all.isDisabled())
  await focused('the button that has done its job', all)
  await key('Enter')
  await all.click({ force: true })
  await settled(page)
  expect(await question.count()).toBe(0)
})

test('each row shows the day of its job, also on a phone, and the list is sorted by its heads or from a chip', async () => {
  const customer = await seasonedCustomer(world)
  const day = formatDate(today(new Date(world.vendors.now())))
  for (const width of [1280, 360]) {
    const page = await browser.openPage({ as: customer, width })
    await page.goto('/transfers')
    for (const job of [customer.waiting, customer.failed, ...customer.completed]) {
      await rowOf(page, 'Overføringer', job).getByText(day).first().waitFor()
    }
    expect(await overflow(page)).toBe(0)
    if (width === 360) {
      await page.getByLabel('Sortering').selectOption({ label: 'Minst beløp først' })
    } else {
      const amount = page.getByRole('columnheader', { name: 'Beløp' })
      await amount.getByRole('button').click()
      await page.getByText('på vei til Fiken, størst beløp først').waitFor()
      await expect.poll(() => amount.getAttribute('aria-sort')).toBe('descending')
      await amount.getByRole('button').click()
    }
    const smallest = rowOf(page, 'Overføringer', 'Jobb').first()
    await smallest.getByText(customer.failed).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('smallest')
  }
})

test('with the keyboard alone the draft is viewed, a line left out and put back, and a transfer undone', async () => {
  const customer = await seasonedCustomer(world)
  const page = await browser.openPage({ as: customer })
  const key = (name: string) => page.keyboard.press(name)
  await page.goto('/transfers')
  const details = (job: string) => page.getByRole('button', { name: `Vis detaljer for ${job}` })
  const drawerOf = (job: string) => page.getByRole('dialog', { name: job, exact: true })

  await come(page, details(customer.failed))
  await key('Enter')
  const drawer = drawerOf(customer.failed)
  await come(page, drawer.getByRole('button', { name: 'Se utkastet' }))
  await key('Enter')
  const leave = drawer.getByRole('button', { name: 'Utelat linjen Ferge' })
  const back = drawer.getByRole('button', { name: 'Ta med igjen linjen Ferge' })
  await leave.waitFor()
  await focused('the draft', drawer.getByRole('region', { name: 'Utkastet' }))
  await come(page, leave)
  await key('Enter')
  await focused('the same button', back)
  await key('Enter')
  await focused('the same button', leave)
  await key('Escape')
  await drawer.waitFor({ state: 'detached' })
  await focused('the row', details(customer.failed))

  const sent = customer.completed[2] ?? ''
  await come(page, details(sent))
  await key('Enter')
  const undo = drawerOf(sent).getByRole('button', { name: 'Angre' })
  await come(page, undo)
  await key('Enter')
  const question = page.getByRole('alertdialog', { name: `Angre overføringen av ${sent}?` })
  await focused('the way out', question.getByRole('button', { name: 'Avbryt' }))
  await come(page, question.getByRole('button', { name: 'Slett utkastet' }))
  await key('Escape')
  await question.waitFor({ state: 'detached' })
  await focused('the button that asked', undo)
  await key('Enter')
  await come(page, question.getByRole('button', { name: 'Slett utkastet' }))
  await key('Enter')
  await drawerOf(sent)
    .getByText('Angret – utkastet er slettet i Fiken', { exact: true })
    .first()
    .waitFor()
  await until('the focus to be in the drawer', () =>
    drawerOf(sent).evaluate((element) => element.contains(document.activeElement)),
  )
  await key('Escape')
  await drawerOf(sent).waitFor({ state: 'detached' })
  await focused('the row', details(sent))
})

test('all of it can be done with a thumb on a phone', async () => {
  const customer = await seasonedCustomer(world)
  const page = await browser.openPage({ width: 360, scheme: 'dark', as: customer })
  await page.goto('/transfers')
  const box = (job: string) => page.getByRole('checkbox', { name: `Velg ${job}`, exact: true })
  const bar = page.getByRole('region', { name: 'Valgte overføringer' })
  const drawerOf = (job: string) => page.getByRole('dialog', { name: job, exact: true })
  const yes = async (answer: string) => {
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    // Repeats the tap, because two taps in quick succession count as one and the first can be
    // ignored.
    await until('the question to be answered', async () => {
      if ((await question.count()) === 0) return true
      await question.getByRole('button', { name: answer }).tap()
      return false
    })
  }

  await box(customer.waiting).tap()
  await box(customer.failed).tap()
  await bar.getByText('2 valgt').waitFor()
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Last ned' }).tap()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await bar.getByRole('button', { name: 'Fjern valget' }).tap()
  await bar.waitFor({ state: 'detached' })

  await box(customer.failed).tap()
  await bar.getByRole('button', { name: 'Prøv igjen' }).tap()
  await bar.waitFor({ state: 'detached' })
  await until('it to have failed again', async () =>
    (await customer.visitor.call(listTransfers)).some(
      ({ status, retryCount }) => status === 'failed' && retryCount === 1,
    ),
  )
  // The final text makes the page taller and would move the bar while the test taps it.
  await page.getByText('1 feilet.', { exact: true }).waitFor()
  await box(customer.waiting).tap()
  await bar.getByRole('button', { name: 'Hopp over' }).tap()
  await yes('Hopp over')
  await rowOf(page, 'Overføringer', customer.waiting).waitFor({ state: 'detached' })

  await rowOf(page, 'Overføringer', customer.failed).getByText('Kunde:').tap()
  const drawer = drawerOf(customer.failed)
  await drawer.getByRole('button', { name: 'Se utkastet' }).tap()
  await drawer.getByRole('button', { name: 'Utelat linjen Ferge' }).tap()
  await drawer.getByRole('button', { name: 'Ta med igjen linjen Ferge' }).tap()
  await drawer.getByRole('button', { name: 'Utelat linjen Ferge' }).tap()
  await drawer.getByText('0,00 kr', { exact: true }).first().waitFor()
  // The omitted line was the draft's only line, so the transfer is blocked, and its row offers to
  // restore the line.
  await startFromMenu(drawer, 'Prøv igjen')
  await drawer.getByRole('button', { name: 'Ta med linjene og prøv igjen' }).tap()
  await drawer.getByRole('button', { name: 'Velg MVA-type' }).waitFor()
  await drawer.getByRole('button', { name: 'Lukk' }).tap()
  await drawer.waitFor({ state: 'detached' })
  await rowOf(page, 'Overføringer', customer.failed)
    .getByText('350,00 kr', { exact: true })
    .waitFor()

  const sent = customer.completed[2] ?? ''
  await rowOf(page, 'Overføringer', sent)
    .getByText('Kunde:')
    .tap({ position: { x: 8, y: 8 } })
  await drawerOf(sent).getByRole('button', { name: 'Angre' }).tap()
  await yes('Slett utkastet')
  await drawerOf(sent)
    .getByText('Angret – utkastet er slettet i Fiken', { exact: true })
    .first()
    .waitFor()
})

test('two rows that are deleted one right after the other are each busy until their own answer', async () => {
  const customer = await seasonedCustomer(world)
  const page = await browser.openPage({ as: customer })
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/transfers/*', async (route) => {
    if (route.request().method() === 'DELETE') await held.promise
    await route.continue()
  })
  await page.goto('/transfers')
  const rows = [customer.failed, customer.waiting].map((job) => rowOf(page, 'Overføringer', job))
  const buttons = rows.map((row) => row.getByRole('button', { name: 'Slett' }))
  const question = page.getByRole('alertdialog')
  for (const button of buttons) {
    await button.click()
    await question.getByRole('button', { name: 'Slett' }).click()
    await question.waitFor({ state: 'detached' })
  }
  for (const button of buttons)
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  held.resolve(undefined)
  for (const row of rows) await row.waitFor({ state: 'detached' })
})
