import { expect, test } from 'vitest'
import { putMaterials, type SeedMaterial } from '#sandbox/seed/materials'
import { putProducts } from '#sandbox/seed/books-content'
import { readComparison } from '#shared/contracts/products/comparison'
import { PRICE_RUN, readPriceRuns, savePriceSync } from '#shared/contracts/products/price-sync'
import { deleteProducts, runSmartSync } from '#shared/contracts/products/tasks'
import { cancelTask, listTasks } from '#shared/contracts/tasks'
import { taskOver } from '../../support/people/bulk.ts'
import { readyCustomer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests a thousand products while the vendors refuse requests, lose responses and lag. */

const MANY = 1_010
const NEW = Array.from({ length: MANY }, (_, n): SeedMaterial => [
  `T-${n + 1}`,
  `Del ${n + 1}`,
  100 + n,
])
/** Returns the net price in øre of the product with this number. */
const priceOf = (number: string) => (100 + Number(number.slice(2)) - 1) * 100

const world = await startWorld()
const customer = await readyCustomer(world, 'Tusen Deler AS', {
  prepare: ({ account, company }) => {
    putMaterials(account, NEW, '2026-01-05 08:00:00')
    // putProducts() uses every second entry, so empty entries are inserted between.
    const none: SeedMaterial = ['', '', 0]
    putProducts(
      world.vendors,
      company,
      NEW.flatMap((one) => [one, none]),
    )
    for (const product of company.products)
      if (product.productNumber?.startsWith('T-'))
        product.unitPrice = priceOf(product.productNumber)
  },
  configuration: { isActive: false },
})

async function reread(): Promise<void> {
  const read = (query = {}) => customer.visitor.call(readComparison, { query })
  const before = (await read({ forceRefresh: 'true' })).lists
  await until('the lists to be read', async () => {
    const { lists } = await read()
    return !lists.refreshing && lists.fiken !== before.fiken && lists.servicem8 !== null
  })
}
const press = () => customer.visitor.call(runSmartSync)

test('Smart Sync of a thousand answers within half a minute what is done by then, says how many are left, and lists each', async () => {
  await reread()
  await press()
  const { company, account } = customer.tenant
  const mine = company.products.filter((one) => one.productNumber?.startsWith('T-'))
  expect(mine).toHaveLength(MANY)
  for (const product of mine) product.unitPrice = (product.unitPrice ?? 0) + 100
  world.vendors.touch()
  await reread()
  const { faults } = world.vendors
  const writes = { path: 'product|material' }
  faults.add({ vendor: 'servicem8', kind: 'lost', method: 'POST', count: 5, ...writes })
  faults.add({ vendor: 'fiken', kind: 'status', status: 500, count: 3, ...writes })
  faults.add({ vendor: 'fiken', kind: 'stale', seconds: 30 })
  const answer = await press()
  expect(answer.message).toContain('10 til er ikke tatt med.')
  const id = answer.taskId ?? ''
  // The rest would take minutes on a slow machine; on a fast one, the task is finished.
  await customer.visitor.call(cancelTask, { params: { id } })
  const { counts, items } = await taskOver(customer.visitor, id)
  expect(counts).toMatchObject({ total: 1_000, leftAlone: 0, failed: 0 })
  expect(counts.done).toBeGreaterThanOrEqual(answer.updated)
  if (!answer.finished)
    expect(answer.message).toContain(
      `${answer.updated} av 1000 priser og lagertall er oppdatert så langt. Resten fortsetter.`,
    )
  const raised = new Set(
    Object.values(account.tables.material)
      .filter((one) => {
        const number = String(one['item_number'])
        const gross = one['price_includes_taxes'] === 1 ? 1.25 : 1
        return (
          number.startsWith('T-') && Number(one['price']) > ((priceOf(number) + 50) / 100) * gross
        )
      })
      .map(({ uuid }) => uuid),
  )
  const isRaised = ({ subject }: { subject: string }) => raised.has(subject.split(':')[2] ?? '')
  expect(items.filter(({ status }) => status === 'done').every(isRaised)).toBe(true)
  // Products without a message were not being written when the task was cancelled.
  const untold = items.filter(({ status, message }) => status === 'waiting' && message === null)
  expect(untold.some(isRaised)).toBe(false)
})

test('all prices that rise on one day are one run, which gives way to what a person starts', async () => {
  const { visitor, tenant } = customer
  const { faults } = world.vendors
  faults.clear()
  const mine = tenant.company.products.filter((one) => one.productNumber?.startsWith('T-'))
  for (const product of mine) product.unitPrice = (product.unitPrice ?? 0) + 100
  world.vendors.touch()
  await reread()
  // A fast machine would otherwise finish the run before the user acts.
  faults.add({ vendor: 'servicem8', kind: 'slow', ms: 100, path: '/material' })
  await visitor.call(savePriceSync, { body: { enabled: true, intervalMinutes: 1440 } })
  const runs = async () => (await visitor.call(listTasks)).filter(({ kind }) => kind === PRICE_RUN)
  await until('the run to have begun', async () => {
    const [run] = await runs()
    return (run?.counts.done ?? 0) > 0
  })
  const { comparison } = await visitor.call(readComparison, { query: {} })
  const [other] = comparison?.missingInFiken ?? []
  const itemIds = [`sm8:${other?.uuid}`]
  const { deleted, finished } = await visitor.call(deleteProducts, { body: { itemIds } })
  expect([deleted, finished]).toEqual([1, true])
  const [run, ...others] = await runs()
  expect(others).toEqual([])
  expect(run?.counts.total).toBe(MANY)
  expect(run?.counts.waiting).toBeGreaterThan(0)
  const id = run?.id ?? ''
  await visitor.call(savePriceSync, { body: { enabled: false } })
  await visitor.call(cancelTask, { params: { id } })
  await taskOver(visitor, id)
  expect(await visitor.call(readPriceRuns)).toMatchObject([{ id, mayUndo: true }])
})
