export type Side = 'fiken' | 'servicem8'

/** One write of a plan: the pair, the written side, and the values that the plan saw. */
export interface Planned {
  what: 'price' | 'stock'
  fikenProductId: number
  servicem8Uuid: string
  to: Side
  /** Net øre of a price; a number of a stock. Null = none. */
  before: number | null
  after: number
}

/** Returns the id of a plan's write: a pair has one per price and stock. */
export const idOfPlanned = ({
  what,
  fikenProductId,
  servicem8Uuid,
}: Pick<Planned, 'what' | 'fikenProductId' | 'servicem8Uuid'>): string =>
  `${what}:${fikenProductId}:${servicem8Uuid}`

/**
 * Returns a write with everything it is judged by: the subject of a task's item, and of the user's
 * selection in a plan.
 */
export const subjectOfPlanned = (planned: Planned): string =>
  [idOfPlanned(planned), planned.to, planned.before ?? '', planned.after].join(':')

const SUBJECT = /^(price|stock):(\d+):([^:]+):(fiken|servicem8):(-?[\d.]*):(-?[\d.]+)$/

/**
 * Parses a subject.
 * @throws Error when it was not made by {@link subjectOfPlanned}
 */
export function plannedOfSubject(subject: string): Planned {
  const planned = read(subject)
  if (planned === null) throw new Error('The subject is no planned write')
  return planned
}

/**
 * Returns the write that an item makes, or would make if it were not only listed as left alone
 * (`left:<why>:…`); null when no side is newer, and for anything else.
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
