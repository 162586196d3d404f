import type { WireMaterial } from '#clients/servicem8/wire'
import type { LedgerEntry } from '#sandbox/http/ledger'
import { updateRecord } from '#sandbox/servicem8/records'
import type { World } from '#sandbox/world/world'
import type { Customer } from '../../support/people/tenants.ts'

/** Expected final value in one system, after a change in the other. */
export interface Goal {
  productId: number
  uuid: string
  what: 'price' | 'stock'
  to: 'fiken' | 'servicem8'
  /** Net price in øre, or a stock quantity. */
  before: number
  after: number
}

const WRITTEN = /(\/products\/\d+)$|\/material\/([\w-]+)\.json$/
const PRICE_STEP = 300
const STOCK_STEP = -3

/** Changes a tradesperson's products in both systems and checks the resulting writes. */
export function productBooks(world: World, { tenant }: Customer) {
  const { account, company } = tenant
  const { ledger } = world
  ledger.capture = true
  let opened = 0

  const items = () =>
    Object.values(account.tables.material).filter(({ item_number: number }) =>
      String(number).startsWith('T-'),
    )
  const vatOf = ({ price_includes_taxes: included }: { price_includes_taxes?: unknown }) =>
    included === 1 ? 1.25 : 1
  const pairs = () => {
    const numbered = new Map(items().map((item) => [String(item['item_number']), item]))
    return company.products.flatMap((product) => {
      const item = numbered.get(product.productNumber ?? '')
      return item ? [{ product, item }] : []
    })
  }
  type Pair = ReturnType<typeof pairs>[number]
  const valueOf = ({ product, item }: Pair, goal: Goal) => {
    if (goal.to === 'fiken') return goal.what === 'price' ? product.unitPrice : product.stock
    return goal.what === 'price'
      ? Math.round((Number(item['price']) * 100) / vatOf(item))
      : Number(item['quantity_in_stock'])
  }

  const writtenBy = ({ requestBody = '{}' }: LedgerEntry, { to, what }: Goal, { item }: Pair) => {
    const body = JSON.parse(requestBody) as Record<string, unknown>
    if (to === 'fiken') return what === 'price' ? body['unitPrice'] : body['stock']
    return what === 'price'
      ? Math.round((Number(body['price']) * 100) / vatOf(item))
      : Number(body['quantity_in_stock'])
  }

  /** Returns the writes that the vendor carried out, whatever it responded. */
  const writesOf = ({ to, productId, uuid }: Goal) =>
    done.get(to === 'fiken' ? `/products/${productId}` : uuid) ?? []
  let done = new Map<string, LedgerEntry[]>()
  const index = () => {
    done = new Map()
    for (const entry of ledger.entries) {
      if (entry.seq <= opened || !['PUT', 'POST', 'DELETE'].includes(entry.method)) continue
      const isDone = (entry.status >= 200 && entry.status < 300 && !entry.fault) || keeps(entry)
      const [, product, item] = WRITTEN.exec(entry.path) ?? []
      const key = product ?? item
      if (isDone && key) done.set(key, [...(done.get(key) ?? []), entry])
    }
  }

  return {
    /** Starts counting writes from this moment. */
    open: () => {
      opened = ledger.total
    },

    /**
     * Changes each pair's value in Fiken or ServiceM8, alternately; returns the expected values in
     * the other system.
     */
    raise: (which: (position: number) => Goal['what']): Goal[] =>
      pairs().map(({ product, item }, n) => {
        const what = which(n)
        const to = n % 2 === 0 ? 'servicem8' : 'fiken'
        const price = product.unitPrice ?? 0
        const before = what === 'price' ? price : (product.stock ?? 0)
        const after = before + (what === 'price' ? PRICE_STEP : STOCK_STEP)
        if (to === 'servicem8')
          Object.assign(product, what === 'price' ? { unitPrice: after } : { stock: after })
        else
          updateRecord(
            world,
            account,
            'material',
            item as WireMaterial & Record<string, unknown>,
            what === 'price'
              ? { price: Math.round(after * vatOf(item)) / 100 }
              : { quantity_in_stock: after },
          )
        world.touch()
        return { productId: product.productId, uuid: item.uuid, what, to, before, after }
      }),

    /** Returns a sentence for each value that differs or was written wrongly. */
    differences(goals: readonly Goal[]): string[] {
      index()
      const known = new Map(pairs().map((pair) => [pair.item.uuid, pair]))
      const found = goals.flatMap((goal) => {
        const pair = known.get(goal.uuid)
        const name = `${goal.what} of ${goal.productId} in ${goal.to}`
        if (!pair) return [`${name}: is no pair any more`]
        const value = valueOf(pair, goal)
        const writes = writesOf(goal)
        return [
          ...(value === goal.after ? [] : [`${name}: is ${value}, not ${goal.after}`]),
          ...writes.flatMap((write) => {
            const written = writtenBy(write, goal, pair)
            return written === goal.after ? [] : [`${name}: was written as ${String(written)}`]
          }),
          // The client can repeat a write itself if the response to it was lost or damaged.
          ...(writes.length > 0 && writes.filter((write) => !keeps(write)).length <= 1
            ? []
            : [`${name}: written ${writes.length} times`]),
        ]
      })
      const expected = new Set(
        goals.map(({ to, productId, uuid }) => (to === 'fiken' ? `/products/${productId}` : uuid)),
      )
      for (const [key, entries] of done)
        if (!expected.has(key))
          found.push(`${key}: written ${entries.length} times, and was to be left alone`)
      if (ledger.overlaps > 0) found.push(`${ledger.overlaps} requests to Fiken at the same time`)
      return found
    },

    stocks: () => Object.fromEntries(company.products.map((one) => [one.productId, one.stock])),

    active: () => ({
      fiken: company.products.filter(({ active }) => active).length,
      servicem8: items().filter(({ active }) => active === 1).length,
    }),
  }
}

/** Returns true if the vendor carried out the write, and only the response was lost or damaged. */
const keeps = ({ fault }: LedgerEntry) => /^(lost|html|garbage|truncate|slow)/.test(fault)
