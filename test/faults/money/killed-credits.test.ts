import { expect, test } from 'vitest'
import { staleLists } from '#sandbox/testing'
import { reinvoice } from '#shared/contracts/transfers/actions'
import { readTimeline, readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { readyCustomer, transfersOf } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { startCheckpointWorld } from '../../support/world/checkpoint-world.ts'
import { ELSEWHERE, type Checkpoint } from '../../support/world/checkpoints.ts'
import { hangAt, killPoints, stepsDuring } from '../support/kill-points.ts'
import { completePlainJobs } from '../support/plain-jobs.ts'

/** Tests that the job has one new draft after a kill at any step since "Lag nytt utkast". */

/** Interval between two payment checks. */
const LOOK_MS = 75 * 60_000
/** Interval between advances of the clock: a first payment check only starts the hourly one. */
const PATIENCE_MS = 5_000
/** Lag of Fiken's lists; the server looks for a draft for three seconds in this test. */
const LAG_SECONDS = 1
/** Steps within the HTTP request for "Lag nytt utkast". */
const CLICK = /fiken \/invoices\/:id$|update transfers/

/** The server is killed at one step in three; `npm run prove` kills it at every step. */
const ONE_IN = 3

const { world, desk } = await startCheckpointWorld({
  vendorTimeoutMs: 3_000,
  everywhere: true,
})
const customer = await readyCustomer(world, 'Avbrutte Kreditnotaer AS')

const owner = deposits.ownerOf(world, customer)
const read = ({ id }: Transfer) => customer.visitor.call(readTransfer, { params: { id } })
const again = ({ id, fikenDraftUuid }: Transfer) =>
  customer.visitor.tryCall(reinvoice, {
    params: { id },
    body: { draftUuid: fikenDraftUuid ?? '', reason: 'Feil mottaker' },
  })

async function creditedJobs(count: number): Promise<Transfer[]> {
  const jobs = completePlainJobs(world.vendors, customer.tenant, count)
  const mine = async () =>
    (await transfersOf(customer)).filter(({ servicem8JobId: job }) => jobs.includes(job))
  const rows = await until(`${count} drafts`, async () => {
    const now = await mine()
    return now.length === count && now.every(({ status }) => status === 'completed') && now
  })
  for (const row of rows) deposits.credit(owner, deposits.book(owner, row))
  let advancedAt = 0
  return until('the credit notes to be seen', async () => {
    const now = await mine()
    if (now.every(({ credit }) => credit?.inFull && credit.notes.length > 0)) return now
    if (Date.now() - advancedAt > PATIENCE_MS) {
      await world.advance(LOOK_MS)
      advancedAt = Date.now()
    }
    return false
  })
}

const isStep = ({ queue, what }: Checkpoint) =>
  queue === 'transfer-lane' || (queue === ELSEWHERE.queue && CLICK.test(what))

const steps = (row: Transfer) =>
  stepsDuring(desk, isStep, async () => {
    expect((await again(row)).status).toBe(200)
    await deposits.restOf(owner, row)
  })

async function startsOf({ id }: Transfer): Promise<number> {
  const timeline = await customer.visitor.call(readTimeline, { params: { id } })
  return timeline.filter(({ text }) => text.startsWith('Nytt utkast, fordi faktura')).length
}

test('whichever step it is killed at, one new draft is made, and it names the invoice that it stands for', async () => {
  const [first, second] = await creditedJobs(2)
  // The first run also reads lists that are read only once, so the second run is recorded.
  await steps(first!)
  const all = await steps(second!)
  expect(all[0]).toBe('before GET fiken /invoices/:id')
  expect(all).toContain('before POST fiken /invoices/drafts')
  const killed = killPoints([...all.entries()], ONE_IN)
  const rows = await creditedJobs(killed.length)
  staleLists(world.vendors, LAG_SECONDS, '/invoices')
  for (const [turn, [place, step]] of killed.entries()) {
    const row = rows[turn]!
    const hangs = hangAt(desk, isStep, place)
    // The kill can interrupt the response.
    const press = again(row).catch(() => null)
    await until(`step ${place}, ${step}`, hangs)
    await world.kill()
    await press
    desk.judge = () => 'go on'
    await world.start()
    // If the kill came before any write, the row still offers "Lag nytt utkast".
    if ((await read(row)).credit?.inFull) expect((await again(row)).status).toBe(200)
    const done = await deposits.restOf(owner, row)
    // A press on an outdated screen changes nothing.
    expect((await again(row)).status).toBe(200)
    const made = world.vendors.ledger.draftsCreated.filter(
      ({ uuid }) => uuid === done.fikenDraftUuid,
    )
    const texts = deposits.draftsOf(owner, done).map(({ invoiceText }) => invoiceText)
    const names = expect.stringContaining(`Erstatter faktura ${row.fikenInvoiceNumber}`) as string
    expect([place, step, done.status, made.length, texts, await startsOf(row)]).toEqual([
      place,
      step,
      'completed',
      1,
      [names],
      1,
    ])
  }
  const { slug } = customer.tenant.company
  const drafts = world.vendors.ledger.draftsCreated.filter((one) => one.slug === slug)
  expect(drafts).toHaveLength(2 * (killed.length + 2))
})
