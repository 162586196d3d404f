import { readFile } from 'node:fs/promises'
import { inArray, sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { companies, memberships } from '#server/features/auth/tables'
import { readSession } from '#shared/contracts/auth'
import { addMonths, formatMonth, today } from '#shared/dates'
import { openAtRest, settled } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { menu, textOf } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { completeWorkOrder, readyCustomer, transfersOf } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { addCompany } from '../../support/world/add-company.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

const MANY = 100
const BUSY = 'Ærlig Rør AS'
const ENDED = 'Østre Tak og et ganske langt navn Håndverksservice AS'

const world = await startWorld()
const { db } = world.product.platform
const month = addMonths(today(new Date(world.vendors.now())).slice(0, 7), -1)

const accountant = { email: 'kari@regnskap.no' }
const { id: personId } = await (await signUp(world, accountant)).call(readSession)

const busy = await readyCustomer(world, BUSY)
const { id: busyId } = await busy.visitor.call(readSession)
completeWorkOrder(world, busy, { purchase_order_number: 'HASTER [400]' })
await until('a job to have stopped', async () =>
  (await transfersOf(busy)).some(({ status }) => status === 'failed'),
)
const others: string[] = []
while (others.length < MANY - 2) others.push(await addCompany(db))
const [endedId = ''] = others
await db
  .insert(memberships)
  .values(
    [busyId, ...others].map((companyId) => ({ companyId, personId, role: 'accountant' as const })),
  )
await db
  .update(companies)
  .set({ name: sql`'Firma ' || left(${companies.id}::text, 8)` })
  .where(inArray(companies.id, others))
await db.execute(sql`update companies set name = ${BUSY} where id = ${busyId}`)
await db.execute(sql`update companies set name = ${ENDED} where id = ${endedId}`)
// The connections of the second one have ended, and its last month has changed since it was marked.
await db.execute(sql`insert into configurations (id, user_id, fiken_company_slug, activated_at, created_at, updated_at)
  values (${endedId}, ${endedId}, 'tak', now(), now(), now())`)
await db.execute(sql`insert into reconciliations (user_id, month, status, asked_at, fiken_company_slug, fingerprint)
  values (${endedId}, ${month}, 'done', now(), 'tak', 'now')`)
await db.execute(sql`insert into reconciled_months (user_id, month, fiken_company_slug, fingerprint, summary, actor_id, marked_at)
  values (${endedId}, ${month}, 'tak', 'then', '{}', ${personId}, now())`)

const browser = useBrowser(() => world)
const open = async (options: { width?: number } = {}): Promise<Page> => {
  const page = await browser.openPage({ as: accountant, expected: [/409/], ...options })
  await openAtRest(page, `/mine-firma?company=${busyId}`)
  return page
}
const rows = (page: Page) => page.getByRole('table', { name: 'Mine firma' }).locator('[data-row]')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

test('a hundred companies stand on one page, the ones that need somebody first', async () => {
  const page = await open()
  await expect.poll(() => rows(page).count()).toBe(MANY)
  expect(await textOf(rows(page).first())).toMatch(
    new RegExp(`^${BUSY} Regnskapsfører 1 jobb .* kr`),
  )
  const ended = await textOf(row(page, ENDED))
  expect(ended).toContain('ServiceM8 og Fiken må kobles til')
  expect(ended).toContain(formatMonth(month))
  expect(ended).toContain('Endret etter avstemming')

  const names = () => rows(page).getByRole('rowheader').getByRole('link').allInnerTexts()
  await page.getByRole('button', { name: 'Tilkoblinger' }).click()
  await expect.poll(async () => (await names())[0]).toBe(ENDED)
  await page.getByRole('button', { name: 'Firma', exact: true }).click()
  await expect.poll(async () => (await names()).slice(-2)).toEqual([BUSY, ENDED])
  await page.getByRole('button', { name: 'Firma', exact: true }).click()
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([ENDED, BUSY])
  // A reload keeps the order.
  await page.reload()
  await expect.poll(async () => (await names())[0]).toBe(ENDED)
  await expectSoundInEveryLook(page)
})

test('the arrow keys go through the list, and Enter opens the company', async () => {
  const page = await open()
  const first = rows(page).first().getByRole('link')
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true)
  const opened = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().endsWith(`/?company=${busyId}`),
  )
  await page.keyboard.press('Enter')
  await opened
})

test('the file has every company in the order of the page', async () => {
  const page = await open()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Last ned CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^mine-firma-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(MANY + 1)
  expect(lines[1]).toMatch(new RegExp(`^${BUSY};Regnskapsfører;1;`))
})

test('on a phone each company is a card, which a thumb can press and sort', async () => {
  const page = await open({ width: 360 })
  await expect.poll(() => rows(page).count()).toBe(MANY)
  expect(await textOf(rows(page).first())).toContain('Trenger noen: 1 jobb')
  await page.getByLabel('Sortering').selectOption('Tilkoblinger som mangler, først')
  await expect.poll(() => textOf(rows(page).first())).toContain(ENDED)
  await settled(page)
  expect(await smallTargets(page)).toEqual([])
})

test('somebody with one company has no such page in the menu', async () => {
  const single = await signUp(world, { email: 'en@firma.no' })
  expect((await single.call(readSession)).companies).toHaveLength(1)
  const page = await browser.openPage({ as: { email: 'en@firma.no' } })
  await page.goto('/')
  await menu(page, 'Avstemming')
  await expect.poll(() => page.getByRole('link', { name: 'Mine firma' }).count()).toBe(0)
})
