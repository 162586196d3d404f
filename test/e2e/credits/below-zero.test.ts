import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { localDate } from '#sandbox/world/local-time'
import type { Transfer } from '#shared/contracts/transfers/row'
import { addDays } from '#shared/dates'
import { expectSoundInBothThemes, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { rowOf } from '../../support/browser/screen.ts'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld(daytime())
const browser = useBrowser(() => world)

async function jobBelowZero(customer: Customer) {
  const { owner, client } = await deposits.pausedOwner(world, customer)
  const lines = [{ name: 'Retur', quantity: '-1', displayed_amount: '1000.0000' }]
  const row = await deposits.started(owner, await deposits.waitingJob(owner, client, lines))
  return { owner, client, row }
}

async function openInvoices(page: Page, row: Transfer): Promise<Locator> {
  await page.goto('/transfers')
  const listed = rowOf(page, 'Overføringer', `Jobb #${row.servicem8Data?.job_number}`)
  await listed.locator('[data-details]').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Summen er negativ', { exact: true }).waitFor()
  await drawer.getByRole('link', { name: 'Se fakturaene' }).click()
  const section = drawer.getByRole('region', { name: 'Fakturaen jobben gjelder' })
  await section.waitFor()
  return section
}

describe.each(seenAt([360, 1280]))('at %i px', (width) => {
  test('the customer’s invoices are shown, the newest first, and each opens in Fiken', async () => {
    const customer = await readyCustomer(world)
    const { owner, client, row } = await jobBelowZero(customer)
    const today = localDate(world.vendors.now())
    for (let days = 9; days >= 1; days -= 1)
      deposits.depositInvoice(owner, client, [{ unitPrice: days * 10_000 }], addDays(today, -days))
    const { invoices } = owner.company
    const newest = invoices.at(-1)!
    deposits.credit(owner, newest)
    const page = await browser.openPage({ as: customer, width })
    const section = await openInvoices(page, row)
    // No deposit can be deducted from a job with a negative total.
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Flere muligheter' }).click()
    await drawer.getByRole('region', { name: 'Forskudd og innbetalinger' }).waitFor()
    const links = section.getByRole('list', { name: `Fakturaer til ${client}` }).getByRole('link')
    await links.first().waitFor()
    expect(await drawer.getByRole('button', { name: 'Trekk fra' }).count()).toBe(0)
    await expect.poll(() => links.count()).toBe(6)
    expect((await links.first().innerText()).replaceAll(/\s/g, ' ')).toMatch(
      new RegExp(`^Faktura ${newest.invoiceNumber} .*125,00 kr .*Kreditert i sin helhet fra før`),
    )
    await expectSoundInBothThemes(page)
    await section.getByRole('button', { name: 'Vis alle 9' }).click()
    await expect.poll(() => links.count()).toBe(9)
    await section.getByLabel('Søk i fakturaene').fill('1125,00')
    const oldest = invoices.at(-9)!
    const link = section.getByRole('link', { name: `Faktura ${oldest.invoiceNumber}` })
    await link.waitFor()
    await expect.poll(() => links.count()).toBe(1)
    await expectSoundInBothThemes(page)
    const opened = page.waitForEvent('popup')
    await link.click()
    const inFiken = await opened
    await inFiken.getByRole('heading', { name: `Faktura ${oldest.invoiceNumber}` }).waitFor()
  })

  test('a customer without invoices, and a Fiken that does not answer, are said with a way on', async () => {
    const customer = await readyCustomer(world)
    const { owner, client, row } = await jobBelowZero(customer)
    const page = await browser.openPage({ as: customer, width, expected: [/Failed to load/] })
    const fault = world.vendors.faults.add({
      vendor: 'fiken',
      kind: 'status',
      status: 500,
      method: 'GET',
      path: '/invoices$',
      who: customer.tenant.user.email,
    })
    const section = await openInvoices(page, row)
    await section.getByText(/^Kunne ikke hente fakturaene fra Fiken\./).waitFor()
    await expectSoundInBothThemes(page)
    world.vendors.faults.remove(fault.id)
    await section.getByRole('button', { name: 'Prøv igjen' }).click()
    await section.getByText(`${client} har ingen fakturaer i Fiken.`).waitFor()
    const toFiken = section.getByRole('link', { name: 'Åpne Fiken' })
    expect(await toFiken.getAttribute('href')).toBe(
      `${world.product.platform.config.fiken.webUrl}/foretak/${owner.company.slug}`,
    )
    await expectSoundInBothThemes(page)
  })
})
