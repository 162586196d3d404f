import type { BodyOf } from '#shared/contract'
import type { deleteProducts } from '#shared/contracts/products/tasks'
import { isUuid } from '#shared/fields'
import { HttpError } from '../../../platform/http-error.ts'

export interface Selected {
  fikenProductId: number | null
  servicem8Uuid: string | null
}

const MATCHED = /^matched:([^:]*):(.*)$/
const FIKEN = /^fiken:(.*)$/
const SERVICEM8 = /^sm8:(.*)$/
const BARE_NUMBER = /^\d+$/

/**
 * Parses both formats of a bulk deletion request (rule 28), and removes duplicates.
 * @throws HttpError 400 when an id has an unknown format; nothing is deleted then
 */
export function selectionOf({
  itemIds,
  items,
}: Pick<BodyOf<typeof deleteProducts>, 'itemIds' | 'items'>): Selected[] {
  const selected = [
    ...(itemIds ?? []).map(selectedById),
    ...(items ?? []).map(({ type, ...named }) => {
      const product = named.fikenProductId ?? named.productId
      const uuid = named.servicem8Uuid ?? named.uuid
      const called = named.name ?? String(product ?? uuid ?? '')
      if (type === 'missingInServiceM8') return selectedOf(called, product, undefined)
      if (type === 'missingInFiken') return selectedOf(called, undefined, uuid)
      return selectedOf(called, product ?? '', uuid ?? '')
    }),
  ]
  return [...new Map(selected.map((one) => [idOfSelected(one), one])).values()]
}

/**
 * Parses an id. An id without a prefix refers to only one system, even if the other system has the
 * other half of the pair.
 */
function selectedById(given: string | number): Selected {
  const id = String(given)
  const matched = MATCHED.exec(id)
  if (matched) return selectedOf(id, matched[1], matched[2])
  if (BARE_NUMBER.test(id)) return selectedOf(id, id, undefined)
  if (isUuid(id)) return selectedOf(id, undefined, id)
  const [, product] = FIKEN.exec(id) ?? []
  const [, uuid] = SERVICEM8.exec(id) ?? []
  return selectedOf(id, product, uuid)
}

function selectedOf(
  called: string,
  product: number | string | undefined,
  uuid: string | undefined,
): Selected {
  const digits = product === undefined ? '' : String(product)
  const isProduct = product === undefined || /^[1-9]\d{0,14}$/.test(digits)
  const isItem = uuid === undefined || /^[\w-]{1,100}$/.test(uuid)
  if (!isProduct || !isItem || (product === undefined && uuid === undefined))
    throw new HttpError(400, 'invalid', `Vi kjenner ikke igjen «${called}». Ingenting er slettet.`)
  return {
    fikenProductId: product === undefined ? null : Number(digits),
    servicem8Uuid: uuid ?? null,
  }
}

export function idOfSelected({ fikenProductId, servicem8Uuid }: Selected): string {
  if (servicem8Uuid === null) return `fiken:${fikenProductId}`
  return fikenProductId === null
    ? `sm8:${servicem8Uuid}`
    : `matched:${fikenProductId}:${servicem8Uuid}`
}
