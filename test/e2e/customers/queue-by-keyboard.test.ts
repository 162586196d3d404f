import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readDecisions } from '#shared/contracts/customers'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { jobTitle } from '#shared/transfer-display'
import { expectSound, expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { hasFocus, rowOf, tabTo } from '../../support/browser/screen.ts'
import type { Customer } from '../../support/people/customer.ts'
import { doubtAbout, landlord } from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const WIDTHS = [1280, 360]
const BAKERY = 'Nordnes Bakeri AS'
const TENANT = 'Vestkanten Eiendom AS'

const world = await startWorld()
const browser = useBrowser(() => world)

const waiting = async ({ visitor }: Customer): Promise<Transfer[]> =>
  (await visitor.call(listTransfers)).filter(
    ({ pendingReason }) => pendingReason === 'ambiguous_customer',
  )
const titleOf = ({ servicem8Data, servicem8JobId }: Transfer) =>
  jobTitle(servicem8Data, servicem8JobId)
const decisionsOf = async ({ visitor }: Customer) =>
  (await visitor.call(readDecisions)).filter(({ clientName }) => clientName === BAKERY)

/** Makes two jobs of one client that wait for the choice of customer; returns their names. */
async function asked(): Promise<{ customer: Customer; jobs: string[] }> {
  const customer = await landlord(world)
  await doubtAbout(world, customer, BAKERY)
  await doubtAbout(world, customer, BAKERY)
  const rows = await until('two questions', async () => {
    const found = await waiting(customer)
    return found.length === 2 ? found : null
  })
  return { customer, jobs: rows.map(titleOf) }
}

const rowFor = (page: Page, job: string) => rowOf(page, 'Overføringer', job)
const chooseButton = (page: Page, job: string) =>
  rowFor(page, job).getByRole('button', { name: 'Velg kunde' })

/** Presses "Velg kunde"; on a phone the button is inside the expandable reason for waiting. */
async function toChoose(page: Page, job: string, width: number): Promise<void> {
  if (width === 360) {
    const line = rowFor(page, job).locator('button[aria-expanded]:not([aria-haspopup])')
    await tabTo(page, line)
    if ((await line.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('Enter')
  }
  await tabTo(page, chooseButton(page, job))
  await page.keyboard.press('Enter')
}

test.each(seenAt(WIDTHS))(
  'a customer is chosen for one job and then for all with arrows, Space and Enter at %i pixels',
  async (width) => {
    const { customer, jobs } = await asked()
    const [first, second] = jobs as [string, string]
    const page = await browser.openPage({ as: customer, width })
    const key = (name: string) => page.keyboard.press(name)
    const dialogOf = (job: string) =>
      page.getByRole('dialog', { name: `Hvem er kunden på ${job}?`, exact: true })
    const dialog = dialogOf(first)
    const radio = dialog.getByRole('radio', { name: new RegExp(TENANT) }).first()
    const fresh = dialog.getByRole('radio', { name: /^Lag ny kunde i Fiken/ })
    const always = dialog.getByRole('checkbox', { name: 'Bruk alltid for denne mottakeren' })
    await page.goto('/transfers')
    await rowFor(page, first).waitFor()

    await toChoose(page, first, width)
    await radio.waitFor()
    await expectSound(page)
    await key('Escape')
    await dialog.waitFor({ state: 'detached' })
    await until('the focus to be back on the button', () => hasFocus(chooseButton(page, first)))

    await key('Enter')
    await tabTo(page, radio)
    await key('ArrowUp')
    await until('the last one to be chosen', () => fresh.isChecked())
    await expect.poll(() => hasFocus(fresh)).toBe(true)
    await dialog.getByRole('button', { name: 'Lag kunde og prøv 2 jobber' }).waitFor()
    await key('ArrowDown')
    await until('the first one to be chosen', () => radio.isChecked())
    await tabTo(page, always)
    await expect.poll(() => always.isChecked()).toBe(true)
    await key('Space')
    await expect.poll(() => always.isChecked()).toBe(false)
    await dialog.getByText(`Gjelder bare ${first}.`).waitFor()
    await dialog.getByRole('button', { name: 'Velg og prøv 1 jobb' }).waitFor()
    await expectSound(page)
    await key('Enter')
    await dialog.waitFor({ state: 'detached' })
    await rowFor(page, first).getByText('Fullført').waitFor()
    const inRow = () => rowFor(page, first).evaluate((row) => row.contains(document.activeElement))
    await until('the focus to be on the row', inRow)
    expect((await waiting(customer)).map(titleOf)).toEqual([second])
    expect(await decisionsOf(customer)).toMatchObject([{ forJob: { title: first } }])

    const other = dialogOf(second)
    await toChoose(page, second, width)
    await tabTo(page, other.getByRole('radio', { name: new RegExp(TENANT) }).first())
    await key('Space')
    const choose = other.getByRole('button', { name: 'Velg og prøv 1 jobb' })
    await expect.poll(() => other.getByRole('checkbox').isChecked()).toBe(true)
    await tabTo(page, choose)
    await key('Enter')
    await other.waitFor({ state: 'detached' })
    await rowFor(page, second).getByText('Fullført').waitFor()
    expect(await decisionsOf(customer)).toContainEqual(expect.objectContaining({ forJob: null }))
  },
)

test('what was chosen for one job is listed as that, and forgotten', async () => {
  const { customer, jobs } = await asked()
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await page.getByRole('button', { name: '2 venter på deg' }).click()
  const choice = page.getByRole('dialog', { name: `Hvem skal faktureres for ${BAKERY}?` })
  await choice
    .getByRole('radio', { name: new RegExp(TENANT) })
    .first()
    .check()
  await choice.getByRole('checkbox').uncheck()
  const narrowed = choice.getByText(/^Gjelder bare Jobb #\d+\./)
  await narrowed.waitFor()
  const hint = await narrowed.innerText()
  const job = jobs.find((one) => hint.includes(one)) ?? ''
  expect(job).not.toBe('')
  await page.getByRole('button', { name: 'Velg og prøv 1 jobb' }).click()
  await page.getByRole('button', { name: '1 venter på deg' }).waitFor()
  await page.getByRole('button', { name: 'Kundevalg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hvem kundene er i Fiken' })
  await dialog.getByText(`Bare ${job}`).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: `Glem valget for ${BAKERY} på ${job}` }).click()
  await page.getByText('Valget er glemt', { exact: true }).first().waitFor()
  await dialog.getByText(`Bare ${job}`).waitFor({ state: 'detached' })
  expect(await decisionsOf(customer)).toEqual([])
})
