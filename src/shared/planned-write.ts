export type Side = 'fiken' | 'servicem8'

/**
 * A write in a plan: the pair of products, the system to write to, and the values when the plan was
 * made.
 */
export interface Planned {
  what: 'price' | 'stock'
  fikenProductId: number
  servicem8Uuid: string
  to: Side
  /** The current price in net øre, or the current stock; null if there is none. */
  before: number | null
  after: number
}

export const idOfPlanned = ({
  what,
  fikenProductId,
  servicem8Uuid,
}: Pick<Planned, 'what' | 'fikenProductId' | 'servicem8Uuid'>): string =>
  `${what}:${fikenProductId}:${servicem8Uuid}`

/** Returns the string that identifies a task's item, and a selected write in a plan. */
export const subjectOfPlanned = (planned: Planned): string =>
  [idOfPlanned(planned), planned.to, planned.before ?? '', planned.after].join(':')

const SUBJECT = /^(price|stock):(\d+):([^:]+):(fiken|servicem8):(-?[\d.]*):(-?[\d.]+)$/

/**
 * Parses a string from {@link subjectOfPlanned}.
 * @throws Error if the string has another form
 */
export function plannedOfSubject(subject: string): Planned {
  const planned = read(subject)
  if (planned === null) throw new Error('The subject is no planned write')
  return planned
}

/**
 * Returns the write of a task's item, also for an item that is only listed as left unchanged
 * (`left:<why>:…`). Returns null if neither side is newer, and for any other string.
 */
export const plannedInItem = (subject: string): Planned | null =>
  read(subject.replace(/^left:[a-z_]+:/, ''))

function read(subject: string): Planned | null {
  const [, what, productId, servicem8Uuid, to, before, after] = SUBJECT.exec(subject) ?? []
  if (servicem8Uuid === undefined) return null
  return {
    what: what === 'stock' ? 'stock' : 'price',
    fikenProductId: Number(productId),
    servicem8Uuid,
    to: to === 'fiken' ? 'fiken' : 'servicem8',
    before: before === '' ? null : Number(before),
    after: Number(after),
  }
}
