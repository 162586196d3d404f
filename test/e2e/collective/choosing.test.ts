import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseCollective, listCollective } from '#shared/contracts/collective'
import { openAtRest, settled } from '../../support/browser/at-rest.ts'
import {
  accessibilityProblems,
  expectSound,
  expectSoundInEveryLook,
  useBrowser,
} from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { hasFocus, logInAt, tabTo } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import {
  completeSet,
  collectiveCustomer,
  type CollectiveCustomer,
} from '../../support/people/collective/customer.ts'
import { clientOf, customerRow, landlord, NAMES, rowsOf } from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld(daytime())
const browser = useBrowser(() => world)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Samlefaktura', exact: true })
const choice = (page: Page, name: string) =>
  dialog(page).getByRole('radio', { name: new RegExp(`^${name}`) })
const opener = (page: Page, name: string) =>
  page.getByRole('button', { name: `Samlefaktura for ${name}`, exact: true })
const showMore = (page: Page | Locator) =>
  page.getByRole('button', { name: 'Flere muligheter' }).click()
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Lagre' })

async function known(customer: CollectiveCustomer): Promise<CollectiveCustomer> {
  await until('the customers to be read', async () => (await rowsOf(customer)).length > 0)
  return customer
}
const chosenFor = async ({ visitor, client }: CollectiveCustomer) =>
  (await visitor.call(listCollective)).find(({ clientUuid }) => clientUuid === client.uuid)

test.each(
  seenAt([
    { width: 360, scheme: 'dark' },
    { width: 1280, scheme: 'light' },
  ] as const),
)(
  'with the keyboard alone at $width pixels a customer gets samlefaktura on the last of each month',
  async ({ width, scheme }) => {
    const customer = await known(await collectiveCustomer(world, null))
    const { name } = customer.client
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/customers')
    await customerRow(page, name).waitFor()
    // Nobody here has ever used collective drafts, so no customer has a button for them.
    expect(await opener(page, name).count()).toBe(0)
    await tabTo(page, page.getByRole('button', { name: 'Flere muligheter' }))
    await page.keyboard.press('Enter')
    await page.getByText('Med samlefaktura kommer flere jobber på ett utkast.').waitFor()
    await tabTo(page, opener(page, name))
    await page.keyboard.press('Enter')
    await until('the focus to begin on what is chosen', () =>
      hasFocus(choice(page, 'Ingen samlefaktura')),
    )
    await dialog(page).getByText('Hver jobb overføres for seg.').last().waitFor()
    await page.keyboard.press('ArrowDown')
    const day = dialog(page).getByRole('combobox', { name: 'Dag i måneden' })
    await tabTo(page, day)
    await page.keyboard.type('30')
    await dialog(page).getByText('I februar: siste dag.').waitFor()
    await page.keyboard.press('ArrowDown')
    await tabTo(page, dialog(page).getByRole('checkbox', { name: /Ett utkast for hvert/ }))
    await page.keyboard.press('Space')
    await dialog(page)
      .getByText(/Fra nå av venter jobbene på samlefaktura\. Den neste lages \d+\. \w+\./)
      .waitFor()
    await expectSound(page)
    await tabTo(page, save(page))
    await page.keyboard.press('Enter')
    await closed(page)
    await customerRow(page, name).getByText('Samlefaktura siste dag i hver måned').waitFor()
    await until('the focus to be back', () => hasFocus(opener(page, name)))
    expect(await page.getByRole('button', { name: 'Flere muligheter' }).count()).toBe(0)
    expect(await chosenFor(customer)).toMatchObject({
      time: { every: 'month', day: 31 },
      byPurchaseOrder: true,
    })
  },
)

test('Escape leaves everything as it was', async () => {
  const customer = await known(await collectiveCustomer(world, null))
  const { name } = customer.client
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await showMore(page)
  await opener(page, name).click()
  await choice(page, 'Hver uke').check()
  const sent = watchChanges(page)
  await page.keyboard.press('Escape')
  await closed(page)
  expect(await sent()).toEqual([])
  expect(await chosenFor(customer)).toBeUndefined()
})

test('a choice that met the end of the session is in the dialog after the log-in', async () => {
  const customer = await known(await collectiveCustomer(world, null))
  const { name } = customer.client
  const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
  await openAtRest(page, '/customers')
  await showMore(page)
  await opener(page, name).click()
  await choice(page, 'Hver uke').check()
  await page.context().clearCookies()
  await save(page).click()
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await showMore(page)
  await opener(page, name).click()
  await expect.poll(() => choice(page, 'Hver uke').isChecked()).toBe(true)
})

test('it is chosen from a transfer too, for the one who is billed', async () => {
  const customer = await known(await collectiveCustomer(world))
  const [job] = await completeSet(world, customer, {})
  const page = await browser.openPage({ as: customer, width: 360, scheme: 'dark' })
  await page.goto(`/transfers?jobb=${job?.row.id}`)
  const drawer = page.getByRole('dialog', { name: job?.name ?? '' })
  const section = drawer.getByRole('region', { name: 'Samlefaktura' })
  await section.getByText(`${customer.client.name} får samlefaktura når du vil.`).waitFor()
  await section
    .getByRole('button', { name: `Endre samlefaktura for ${customer.client.name}` })
    .tap()
  await choice(page, 'Hver uke').check()
  await dialog(page).getByRole('combobox', { name: 'Ukedag' }).selectOption({ label: 'fredag' })
  await dialog(page).getByText('1 jobb venter nå.').waitFor()
  expect(await smallTargets(page)).toEqual([])
  await save(page).tap()
  await closed(page)
  await section.getByText(`${customer.client.name} får samlefaktura hver fredag.`).waitFor()
  await page
    .getByText(/^Venter på samlefaktura \d+\.\s\w+$/)
    .first()
    .waitFor()
})

test('what could not be saved is said, and nothing of it is lost', async () => {
  const customer = await known(await collectiveCustomer(world, null))
  const { name } = customer.client
  const page = await browser.openPage({ as: customer, expected: [/status of 503/, /ERR_FAILED/] })
  await page.goto('/customers')
  await showMore(page)
  await opener(page, name).click()
  await choice(page, 'Når jeg vil').check()
  await page.route('**/api/collective/*', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'Databasen svarer ikke. Prøv igjen om litt.', code: 'busy' },
    }),
  )
  await save(page).click()
  await dialog(page).getByText('Valget ble ikke lagret').waitFor()
  await dialog(page).getByText('Databasen svarer ikke. Prøv igjen om litt.').waitFor()
  expect(await choice(page, 'Når jeg vil').isChecked()).toBe(true)
  await page.unroute('**/api/collective/*')
  await save(page).click()
  await closed(page)
  await customerRow(page, name).getByText('Samlefaktura når du vil').waitFor()
})

test('switching it off says first how many jobs go on alone', async () => {
  const customer = await known(await collectiveCustomer(world))
  const { name } = customer.client
  const jobs = await completeSet(world, customer, {}, {})
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers')
  await opener(page, name).tap()
  await choice(page, 'Ingen samlefaktura').check()
  await dialog(page)
    .getByText('2 jobber venter på samlefaktura. De overføres hver for seg når du slår av.')
    .waitFor()
  expect(await smallTargets(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Slå av og overfør 2 jobber' }).tap()
  await closed(page)
  await customerRow(page, name).getByText('Samlefaktura når du vil').waitFor({ state: 'detached' })
  for (const { uuid } of jobs) await transferOf(customer.visitor, uuid, 'completed')
  expect(customer.tenant.company.drafts).toHaveLength(2)
})

test('only those who get samlefaktura are shown, and axe finds nothing in any look', async () => {
  const customer = await known(
    await collectiveCustomer(world, { time: { every: 'month', day: 30 } }),
  )
  const { name } = customer.client
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await customerRow(page, name).waitFor()
  await page.getByRole('button', { name: /^Samlefaktura\s*1$/ }).click()
  await until('only one row', async () => (await page.locator('[data-row]').count()) === 1)
  await customerRow(page, name).getByText('ingen jobber venter').waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await opener(page, name).click()
  await choice(page, 'Hver måned').waitFor()
  await expectSoundInEveryLook(page)
})

test('a site says whose samlefaktura its jobs are on, and is found with it', async () => {
  const customer = await landlord(world)
  await customer.visitor.call(chooseCollective, {
    params: { clientUuid: clientOf(customer, NAMES.block).uuid },
    body: { time: { every: 'month', day: 1 }, byPurchaseOrder: false },
  })
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers')
  const site = customerRow(page, NAMES.site)
  await site.getByText(`Følger ${NAMES.block}: samlefaktura den 1. hver måned`).waitFor()
  await page.getByRole('button', { name: /^Samlefaktura\s*2$/ }).tap()
  await until('two rows', async () => (await page.locator('[data-row]').count()) === 2)
  await customerRow(page, NAMES.block).getByText('Samlefaktura den 1. hver måned').waitFor()
  await site.waitFor()
  await expectSoundInEveryLook(page)
  await opener(page, NAMES.site).click()
  await dialog(page).getByText(NAMES.block, { exact: true }).waitFor()
  await dialog(page).getByText(`Gjelder også filialen ${NAMES.site}.`).waitFor()
})

test('when nobody gets samlefaktura, the filter says where it is chosen', async () => {
  const customer = await known(await collectiveCustomer(world, null))
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers?show=collective')
  await page.getByText('Ingen kunder får samlefaktura ennå').waitFor()
  await page.getByText(/velg «Samlefaktura» ved kunden/).waitFor()
  await expectSoundInEveryLook(page)
  await page.getByRole('button', { name: 'Vis alle' }).click()
  await customerRow(page, customer.client.name).waitFor()
})

test('when the choices cannot be read, the screen says so, and reads them again', async () => {
  const customer = await known(await collectiveCustomer(world))
  const { name } = customer.client
  const page = await browser.openPage({ as: customer, expected: [/status of 503/] })
  await page.route('**/api/collective', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'Databasen svarer ikke. Prøv igjen om litt.', code: 'busy' },
    }),
  )
  await openAtRest(page, '/customers?show=collective')
  const banner = page.getByRole('alert').filter({ hasText: 'Kunne ikke hente hvem som får' })
  await banner.getByText('Databasen svarer ikke. Prøv igjen om litt.').waitFor()
  expect(await page.getByText('Ingen kunder').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unroute('**/api/collective')
  await banner.getByRole('button', { name: 'Prøv igjen' }).click()
  await customerRow(page, name).getByText('Samlefaktura når du vil').waitFor()
  await banner.waitFor({ state: 'detached' })
})

test('on a phone it is found in words where the customer is edited, and what is typed stays', async () => {
  const customer = await known(await collectiveCustomer(world, null))
  const { name } = customer.client
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers#samlefaktura')
  await opener(page, name).getByText('Samlefaktura', { exact: true }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: `Rediger fakturaadressen til ${name}` }).tap()
  const edit = page.getByRole('dialog', { name: 'Rediger kunde' })
  const section = edit.getByRole('region', { name: 'Samlefaktura' })
  await showMore(edit)
  await section.getByText(`${name} får en faktura for hver jobb.`).waitFor()
  await edit.getByRole('switch').tap()
  await edit.getByLabel('Sted', { exact: true }).fill('Bodø')
  await section.scrollIntoViewIfNeeded()
  expect(await smallTargets(page)).toEqual([])
  await section.getByRole('button', { name: 'Velg samlefaktura' }).tap()
  await choice(page, 'Når jeg vil').check()
  await settled(page)
  expect(await accessibilityProblems(page)).toEqual([])
  await save(page).tap()
  await closed(page)
  await section.getByText(`${name} får samlefaktura når du vil.`).waitFor()
  expect(await edit.getByLabel('Sted', { exact: true }).inputValue()).toBe('Bodø')
})
