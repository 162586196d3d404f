import type { Page } from 'playwright-core'
import { sql } from 'drizzle-orm'
import { registerPayment } from '#sandbox/servicem8/workshop'
import { saveConfiguration } from '#shared/contracts/configuration'
import type { Transfer } from '#shared/contracts/transfers/row'
import * as deposits from '../people/deposits/jobs-with-deposits.ts'
import * as attached from '../people/files/attached-jobs.ts'
import { readyCustomer } from '../people/customer.ts'
import { rowOf } from '../browser/screen.ts'
import type { TestWorld } from '../world/world.ts'
import type { ScreenWalk } from './stage.ts'

async function opened(page: Page, row: Transfer) {
  await rowOf(page, 'Overføringer', `Jobb #${row.servicem8Data?.job_number}`)
    .locator('[data-details]')
    .click()
  return page.getByRole('dialog')
}

async function closed(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Lukk' }).first().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function owned(world: TestWorld) {
  const customer = await readyCustomer(world)
  const { visitor, tenant } = customer
  const { account, company } = tenant
  const owner = { world, person: visitor, account, company }
  const client = Object.values(account.tables.company)[0]?.name ?? ''
  return { customer, owner, client }
}

export const MONEY: Record<string, ScreenWalk> = {
  'of deposits and credit notes': async ({ world, open, seen }) => {
    const { customer, owner, client } = await owned(world)
    await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
    const row = await deposits.waitingJob(owner, client)
    const payment = { amount: '1250.0000', isDeposit: true }
    registerPayment(world.vendors, owner.account, row.servicem8JobId, payment)
    const invoice = deposits.depositInvoice(owner, client)
    const returned = [{ name: 'Retur', quantity: '-1', displayed_amount: '1000.0000' }]
    const below = await deposits.started(owner, await deposits.waitingJob(owner, client, returned))
    const credited = await deposits.started(owner, await deposits.waitingJob(owner, client))
    const booked = deposits.book(owner, credited)
    const note = deposits.credit(owner, booked)
    const notes = [
      { number: String(note.creditNoteNumber), date: note.issueDate, gross: booked.gross },
    ]
    await world.product.platform.db.execute(
      sql`update documents set payment_status = 'credited', payment_checked_at = now() + interval '1 minute',
            invoice_id = ${String(booked.invoiceId)}, invoice_number = ${String(booked.invoiceNumber)},
            credit = ${JSON.stringify({ inFull: true, outstanding: 0, notes })}::jsonb where id = (select document_id from transfers where id = ${credited.id})`,
    )

    const page = await open({ as: customer })
    await page.goto('/transfers')
    await rowOf(page, 'Overføringer', `Jobb #${credited.servicem8Data?.job_number}`)
      .getByText('Kreditert i sin helhet')
      .waitFor()
    await seen(page, 'a transfer whose invoice was credited')
    const first = await opened(page, row)
    const section = first.getByRole('region', { name: 'Forskudd og innbetalinger' })
    await section.getByRole('listitem').filter({ hasText: 'Kort' }).waitFor()
    await seen(page, 'a transfer with a payment')
    await section.getByRole('button', { name: 'Trekk fra en forskuddsfaktura' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trekk fra en forskuddsfaktura' })
    await dialog.getByText('Kan ikke trekkes fra: er kreditert i Fiken').waitFor()
    await dialog.getByRole('button', { name: `Faktura ${invoice.invoiceNumber}` }).click()
    await dialog.getByLabel('Konto for fratrekk, høy sats, 25 %').waitFor()
    await seen(page, 'the choice of the invoice that is taken off')
    await dialog.getByRole('button', { name: 'Trekk fra', exact: true }).click()
    await section.getByText('Trekkes fra på utkastet').waitFor()
    await seen(page, 'a transfer off which an invoice is taken')
    await closed(page)
    const second = await opened(page, below)
    await second.getByRole('link', { name: 'Se fakturaene' }).click()
    await second.getByRole('list', { name: `Fakturaer til ${client}` }).waitFor()
    await seen(page, 'a transfer below zero, with the invoices')
    await closed(page)
    const third = await opened(page, credited)
    await third.getByRole('link', { name: 'Lag nytt utkast' }).click()
    const anew = third.getByRole('region', { name: 'Nytt utkast' })
    await anew.getByRole('button', { name: 'Lag nytt utkast' }).click()
    await anew.getByText('Skriv hvorfor, med minst tre tegn').waitFor()
    await seen(page, 'a new draft that is asked for without a reason')
  },

  'of a job with files': async ({ world, open, seen }) => {
    const { customer, owner, client } = await owned(world)
    const { consent } = world.vendors.settings
    consent.servicem8 = { mode: 'auto', subject: customer.tenant.account.uuid }
    await attached.chooseAttachments(owner, 'all')
    const files = [attached.PHOTO, attached.DOCUMENT, attached.IPHONE_PHOTO]
    const { transfer } = await attached.draftWith(owner, files, client)
    await attached.settled(owner, transfer)
    // Expects an error, because a picture whose file is missing gets a 404.
    const page = await open({ as: customer, expected: [/Failed to load resource/] })
    await page.goto('/transfers')
    const drawer = await opened(page, transfer)
    const list = drawer.getByRole('region', { name: 'Vedlegg' })
    await list.scrollIntoViewIfNeeded()
    await list.getByText(/iPhone-formatet HEIC/).waitFor()
    await seen(page, 'a transfer with files')
  },
}
