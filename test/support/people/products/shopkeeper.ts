import type { WireProduct } from '#clients/fiken/wire'
import { putProducts } from '#sandbox/seed/books-content'
import { MATERIALS, putMaterials } from '#sandbox/seed/materials'
import { updateRecord } from '#sandbox/servicem8/records'
import { localStamp } from '#sandbox/world/local-time'
import type { Tenant } from '#sandbox/seed/tenants'
import { readComparison, type Comparison } from '#shared/contracts/products/comparison'
import { until } from '../../wait.ts'
import type { TestWorld } from '../../world/world.ts'
import { readyCustomer, type Customer } from '../customer.ts'

export interface Shopkeeper extends Customer {
  compared: () => Promise<Comparison>
  /** Returns the ServiceM8 item by name; `product` returns the Fiken product by number. */
  item: (name: string) => { uuid: string } & Record<string, unknown>
  product: (number: string) => WireProduct
  editedInServicem8: (name: string, change: Record<string, unknown>) => void
  editedInFiken: (number: string, change: Partial<WireProduct>) => void
}

/** Number of products that every tenant has already. */
const FEW = 20
const DAY_MS = 86_400_000

export async function shopkeeper(
  world: TestWorld,
  prepare: (tenant: Tenant) => void = () => {},
): Promise<Shopkeeper> {
  const customer = await readyCustomer(world, {
    prepare: (tenant) => {
      const more = MATERIALS.slice(FEW)
      putMaterials(tenant.account, more, localStamp(world.vendors.now() - DAY_MS))
      putProducts(world.vendors, tenant.company, more)
      prepare(tenant)
    },
  })
  const { visitor, tenant } = customer
  await until(
    'the products to be read',
    async () => (await visitor.call(readComparison)).comparison !== null,
  )
  const item = (name: string) => {
    const found = Object.values(tenant.account.tables.material).find((one) => one.name === name)
    if (!found) throw new Error(`${name} is no item`)
    return found as unknown as { uuid: string } & Record<string, unknown>
  }
  const product = (number: string) => {
    const found = tenant.company.products.find((one) => one.productNumber === number)
    if (!found) throw new Error(`${number} is no product`)
    return found
  }
  return {
    ...customer,
    compared: async () => {
      const { comparison } = await visitor.call(readComparison)
      if (!comparison) throw new Error('the products have not been read')
      return comparison
    },
    item,
    product,
    editedInServicem8: (name, change) =>
      updateRecord(
        world.vendors,
        tenant.account,
        'material',
        item(name) as unknown as Parameters<typeof updateRecord>[3],
        change,
      ),
    editedInFiken: (number, change) => {
      Object.assign(product(number), change)
      world.vendors.touch()
    },
  }
}
