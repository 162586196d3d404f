import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/products/writes'
import { formatDecimal, formatKroner } from '#shared/money'
import { instant } from '../../platform/clock.ts'
import { type InCompany, route } from '../../platform/http/route.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { productClients, type ProductClients } from './writes/clients.ts'
import { countStock, type CountOutcome } from './writes/count-stock.ts'
import { createMaterial } from './writes/create-material.ts'
import { createProduct } from './writes/create-product.ts'
import { productFailure } from './writes/failure.ts'
import { countedStock, priceInKroner, priceInOre, productIdOf } from './writes/given.ts'
import { linkByNumber } from './writes/link-by-number.ts'
import { removeMaterial, removeProduct } from './writes/remove-item.ts'
import { toggleInventory } from './writes/toggle-inventory.ts'
import { writePrice, type PriceOutcome, type PriceWrite } from './writes/write-price.ts'

export function productWriteRoutes(app: FastifyInstance, platform: Platform): void {
  /**
   * Performs an action while the user waits, and logs it.
   * @param act returns `written` false when the requested state already existed, so that nothing
   * was written
   */
  const doing = async <T extends contract.Done>(
    { actor, company }: InCompany,
    action: string,
    act: (clients: ProductClients) => Promise<{ done: T; written: boolean }>,
  ): Promise<T> => {
    try {
      const clients = await productClients(platform, company.id, { interactive: true })
      const { done, written } = await act(clients)
      if (!written) return done
      const at = instant(platform.clock)
      const { message: description, success } = done
      await recordActivity(platform.db, {
        companyId: company.id,
        actor,
        type: 'integration',
        action,
        description,
        success,
        at,
      })
      return done
    } catch (error) {
      throw productFailure(error)
    }
  }
  const price = (who: InCompany, write: Omit<PriceWrite, 'by'>) => {
    const act = async (clients: ProductClients) => {
      const outcome = await writePrice(clients, { ...write, by: 'person' })
      const done = { success: true, message: priceMessage(write, outcome) }
      return { done, written: outcome.kind === 'written' }
    }
    return doing(who, 'product_price_changed', act)
  }

  route(app, contract.updateServicem8Price, ({ company, actor, body }) => {
    const who = { company, actor }
    const { uuid = body.productId, known: expected, confirmed: evenIfLarge = false } = body
    if (uuid === undefined || uuid === '') throw nothingNamed()
    if (typeof uuid !== 'string')
      throw new HttpError(404, 'not_found', 'Varen finnes ikke i ServiceM8.')
    const to = { system: 'servicem8', uuid } as const
    const net = priceInKroner(body.price ?? body.newPrice)
    return price(who, { to, price: net, expected, evenIfLarge })
  })
  route(app, contract.updateFikenPrice, ({ company, actor, body }) => {
    const who = { company, actor }
    const { known: expected, confirmed: evenIfLarge = false } = body
    if (body.productId === undefined || body.productId === '') throw nothingNamed()
    const to = { system: 'fiken', productId: productIdOf(body.productId) } as const
    const net =
      body.unitPrice === undefined ? priceInKroner(body.newPrice) : priceInOre(body.unitPrice)
    return price(who, { to, price: net, expected, evenIfLarge })
  })
  route(app, contract.updateStock, ({ company, actor, body }) => {
    const who = { company, actor }
    const { uuid, known = {}, confirmed = false } = body
    const counted = countedStock(body.stockQuantity)
    if (counted === null && !confirmed)
      throw new HttpError(409, 'not_a_number', 'Antallet er ikke et tall. Lagre som 0?')
    const stock = counted ?? 0
    return doing(who, 'product_stock_changed', async (clients) => {
      const count = { uuid, stock, known }
      const done = stockAnswer(stock, await countStock(clients, count))
      return { done, written: done.servicem8 === 'written' || done.fiken === 'written' }
    })
  })
  route(app, contract.createMaterial, ({ company, actor, body }) =>
    doing({ company, actor }, 'product_created', async (clients) => {
      const productId = productIdOf(body.productId)
      const { uuid, name } = await createMaterial(clients, productId)
      const message = `«${name}» er opprettet i ServiceM8.`
      return { done: { success: true, message, uuid }, written: true }
    }),
  )
  route(app, contract.createProduct, ({ company, actor, body }) =>
    doing({ company, actor }, 'product_created', async (clients) => {
      const made = await createProduct(clients, body)
      const { productId, name } = made
      const what = made.revived ? 'er aktivt igjen' : 'er opprettet'
      const message = `«${name}» ${what} i Fiken.`
      return { done: { success: true, message, productId }, written: true }
    }),
  )
  route(app, contract.removeProduct, ({ company, actor, params }) =>
    doing({ company, actor }, 'product_removed', async (clients) => {
      const productId = productIdOf(params.id)
      const { name, written } = await removeProduct(clients, productId)
      const message =
        name === '' ? 'Produktet er ikke i Fiken.' : `${named(name)} er gjort inaktivt i Fiken.`
      return { done: { success: true, message }, written }
    }),
  )
  route(app, contract.removeMaterial, ({ company, actor, params }) =>
    doing({ company, actor }, 'product_removed', async (clients) => {
      const { name, written } = await removeMaterial(clients, params.uuid)
      return { done: { success: true, message: `${named(name)} er slettet i ServiceM8.` }, written }
    }),
  )
  route(app, contract.toggleInventory, ({ company, actor, body }) =>
    doing({ company, actor }, 'product_inventory_changed', async (clients) => {
      const { enableInventory: enable, stockQuantity: stock } = body
      const productId = productIdOf(body.productId)
      const asked = { productId, enable, stock }
      const { name, written } = await toggleInventory(clients, asked)
      const what = enable ? 'er lagerført' : 'er ikke lenger lagerført'
      return { done: { success: true, message: `${named(name)} ${what} i Fiken.` }, written }
    }),
  )
  route(app, contract.linkByNumber, ({ company, actor, body }) =>
    doing({ company, actor }, 'product_linked', async (clients) => {
      const pair = { uuid: body.uuid, productId: productIdOf(body.productId) }
      const { name, number, written } = await linkByNumber(clients, pair)
      const message = `${named(name)} har nummeret ${number} i begge systemer.`
      return { done: { success: true, message }, written }
    }),
  )
}

const nothingNamed = () =>
  new HttpError(400, 'invalid', 'Si hvilket produkt prisen gjelder, og hva den skal være.')

const written = (stock: number) => formatDecimal(String(stock))
const named = (name: string) => (name === '' ? 'Produktet' : `«${name}»`)

/**
 * Returns the message about a written price.
 * @throws HttpError 409 when the price was not written
 */
function priceMessage(
  { to, price }: Pick<PriceWrite, 'to' | 'price'>,
  outcome: PriceOutcome,
): string {
  const system = to.system === 'fiken' ? 'Fiken' : 'ServiceM8'
  const amount = (ore: number | null) => (ore === null ? 'ikke satt' : formatKroner(ore))
  const what = `Prisen på ${named(outcome.name)} i ${system}`
  switch (outcome.kind) {
    case 'written':
      return outcome.before === null
        ? `${what} er satt til ${amount(price)}.`
        : `${what} er endret fra ${amount(outcome.before)} til ${amount(price)}.`
    case 'same':
      return `${what} er ${amount(price)} allerede.`
    case 'moved':
      throw new HttpError(
        409,
        'changed_elsewhere',
        `${what} er endret i mellomtiden, og er nå ${amount(outcome.now)}. Ingenting er skrevet.`,
        { now: outcome.now },
      )
    case 'large':
      throw new HttpError(
        409,
        'large_change',
        `${what} blir endret med mer enn halvparten, fra ${amount(outcome.before)} til ${amount(price)}.`,
        { before: outcome.before, after: price },
      )
  }
}

/**
 * Returns the response about a counted stock.
 * @throws HttpError 409 when a stock has changed in the meantime
 */
function stockAnswer(stock: number, outcome: CountOutcome) {
  if (outcome.kind === 'moved') {
    const { servicem8, fiken } = outcome
    const inFiken = fiken === null ? '' : ` og ${written(fiken)} i Fiken`
    throw new HttpError(
      409,
      'changed_elsewhere',
      `Lageret er endret i mellomtiden: det er nå ${servicem8 === null ? 'ikke ført' : written(servicem8)} i ServiceM8${inFiken}. Ingenting er skrevet.`,
      { servicem8, fiken },
    )
  }
  const { name, servicem8, fiken, failed } = outcome
  const isSame = servicem8 === 'same' && (fiken === 'same' || fiken === 'not_kept')
  const where = fiken === 'not_kept' ? 'i ServiceM8' : 'i ServiceM8 og i Fiken'
  const message = failed
    ? `Lageret for ${named(name)} er ${written(stock)} i ServiceM8, men ikke i Fiken. ${failed}`
    : isSame
      ? `Lageret for ${named(name)} er ${written(stock)} ${where} allerede.`
      : `Lageret for ${named(name)} er ${written(stock)} ${where}.`
  return { success: failed === null, message, stockQuantity: stock, servicem8, fiken, failed }
}
