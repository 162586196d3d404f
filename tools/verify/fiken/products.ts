import { idOf } from '#clients/fiken/access'
import { MARK, type Lab } from '../lab.ts'
import { seen, type Point } from '../point.ts'
import { brief, objectOf } from '../wire.ts'
import { gone } from './fiken-lab.ts'

const CLIENT = 'src/clients/fiken/products.ts'

export const PRODUCTS: Point[] = [
  {
    id: 'fiken.products.put-without-stock',
    question: 'Does a PUT without stock end the stock keeping?',
    expected: 'yes: stock is null afterwards',
    today: 'a product is read, merged and written whole, stock included',
    file: CLIENT,
    whatToChange: 'Ending the stock keeping must be written another way (send null)',
    async ask(lab) {
      const { productId, number } = await makeProduct(lab, { stock: 7 })
      await lab.fiken.raw('PUT', `/products/${productId}`, { json: bodyOf(lab, number) })
      const { stock = null } = objectOf(await lab.fiken.raw('GET', `/products/${productId}`))
      return seen(`stock ${JSON.stringify(stock)}`, stock === null)
    },
  },
  {
    id: 'fiken.products.decimal-stock',
    question: 'Does stock keep decimals, and may it be negative?',
    expected: '−2.5 is kept',
    today: 'stock is compared and written as a number with decimals',
    file: 'src/server/features/products/stock.ts',
    whatToChange: 'Round before it is written, and compare rounded',
    async ask(lab) {
      const { productId } = await makeProduct(lab, { stock: -2.5 })
      const { stock = null } = objectOf(await lab.fiken.raw('GET', `/products/${productId}`))
      return seen(`stock ${JSON.stringify(stock)}`, stock === -2.5)
    },
  },
  {
    id: 'fiken.products.same-number',
    question: 'May two products have the same number?',
    expected: 'yes: both are made',
    today: 'Fiken is searched by the number first, and the oldest active one is used',
    file: 'src/server/features/products/ensure-products.ts',
    whatToChange: 'Treat the refusal as "it exists": look for the number and use that product',
    async ask(lab) {
      const { number } = await makeProduct(lab)
      const again = await lab.fiken.raw('POST', '/products', { json: bodyOf(lab, number) })
      forget(lab, idOf(again.headers.get('location')))
      return seen(brief(again), again.status === 201)
    },
  },
  {
    id: 'fiken.products.draft-leaves-stock',
    question: 'Does a draft change the stock of its products?',
    expected: 'no',
    today: 'the comparison shows both stocks as they are; nothing is deducted by us',
    file: 'src/server/features/product-sync/comparison',
    whatToChange:
      'Say in the help that drafts count, and leave products with drafts out of Smart Sync',
    async ask(lab) {
      const { productId } = await makeProduct(lab, { stock: 5 })
      await lab.fiken.draft({ lines: [{ productId, quantity: 2 }] })
      const { stock } = objectOf(await lab.fiken.raw('GET', `/products/${productId}`))
      return seen(`5 became ${JSON.stringify(stock)}`, stock === 5)
    },
  },
  {
    id: 'fiken.products.delete-used',
    question: 'What happens to a product on a draft when it is deleted?',
    expected: 'it is deleted (204), and the draft keeps its line',
    today: 'a person is asked first, and a refusal is shown beside the product',
    file: CLIENT,
    whatToChange: 'Refused: set it inactive instead (PUT with active false) in remove',
    async ask(lab) {
      const { productId } = await makeProduct(lab)
      const { draftId } = await lab.fiken.draft({ lines: [{ productId, quantity: 1 }] })
      const deleted = await lab.fiken.raw('DELETE', `/products/${productId}`)
      const { lines } = await lab.fiken.readDraft(draftId)
      const kept = Array.isArray(lines) ? lines.length : 0
      return seen(
        `${deleted.status}, ${kept} line on the draft`,
        deleted.status === 204 && kept === 1,
      )
    },
  },
  {
    id: 'fiken.products.inherits',
    question: 'Does a line with a product take its price and VAT from it, unless they are given?',
    expected: 'price 10 000 øre when left out, 5 000 when given',
    today: 'price, VAT type and account are always given',
    file: 'src/clients/fiken/drafts.ts',
    whatToChange: 'If a given price is ignored: send such lines as free text without productId',
    async ask(lab) {
      const { productId } = await makeProduct(lab)
      const { draftId } = await lab.fiken.draft({
        lines: [
          { productId, quantity: 1 },
          { productId, quantity: 1, unitPrice: 5_000 },
        ],
      })
      const { net } = await lab.fiken.readDraft(draftId)
      return seen(`net ${String(net)} of both`, net === 15_000)
    },
  },
]

function bodyOf({ fiken }: Lab, productNumber: string, more: Record<string, unknown> = {}) {
  const { vatType, incomeAccount } = fiken.line(0)
  return {
    name: MARK,
    productNumber,
    vatType,
    incomeAccount,
    active: true,
    unitPrice: 10_000,
    ...more,
  }
}

export async function makeProduct(
  lab: Lab,
  more: Record<string, unknown> = {},
): Promise<{ productId: number; number: string }> {
  const number = `FBV-${crypto.randomUUID().slice(0, 8)}`
  const answer = await lab.fiken.raw('POST', '/products', { json: bodyOf(lab, number, more) })
  const productId = idOf(answer.headers.get('location'))
  if (answer.status !== 201 || productId === null)
    throw new Error(`a product was not taken: ${brief(answer)}`)
  forget(lab, productId)
  return { productId, number }
}

function forget({ fiken, undo }: Lab, productId: number | null): void {
  if (productId === null) return
  undo.later(`product ${productId} in Fiken`, () =>
    gone(fiken.raw('DELETE', `/products/${productId}`)),
  )
}
