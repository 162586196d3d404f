import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { putProducts } from '#sandbox/seed/books-content'
import { putMaterials, type SeedMaterial } from '#sandbox/seed/materials'
import { listActivity } from '#shared/contracts/activity-log'
import { readComparison, type Comparison } from '#shared/contracts/products/comparison'
import * as prices from '#shared/contracts/products/price-sync'
import * as many from '#shared/contracts/products/tasks'
import { listTasks, type Task } from '#shared/contracts/tasks'
import { taskOver } from '../support/people/bulk.ts'
import { readyCustomer } from '../support/people/tenants.ts'
import { report } from '../support/report.ts'
import { Hopeless, LONGEST_WAIT_MS, until } from '../support/wait.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'
import { startProcessWorld } from '../support/world/process.ts'
import { makeHostile, struck } from './support/hostile-vendors.ts'
import { productBooks, type Goal } from './support/product-books.ts'

/**
 * Reads a number from the environment. The test compares bulk actions on products, with failing
 * vendors and repeated kills, with what both vendors received; `npm run prove` uses a thousand
 * products.
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const SEED = number('FAULT_SEED', 20_261_123)
const PRODUCTS = number('FAULT_PRODUCTS', 20)
const KILLS = number('FAULT_KILLS', 2)
const FAULTS = 0.05
const LAG = number('FAULT_LAG', 1)
const PATIENCE_MS = LONGEST_WAIT_MS + PRODUCTS * 1_000
/** Maximum duration of one bulk action with the reads and checks before and after. */
const WORK_MS = PATIENCE_MS * (KILLS + 2)

const STOCK = 50
const NEW = Array.from({ length: PRODUCTS }, (_, n): SeedMaterial => [
  `T-${String(n + 1).padStart(4, '0')}`,
  `Del ${n + 1}`,
  100 + n,
  STOCK,
])

const started = performance.now()
const seconds = () => Math.round((performance.now() - started) / 1_000)

report(`FAULT_SEED=${SEED} FAULT_PRODUCTS=${PRODUCTS} FAULT_KILLS=${KILLS} FAULT_LAG=${LAG}`)
const world = await startProcessWorld({
  sandbox: { seed: SEED },
  overrides: { ...SHORT_WAITS, ladderScale: 0.005, tickMs: 250 },
})
const customer = await readyCustomer(world, 'Tusen Deler AS', {
  prepare: ({ account, company }) => {
    // Only these products are compared, so the seeded ones are removed.
    for (const one of Object.values(account.tables.material)) one.active = 0
    company.products = []
    putMaterials(account, NEW, '2026-01-05 08:00:00')
    // putProducts() uses every second entry, so empty entries are inserted between.
    const none: SeedMaterial = ['', '', 0]
    putProducts(
      world.vendors,
      company,
      NEW.flatMap((one) => [one, none]),
    )
    for (const product of company.products) {
      const [, , price = 0] = NEW.find(([of]) => of === product.productNumber) ?? []
      Object.assign(product, { unitPrice: price * 100, stock: STOCK })
    }
  },
  configuration: { isActive: false },
})
const books = productBooks(world.vendors, customer)
const { matchedProducts } = await reread()
expect(matchedProducts).toHaveLength(PRODUCTS)

async function reread(): Promise<Comparison> {
  const answer = (query = {}) => customer.visitor.call(readComparison, { query })
  const before = (await answer({ forceRefresh: 'true' })).lists
  return until(
    'the lists to be read',
    async () => {
      const { lists, comparison } = await answer()
      return (
        !lists.refreshing &&
        lists.fiken !== before.fiken &&
        lists.servicem8 !== before.servicem8 &&
        comparison
      )
    },
    PATIENCE_MS,
  )
}

/** Rereads the product lists every five seconds until the returned function is called. */
function impatientReader(): () => Promise<void> {
  const goingHome = new AbortController()
  const { signal } = goingHome
  const reading = (async () => {
    while (!signal.aborted) {
      const query = { forceRefresh: 'true' } as const
      await customer.visitor.tryCall(readComparison, { query }).catch(() => undefined)
      await sleep(5_000, undefined, { signal }).catch(() => undefined)
    }
  })()
  return () => {
    goingHome.abort()
    return reading
  }
}

/** Returns the user's task of this kind; null if there is none or the server does not respond. */
async function taskOf(kind: string): Promise<Task | null> {
  const tasks = await customer.visitor.call(listTasks).catch(() => [])
  return tasks.find((one) => one.kind === kind) ?? null
}

/** Starts a task while the vendors fail, kills the product meanwhile, and returns the ended task. */
async function throughFaults(what: string, kind: string, start: () => Promise<unknown>) {
  const { faults, ledger } = world.vendors
  const from = seconds()
  const calls = ledger.total
  books.open()
  makeHostile(faults, FAULTS, ['POST', 'PUT', 'DELETE'])
  // ServiceM8's 429 means a pause of one minute unless the response states a time.
  for (const rule of faults.rules) if (rule.status === 429) rule.retryAfter = 1
  if (LAG > 0) faults.add({ vendor: 'fiken', kind: 'stale', seconds: LAG })
  const goHome = impatientReader()
  void start().catch(() => 'the answer was lost with the process')
  const over = ({ waiting, total }: Task['counts']) => total - waiting
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const items = Math.floor((PRODUCTS * kill) / (KILLS + 1))
    const counts = await until(
      `${items} of ${what}`,
      async () => {
        if (world.gone()) throw new Hopeless('The product exited on its own')
        const task = await taskOf(kind)
        return task !== null && over(task.counts) >= items && task.counts
      },
      PATIENCE_MS,
    )
    await world.kill()
    await world.start()
    report(`${what}: killed after ${over(counts)} items, ${seconds() - from} s`)
  }
  const { id } = await until(`${what} to be there still`, () => taskOf(kind))
  const task = await until(
    `${what} to be over`,
    async () => (await taskOf(kind))?.status === 'done',
    PATIENCE_MS,
  ).then(() => taskOver(customer.visitor, id))
  await goHome()
  report(
    `${what}: ${JSON.stringify(task.counts)} after ${seconds() - from} s and ${ledger.total - calls} calls`,
    struck(faults),
  )
  faults.clear()
  const odd = task.items.filter(({ status }) => status !== 'done')
  if (odd.length > 0) report('not done:', odd.slice(0, 10))
  expect(task.counts).toEqual({
    total: PRODUCTS,
    waiting: 0,
    done: PRODUCTS,
    leftAlone: 0,
    failed: 0,
  })
  expect(new Set(task.items.map(({ subject }) => subject)).size).toBe(PRODUCTS)
  expect(task.items.filter(({ message }) => !message)).toEqual([])
  return task
}

/** Checks that the history lists each of our changes exactly once, and no others. */
async function historyOf(goals: readonly Goal[], by: string) {
  const wrong: unknown[] = []
  for (const { uuid, productId, what, after } of goals) {
    const query = { productId: String(productId), uuid }
    const changes = await customer.visitor.call(prices.readProductHistory, { query })
    const mine = changes.filter((one) => one.by === by && one.what === what && one.after === after)
    if (mine.length !== 1) wrong.push({ productId, what, after, by, changes })
    const seen = changes.filter((one) => one.by === 'elsewhere')
    const told = seen.map((one) => `${one.system} ${one.what} ${one.before} ${one.after}`)
    if (new Set(told).size !== told.length) wrong.push({ productId, seen })
  }
  return wrong
}

const entries = async (start: string) =>
  (await customer.visitor.call(listActivity, { query: { limit: 500 } })).filter(
    ({ description, action }) => action === 'task_finished' && description?.startsWith(start),
  )

test(
  `Smart Sync of ${PRODUCTS} prices and stocks is done to the end, each written as it was to be, though the product is killed ${KILLS} times`,
  async () => {
    const goals = books.raise((n) => (n % 5 === 0 ? 'stock' : 'price'))
    await reread()
    const { writes } = await customer.visitor.call(many.readSmartSync)
    expect(writes).toHaveLength(PRODUCTS)
    await throughFaults('Smart Sync', many.SMART_SYNC, () =>
      customer.visitor.call(many.runSmartSync),
    )
    expect(books.differences(goals)).toEqual([])
    await reread()
    expect((await customer.visitor.call(many.readSmartSync)).writes).toEqual([])
    expect(await historyOf(goals, 'smart_sync')).toEqual([])
    expect(await entries('Smart Sync av')).toHaveLength(1)
  },
  WORK_MS,
)

test(
  `a price run of ${PRODUCTS} prices is done to the end, and undoing it takes each back`,
  async () => {
    const goals = books.raise(() => 'price')
    await reread()
    const run = await throughFaults('the price run', prices.PRICE_RUN, () =>
      customer.visitor.call(prices.savePriceSync, {
        body: { enabled: true, intervalMinutes: 1440 },
      }),
    )
    expect(books.differences(goals)).toEqual([])
    await customer.visitor.call(prices.savePriceSync, { body: { enabled: false } })
    expect(await historyOf(goals, 'price_run')).toEqual([])
    expect(await entries('Automatisk prissynkronisering')).toHaveLength(1)
    await throughFaults('the undoing', prices.UNDO_PRICE_RUN, () =>
      customer.visitor.call(prices.undoPriceRun, { params: { id: run.id } }),
    )
    expect(books.differences(goals.map((goal) => ({ ...goal, after: goal.before })))).toEqual([])
    const [shown] = await customer.visitor.call(prices.readPriceRuns)
    expect(shown).toMatchObject({ id: run.id, changed: PRODUCTS, mayUndo: false })
  },
  2 * WORK_MS,
)

test(
  `a bulk delete of ${PRODUCTS} pairs is done to the end on both sides, with Fiken’s stock carried`,
  async () => {
    const { matchedProducts } = await reread()
    const stocks = books.stocks()
    const itemIds = matchedProducts.map(
      ({ fikenProductId, servicem8Uuid }) => `matched:${fikenProductId}:${servicem8Uuid}`,
    )
    await throughFaults('the bulk delete', many.DELETE_PRODUCTS, () =>
      customer.visitor.call(many.deleteProducts, { body: { itemIds } }),
    )
    expect(books.active()).toEqual({ fiken: 0, servicem8: 0 })
    expect(books.stocks()).toEqual(stocks)
    const { matched, missingInFiken, missingInServiceM8 } = await reread()
    expect([matched, missingInFiken.length, missingInServiceM8.length]).toEqual([0, 0, 0])
  },
  WORK_MS,
)
