import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { expectSoundInBothThemes, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { rowOf } from '../../support/browser/screen.ts'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

/** Makes a job with a fully credited invoice, and stores the credit like the hourly check. */
async function creditedJob(customer: Customer) {
  const { owner, client } = await deposits.pausedOwner(world, customer)
  const row = await deposits.started(owner, await deposits.waitingJob(owner, client))
  const invoice = deposits.book(owner, row)
  const note = deposits.credit(owner, invoice)
  const credit = {
    inFull: true,
    outstanding: 0,
    notes: [{ number: String(note.creditNoteNumber), date: note.issueDate, gross: invoice.gross }],
  }
  await world.product.platform.db.execute(
    sql`update documents set payment_status = 'credited', payment_checked_at = now() + interval '1 minute',
          invoice_id = ${String(invoice.invoiceId)}, invoice_number = ${String(invoice.invoiceNumber)},
          credit = ${JSON.stringify(credit)}::jsonb where id = (select document_id from transfers where id = ${row.id})`,
  )
  return { owner, row, note }
}

describe.each(seenAt([1280, 360]))('at %i px', (width) => {
  test('the row says it, and a new draft is made when the person has said why', async () => {
    const customer = await readyCustomer(world)
    const { owner, row, note } = await creditedJob(customer)
    const page = await browser.openPage({ as: customer, width })
    await page.goto('/transfers')
    const listed = rowOf(page, 'Overføringer', `Jobb #${row.servicem8Data?.job_number}`)
    await listed.getByText('Kreditert i sin helhet').waitFor()
    await expectSoundInBothThemes(page)
    await listed.locator('[data-details]').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(`Kreditnota ${note.creditNoteNumber} av`).waitFor()
    await drawer.getByRole('link', { name: 'Lag nytt utkast' }).click()
    const section = drawer.getByRole('region', { name: 'Nytt utkast' })
    await section.getByRole('button', { name: 'Lag nytt utkast' }).click()
    await section.getByText('Skriv hvorfor, med minst tre tegn').waitFor()
    await expectSoundInBothThemes(page)
    await section.getByLabel('Hvorfor skal jobben faktureres på nytt?').fill('Feil mottaker')
    await section.getByRole('button', { name: 'Lag nytt utkast' }).click()
    await section.waitFor({ state: 'detached' })
    const done = await until('the new draft', async () => {
      const now = await deposits.restOf(owner, row)
      return now.fikenDraftUuid !== row.fikenDraftUuid && now
    })
    expect(deposits.draftsOf(owner, done)).toHaveLength(1)
    await expectSoundInBothThemes(page)
  })

  test('a deposit that is credited leads from dropping it to updating the draft', async () => {
    const customer = await readyCustomer(world)
    const { owner, client } = await deposits.pausedOwner(world, customer)
    const waiting = await deposits.waitingJob(owner, client)
    const deposit = deposits.depositInvoice(owner, client)
    await deposits.chosen(owner, waiting, deposit)
    const row = await deposits.started(owner, waiting)
    const credit = { invoiceId: deposit.invoiceId, ids: [7], sum: 50_000, inFull: false }
    await world.product.platform.db.execute(
      sql`update documents set deposit_credit = ${JSON.stringify(credit)}::jsonb where id = (select document_id from transfers where id = ${row.id})`,
    )
    const page = await browser.openPage({ as: customer, width })
    await page.goto('/transfers')
    const listed = rowOf(page, 'Overføringer', `Jobb #${row.servicem8Data?.job_number}`)
    const said = listed.getByRole('button', { name: /^Forskuddet er delvis kreditert i Fiken/ })
    await said.click()
    const remedy = listed.getByRole('button', { name: 'Fjern forskuddet' })
    await remedy.waitFor()
    await expectSoundInBothThemes(page)
    await remedy.click()
    await listed.getByRole('button', { name: 'Oppdater utkast' }).click()
    await said.waitFor({ state: 'detached' })
    expect(deposits.draftsOf(owner, row).map(({ gross }) => gross)).toEqual([500_000])
    await expectSoundInBothThemes(page)
  })
})
