import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { readStats } from '#shared/contracts/overview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { expectSoundInBothThemes, useBrowser } from '../../support/browser/browser.ts'
import { openCause, rowOf } from '../../support/browser/screen.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { noneUnderWay, readyCustomer, type Customer } from '../../support/people/customer.ts'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests completed rows that need the user, and what takes them out of the one number. */

const world = await startWorld()
const browser = useBrowser(() => world)

const nameOf = (row: Transfer) => `Jobb #${row.servicem8Data?.job_number}`
const needing = async ({ visitor }: Customer) =>
  (await visitor.call(readStats)).needs?.act?.count ?? 0

async function changed(row: Transfer, set: ReturnType<typeof sql>): Promise<void> {
  await world.product.platform.db.execute(
    sql`update documents set ${set} where id = (select document_id from transfers where id = ${row.id})`,
  )
}

/** Makes a draft that somebody deletes in Fiken, and stores that as the hourly check does. */
async function goneDraft() {
  const customer = await readyCustomer(world)
  const { owner, client } = await deposits.pausedOwner(world, customer)
  const row = await deposits.started(owner, await deposits.waitingJob(owner, client))
  const [draft] = deposits.draftsOf(owner, row)
  deleteDraft(world.vendors, owner.company, draft!)
  await changed(row, sql`payment_status = 'gone', payment_checked_at = now() + interval '1 minute'`)
  return { customer, owner, row }
}

async function openRow(page: Page, row: Transfer, width: number) {
  await page.goto('/transfers')
  const listed = rowOf(page, 'Overføringer', nameOf(row))
  await listed.waitFor()
  if (width === 360) await openCause(listed)
  const press = (name: string) =>
    listed.getByRole('button', { name, exact: true }).filter({ visible: true })
  return { listed, press }
}

describe.each(seenAt([1280, 360]))('at %i px', (width) => {
  test('a row whose draft is gone is set aside with "Hopp over", which can be undone', async () => {
    const { customer, owner, row } = await goneDraft()
    const page = await browser.openPage({ as: customer, width })
    const { listed, press } = await openRow(page, row, width)
    await listed.getByText('Utkastet finnes ikke lenger i Fiken').waitFor()
    await page
      .getByText(/^1 jobb trenger deg/)
      .first()
      .waitFor()
    // "Send på nytt" leads.
    const [send, skip] = [press('Send på nytt'), press('Hopp over')]
    const [first, second] = [await send.boundingBox(), await skip.boundingBox()]
    expect(first!.x + first!.y).toBeLessThan(second!.x + second!.y)
    await expectSoundInBothThemes(page)
    await skip.click()
    await listed.waitFor({ state: 'detached' })
    expect(await needing(customer)).toBe(0)

    await page.getByRole('button', { name: 'Angre' }).click()
    await listed.waitFor()
    await listed.getByText('Utkastet finnes ikke lenger i Fiken').waitFor()
    expect(await needing(customer)).toBe(1)
    if (width === 360) await openCause(listed)
    await press('Send på nytt').click()
    const question = page.getByRole('dialog', { name: 'Slettet du utkastet i Fiken?' })
    await question.getByRole('button', { name: 'Ja, send på nytt' }).click()
    await until('the new draft', () => deposits.draftsOf(owner, row).length === 1)
    await noneUnderWay(world)
    expect(await needing(customer)).toBe(0)
  })

  test('a deposit credited after the invoice is taken out of the number with "Ordnet"', async () => {
    const customer = await readyCustomer(world)
    const { owner, client } = await deposits.pausedOwner(world, customer)
    const waiting = await deposits.waitingJob(owner, client)
    const deposit = deposits.depositInvoice(owner, client)
    await deposits.chosen(owner, waiting, deposit)
    const row = await deposits.started(owner, waiting)
    const invoice = deposits.book(owner, row)
    const note = deposits.credit(owner, deposit)
    const credit = {
      invoiceId: deposit.invoiceId,
      ids: [note.creditNoteId],
      sum: deposit.gross,
      inFull: true,
    }
    await changed(
      row,
      sql`payment_status = 'invoiced', payment_checked_at = now() + interval '1 minute',
        invoice_id = ${String(invoice.invoiceId)}, invoice_number = ${String(invoice.invoiceNumber)},
        deposit_credit = ${JSON.stringify(credit)}::jsonb`,
    )
    const page = await browser.openPage({ as: customer, width })
    const { listed, press } = await openRow(page, row, width)
    await listed.getByText('Forskuddet er kreditert i Fiken').waitFor()
    await expectSoundInBothThemes(page)
    await press('Ordnet').click()
    await listed.getByText('Forskuddet er kreditert i Fiken').waitFor({ state: 'detached' })
    expect(await needing(customer)).toBe(0)
    await page.getByRole('button', { name: 'Angre' }).click()
    await listed.getByText('Forskuddet er kreditert i Fiken').waitFor()
    expect(await needing(customer)).toBe(1)
    if (width === 360) await openCause(listed)
    await press('Ordnet').click()
    await page
      .getByText(/jobb trenger deg/)
      .first()
      .waitFor({ state: 'detached' })
    await listed.locator('[data-details]').click()
    const drawer = page.getByRole('dialog', { name: nameOf(row) })
    await drawer.getByText('Det krediterte forskuddet er ordnet', { exact: true }).first().waitFor()
  })
})
