import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { registerPayment } from '#sandbox/servicem8/workshop'
import type { Transfer } from '#shared/contracts/transfers/row'
import { expectSoundInBothThemes, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { menu, rowOf } from '../../support/browser/screen.ts'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

/** Makes a job of 5 000 kr with a deposit paid by card and the deposit's invoice. */
async function jobWithDeposit(customer: Customer) {
  const { owner, client } = await deposits.pausedOwner(world, customer)
  const row = await deposits.waitingJob(owner, client)
  registerPayment(world.vendors, owner.account, row.servicem8JobId, {
    amount: '1250.0000',
    isDeposit: true,
  })
  return { owner, client, row, invoice: deposits.depositInvoice(owner, client) }
}

const detailsOf = (page: Page, { servicem8Data }: Transfer) =>
  rowOf(page, 'Overføringer', `Jobb #${servicem8Data?.job_number}`).locator('[data-details]')
const depositsOn = (page: Page) =>
  page.getByRole('dialog').getByRole('region', { name: 'Forskudd og innbetalinger' })

async function openDeposits(page: Page, transfer: Transfer): Promise<Locator> {
  await page.goto('/')
  await menu(page, 'Overføringer')
  await detailsOf(page, transfer).click()
  const section = depositsOn(page)
  await section.scrollIntoViewIfNeeded()
  return section
}

describe.each(seenAt([360, 1280]))('at %i px', (width) => {
  test('the payment is shown, and its invoice is chosen, taken off, and put back', async () => {
    const customer = await readyCustomer(world)
    const { owner, row, invoice } = await jobWithDeposit(customer)
    const page = await browser.openPage({ as: customer, width })
    const section = await openDeposits(page, row)
    const payment = section.getByRole('listitem').filter({ hasText: 'Kort' })
    await payment.getByText('Forskudd', { exact: true }).waitFor()
    expect((await payment.innerText()).replaceAll(/\s/g, ' ')).toContain('1 250,00 kr')
    await section.getByText('Innbetalinger gjør aldri utkastet mindre.').waitFor()
    await expectSoundInBothThemes(page)

    await section.getByRole('button', { name: 'Trekk fra en forskuddsfaktura' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trekk fra en forskuddsfaktura' })
    const choice = dialog.getByRole('button', { name: `Faktura ${invoice.invoiceNumber}` })
    await choice.waitFor()
    await expectSoundInBothThemes(page)
    await choice.click()
    const account = dialog.getByLabel('Konto for fratrekk, høy sats, 25 %')
    await account.waitFor()
    await expect.poll(() => account.inputValue()).toBe('3000')
    await expectSoundInBothThemes(page)
    await dialog.getByRole('button', { name: 'Trekk fra', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await section.getByText(`Faktura ${invoice.invoiceNumber} av`).waitFor()
    await section.getByText('Trekkes fra på utkastet').waitFor()
    await expectSoundInBothThemes(page)

    const done = await deposits.started(owner, row)
    expect(deposits.draftsOf(owner, done).map(({ gross }) => gross)).toEqual([375_000])
    await section.getByText('Er trukket fra på utkastet i Fiken').waitFor()
    await section.getByRole('button', { name: 'Ta bort fratrekket' }).click()
    await section.getByText('Utkastet i Fiken er som før').waitFor()
    await expectSoundInBothThemes(page)
    await section.getByRole('button', { name: 'Oppdater utkast' }).click()
    await section.getByText('Utkastet i Fiken er som før').waitFor({ state: 'detached' })
    await expect
      .poll(() => deposits.draftsOf(owner, done).map(({ gross }) => gross))
      .toEqual([500_000])
  })

  test('an invoice that cannot be taken off says why, and one that is too large names both amounts', async () => {
    const customer = await readyCustomer(world)
    const { owner, client, row, invoice } = await jobWithDeposit(customer)
    deposits.credit(owner, invoice)
    const large = deposits.depositInvoice(owner, client, [{ unitPrice: 400_000 }])
    const page = await browser.openPage({ as: customer, width, expected: [/Failed to load/] })
    const section = await openDeposits(page, row)
    await section.getByRole('button', { name: 'Trekk fra en forskuddsfaktura' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trekk fra en forskuddsfaktura' })
    await dialog.getByText('Kan ikke trekkes fra: er kreditert i Fiken').waitFor()
    await dialog.getByRole('button', { name: `Faktura ${large.invoiceNumber}` }).click()
    await dialog.getByRole('button', { name: 'Trekk fra', exact: true }).click()
    const refusal = dialog.getByText(/er like stort som jobben på/)
    await refusal.waitFor()
    expect((await refusal.innerText()).replaceAll(/\s/g, ' ')).toMatch(
      /Forskuddet på 5 000,00 kr .* jobben på 5 000,00 kr/,
    )
    await expectSoundInBothThemes(page)
  })

  test('what cannot be read is said where it would stand, and is there after «Prøv igjen»', async () => {
    const customer = await readyCustomer(world)
    const { row } = await jobWithDeposit(customer)
    const page = await browser.openPage({ as: customer, width, expected: [/Failed to load/] })
    const refuse = (route: Route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Noe gikk galt hos oss.' } })
    const paths = ['**/api/transfers/*/deposit', '**/api/transfers/*/payments']
    for (const path of paths) await page.route(path, refuse)
    await page.goto('/')
    await menu(page, 'Overføringer')
    await detailsOf(page, row).click()
    // The section is hidden, because nobody knows that this job has a payment.
    await page.getByRole('button', { name: 'Flere muligheter' }).click()
    const section = depositsOn(page)
    await section.getByText('Kunne ikke hente fratrekket').waitFor()
    await section.getByText('Kunne ikke hente innbetalingene').waitFor()
    await expectSoundInBothThemes(page)
    for (const path of paths) await page.unroute(path, refuse)
    const again = section.getByRole('button', { name: 'Prøv igjen' })
    await again.last().click()
    await section.getByRole('button', { name: 'Trekk fra en forskuddsfaktura' }).waitFor()
    await again.click()
    await section.getByRole('listitem').filter({ hasText: 'Kort' }).waitFor()
  })

  test('a job that its deposit stops leads to where the deposit is', async () => {
    const customer = await readyCustomer(world)
    const { owner, row, invoice } = await jobWithDeposit(customer)
    await deposits.chosen(owner, row, invoice)
    deposits.credit(owner, invoice)
    await deposits.started(owner, row)
    const page = await browser.openPage({ as: customer, width })
    await page.goto('/transfers')
    await detailsOf(page, row).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Forskuddet kan ikke trekkes fra', { exact: true }).waitFor()
    await drawer.getByRole('link', { name: 'Se forskuddet' }).click()
    const section = drawer.getByRole('region', { name: 'Forskudd og innbetalinger' })
    await section.getByRole('button', { name: 'Ta bort fratrekket' }).click()
    await section.getByRole('button', { name: 'Trekk fra en forskuddsfaktura' }).waitFor()
    await expectSoundInBothThemes(page)
  })
})
