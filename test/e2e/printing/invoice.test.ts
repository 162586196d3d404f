import { expect, test } from 'vitest'
import { putJob } from '#sandbox/seed/put'
import { addDays, formatDate, today } from '#shared/dates'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import { printed, withoutDialog } from '../../support/browser/paper.ts'
import { textOf } from '../../support/browser/screen.ts'
import { complete, readyCustomer } from '../../support/people/customer.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld(daytime())
const customer = await readyCustomer(world)
const { tenant, visitor } = customer
const made = putJob(world.vendors, tenant.account, {
  key: 'to satser',
  client: Object.values(tenant.account.tables.company)[0]!.name,
  state: 'work order',
  daysAgo: 0.1,
  description: 'Byttet blandebatteri',
  lines: [
    { name: 'Rørlegger, time', quantity: '5', price: '895.00' },
    { name: 'Blandebatteri', quantity: '1', price: '1499.90' },
    { name: 'Lunsj til kurs', quantity: '10', price: '100.00', rate: '15' },
  ],
})
const job = complete(world, customer, made)
await transferOf(visitor, made, 'completed')
const browser = useBrowser(() => world)

const open = async (width = 1280) => {
  const page = await browser.openPage({ as: customer, width })
  const printedAs = await withoutDialog(page)
  await page.goto('/transfers')
  await page.getByRole('button', { name: `Vis detaljer for ${job}` }).click()
  const drawer = page.getByRole('dialog', { name: job })
  const invoice = drawer.getByRole('article', { name: 'Forhåndsvisning av fakturaen' })
  await invoice.waitFor()
  return { page, drawer, invoice, printedAs }
}

test('the draft reads as the invoice: who it is from and to, hours as hours, VAT for each rate, and when it is due', async () => {
  const { drawer, invoice } = await open()
  const said = await textOf(invoice)
  const due = formatDate(addDays(today(new Date(world.vendors.now())), 14))
  const { name } = customer.tenant.company.info
  for (const part of [
    'Forhåndsvisning av et utkast, ikke en faktura',
    'Fiken setter fakturanummer når fakturaen lages.',
    `Fra ${name} Strandgaten 12 5013 Bergen`,
    'Til ',
    `Forfall (14 dager) ${due}`,
    'Byttet blandebatteri',
    'Sum uten MVA 6 974,90 kr',
    'MVA 25 % av 5 974,90 kr 1 493,73 kr',
    'MVA 15 % av 1 000,00 kr 150,00 kr',
    'MVA 1 643,73 kr',
    'Å betale 8 618,63 kr',
  ]) {
    expect(said).toContain(part)
  }
  const rows = invoice.getByRole('table', { name: 'Linjer' }).getByRole('row')
  const cells = async (at: number) => {
    const all = rows.nth(at).getByRole('cell')
    return Promise.all([1, 2, 3, 4].map((cell) => textOf(all.nth(cell))))
  }
  await expect.poll(() => cells(1)).toEqual(['5 timer', '895,00 kr', '25 %', '4 475,00 kr'])
  await expect.poll(() => cells(2)).toEqual(['1', '1 499,90 kr', '25 %', '1 499,90 kr'])
  await expect.poll(() => cells(3)).toEqual(['10', '100,00 kr', '15 %', '1 000,00 kr'])
  await expect.poll(() => drawer.getByText('Blandebatteri', { exact: true }).count()).toBe(1)
})

test('"Skriv ut" prints the invoice and nothing else, on one A4 page, in ink on white from a dark screen too', async () => {
  const { page, drawer, printedAs } = await open()
  await drawer.getByRole('button', { name: 'Skriv ut' }).click()
  await expect.poll(() => printedAs()).toBe(`${job.replace('#', '')}, forhåndsvisning av utkast`)
  await expect.poll(() => page.title()).not.toContain('forhåndsvisning')
  const { text, pages, ink, ground } = await printed(page)
  expect(pages).toBe(1)
  expect(text).toMatch(/^Forhåndsvisning av et utkast, ikke en faktura/)
  expect(text).toMatch(/Å betale\s+8 618,63 kr$/)
  for (const hidden of ['Skriv ut', 'Angre', 'Overføringer', 'Dashboard', 'konto 3', 'ServiceM8'])
    expect(text).not.toContain(hidden)
  expect([ink, ground]).toEqual(['rgb(28, 35, 33)', 'rgba(0, 0, 0, 0)'])
})

test('on a phone the invoice fits the screen, with quantity and price under each line', async () => {
  const { page, invoice } = await open(360)
  await invoice.getByText('5 timer × 895,00 kr · 25 %').waitFor()
  expect(await overflow(page)).toBe(0)
  await expectSoundInEveryLook(page)
})
