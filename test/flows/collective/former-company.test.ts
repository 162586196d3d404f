import { expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { acceptTransfer, updateDraft } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { invoiceDraft, payIn } from '../../support/people/accountant.ts'
import {
  completeSet,
  collectiveCustomer,
  make,
  makeDrafts,
  onDrafts,
  rowsThat,
  jobsOf,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { looksBegun, nextLook } from '../../support/people/payment-looks.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { secondCompany } from '../../support/people/second-company.ts'

const world = await startTimedWorld({ byDay: true })

const fail = (fault: NewFault) => world.vendors.faults.add(fault)
const amountsOf = (rows: readonly Transfer[]) => rows.map(({ amount }) => amount)

/** Makes two waiting jobs with totals of 1 250,00 and 3 750,00 kroner. */
async function waiting(name: string): Promise<{ customer: CollectiveCustomer; rows: Transfer[] }> {
  const customer = await collectiveCustomer(world, name)
  await looksBegun(world, (await customer.visitor.call(readSession)).id)
  const rows = await completeSet(customer, [{}, { prices: ['3000.0000'] }])
  return { customer, rows }
}

/** Chooses another company, and accepts the failed rows with their draft in the former company. */
async function acceptedElsewhere(
  customer: CollectiveCustomer,
  rows: readonly Transfer[],
): Promise<Transfer[]> {
  const { visitor, tenant } = customer
  const fikenCompanySlug = secondCompany(world, tenant)
  await visitor.call(saveConfiguration, { body: { fikenCompanySlug } })
  // A run that began before the choice would end in the former company.
  const isResting = ({ status }: Transfer) => status !== 'processing'
  await rowsThat(customer, jobsOf(rows), 'to rest', isResting)
  world.vendors.faults.clear()
  const [stopped] = await rowsThat(
    customer,
    jobsOf(rows),
    'to be stopped',
    ({ errorCode }) => errorCode === 'draft_differs',
  )
  expect(stopped?.errorMessage).toContain(`selskapet som var valgt før (${tenant.company.slug})`)
  await visitor.call(acceptTransfer, { params: { id: stopped?.id ?? '' } })
  const done = await onDrafts(customer, jobsOf(rows))
  expect(tenant.company.drafts).toHaveLength(1)
  return done
}

test('made without an answer, and accepted there: each job has its share, in payments too', async () => {
  const { customer, rows } = await waiting('Flyttet AS')
  const { visitor, tenant } = customer
  fail({ vendor: 'fiken', method: 'POST', path: '/invoices/drafts$', kind: 'lost', count: 1 })
  // Fiken's lists do not show the draft until the other company is chosen.
  fail({ vendor: 'fiken', kind: 'stale', seconds: null, path: tenant.company.slug })
  await make(customer, rows)
  await rowsThat(customer, jobsOf(rows), 'to wait for Fiken', ({ errorCode }) => errorCode !== null)
  const done = await acceptedElsewhere(customer, rows)
  expect(amountsOf(done)).toEqual([125_000, 375_000])

  const userId = (await visitor.call(readSession)).id
  await visitor.call(saveConfiguration, { body: { fikenCompanySlug: tenant.company.slug } })
  payIn(world, invoiceDraft(world, tenant.company, done[0]!), 100_000)
  await nextLook(world, userId)
  const paid = await rowsThat(
    customer,
    jobsOf(rows),
    'to be paid in part',
    ({ payment }) => payment?.status === 'part_paid',
  )
  expect(paid.map(({ payment }) => payment?.paidAmount)).toEqual([25_000, 75_000])
  expect(amountsOf(paid)).toEqual([125_000, 375_000])
})

test('its update was under way: accepted as it is, it is shared by what it came to', async () => {
  const { customer, rows } = await waiting('Oppdatert og flyttet AS')
  await makeDrafts(customer, rows)
  const [first] = rows
  fail({ vendor: 'servicem8', kind: 'status', status: 503, path: '/jobmaterial.json$' })
  await customer.visitor.call(updateDraft, { params: { id: first?.id ?? '' } })
  const isWaiting = ({ errorCode }: Transfer) => errorCode === 'servicem8_down'
  await rowsThat(customer, jobsOf(rows), 'to wait for ServiceM8', isWaiting)
  expect(amountsOf(await acceptedElsewhere(customer, rows))).toEqual([125_000, 375_000])
})
