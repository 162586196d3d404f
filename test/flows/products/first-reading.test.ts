import { expect, test } from 'vitest'
import { putProducts } from '#sandbox/seed/books-content'
import { putMaterials, type SeedMaterial } from '#sandbox/seed/materials'
import { readComparison } from '#shared/contracts/products/comparison'
import { readyCustomer } from '../../support/people/customer.ts'
import { until } from '../../support/wait.ts'
import { HOUR_MS, UNPACED } from '../../support/world/limiters.ts'
import { startWorld } from '../../support/world/world.ts'

const MANY = 460
const NEW = Array.from({ length: MANY }, (_, n): SeedMaterial => [`N-${n}`, `Nippel ${n}`, 10 + n])
const PAGE = 100

const world = await startWorld()
// Here whatever nobody waits for is read only after a minute in which Fiken was not asked.
const unhurried = await startWorld({
  overrides: { limiter: { ...UNPACED, lane: { starts: 1_000, windowMs: HOUR_MS } } },
})

test('costs no more calls than the lists have pages, however often the screen asks how far it is', async () => {
  const { ledger } = world.vendors
  const customer = await readyCustomer(world, {
    prepare: ({ account, company }) => {
      putMaterials(account, NEW, '2026-01-05 08:00:00')
      putProducts(world.vendors, company, NEW)
    },
  })
  const { visitor, tenant } = customer
  await until('the lists to be read', async () => {
    const { comparison, lists } = await visitor.call(readComparison)
    return comparison !== null && !lists.refreshing
  })
  const pages = ledger.entries
    .filter(({ method, path }) => method === 'GET' && /\/(products|material\.json)$/.test(path))
    // Requests for later changes are not part of the first reading.
    .filter(({ query }) => !/filter|lastModified/.test(query))
    .map(({ vendor, query }) => `${vendor} ${query}`)
  const inFiken = Math.ceil(tenant.company.products.length / PAGE)
  expect(inFiken).toBeGreaterThan(2)
  expect(pages.filter((page) => page.startsWith('fiken'))).toHaveLength(inFiken)
  expect(new Set(pages).size).toBe(pages.length)
})

test('comes before all that nobody waits for, so that a new user sees the first comparison at once', async () => {
  const { visitor } = await readyCustomer(unhurried)
  await until('the first comparison', async () => {
    const { comparison } = await visitor.call(readComparison)
    return comparison !== null
  })
  const asked = unhurried.vendors.ledger.entries.map(({ path }) => path)
  expect(asked.filter((path) => path.endsWith('/products'))).not.toEqual([])
  expect(asked.filter((path) => path.endsWith('/contacts'))).toEqual([])
})
