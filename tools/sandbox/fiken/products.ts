import type { FastifyInstance } from 'fastify'
import type { WireProduct } from '#clients/fiken/wire'
import { localDate } from '../world/local-time.ts'
import type { FikenCompany } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { companyRoute, type Call } from './access.ts'
import { fikenError, isRequired, replaceRow, validationError } from './errors.ts'
import { equals, paged, withinDates } from './paging.ts'
import { checkVat } from './vat.ts'

/** Registers the product routes. PUT replaces the product; without `stock`, stock keeping ends. */
export function registerProducts(app: FastifyInstance, world: World): void {
  companyRoute(app, world, 'GET', '/products', (call) => {
    const { query } = call
    return paged(
      call,
      call
        .listed()
        .products.filter(
          (product) =>
            equals(query['name'], product.name) &&
            equals(query['productNumber'], product.productNumber) &&
            equals(query['active'], product.active) &&
            withinDates(query, 'createdDate', product.createdDate) &&
            withinDates(query, 'lastModified', product.lastModifiedDate),
        ),
    )
  })

  companyRoute(app, world, 'POST', '/products', (call) => {
    const product = addProduct(world, call.company, readProduct(call), call.today)
    return call.located(201, `/products/${product.productId}`)
  })

  companyRoute(app, world, 'GET', '/products/:id', productAt)

  companyRoute(app, world, 'PUT', '/products/:id', (call) => {
    const product = productAt(call)
    const { productId, createdDate } = product
    const fields = readProduct(call)
    world.past.changing(call.company, 'products', product)
    replaceRow(product, { ...fields, productId, createdDate, lastModifiedDate: call.today })
    world.touch()
    return call.located(200, `/products/${productId}`)
  })

  companyRoute(app, world, 'DELETE', '/products/:id', (call) => {
    const product = productAt(call)
    world.past.changing(call.company, 'products', product)
    call.company.products = call.company.products.filter((row) => row !== product)
    world.touch()
    return undefined
  })
}

type ProductFields = Omit<WireProduct, 'productId' | 'createdDate' | 'lastModifiedDate'>

export function addProduct(
  world: World,
  company: FikenCompany,
  fields: ProductFields,
  today = localDate(world.now()),
): WireProduct {
  const product: WireProduct = {
    ...fields,
    productId: world.nextId(),
    createdDate: today,
    lastModifiedDate: today,
  }
  company.products.push(product)
  world.past.added(company, 'products', product)
  world.touch()
  return product
}

function productAt(call: Call): WireProduct {
  const found = call.company.products.find((row) => String(row.productId) === call.params['id'])
  if (!found) throw fikenError(404, `Missing product with id ${call.params['id']}`)
  return found
}

function readProduct(call: Call): ProductFields {
  const { body } = call
  const problems = ['name', 'incomeAccount', 'vatType']
    .filter((field) => !body[field])
    .map(isRequired)
  if (typeof body['active'] !== 'boolean') problems.push(isRequired('active'))
  const { unitPrice, stock, note, productNumber } = body
  if (typeof unitPrice !== 'number' && unitPrice !== undefined && unitPrice !== null)
    problems.push("'unitPrice' er ugyldig.")
  if (typeof stock !== 'number' && stock !== undefined && stock !== null)
    problems.push("'stock' er ugyldig.")
  if (typeof note === 'string' && note.length > 200)
    problems.push("'note' kan ikke være lengre enn 200 tegn.")
  if (problems.length > 0) throw validationError(problems)
  const vatType = String(body['vatType']).toUpperCase()
  checkVat(call.company, String(body['incomeAccount']), vatType)
  return {
    name: String(body['name']),
    incomeAccount: String(body['incomeAccount']),
    vatType,
    active: body['active'] === true,
    ...(typeof unitPrice === 'number' ? { unitPrice: Math.trunc(unitPrice) } : {}),
    ...(typeof productNumber === 'string' ? { productNumber } : {}),
    ...(typeof stock === 'number' ? { stock } : {}),
    ...(typeof note === 'string' ? { note } : {}),
  }
}
