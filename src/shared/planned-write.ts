/** The side that is written. */
export type Side = 'fiken' | 'servicem8'

/** One write of a plan: the pair, the side that is written, and what the plan saw. */
export interface Planned {
  what: 'price' | 'stock'
  fikenProductId: number
  servicem8Uuid: string
  to: Side
  /** Net øre of a price; a number of a stock. Null = none. */
  before: number | null
  /** What the other side has. */
  after: number
}

/** Which of a plan's writes it is: of a pair, one per price and stock. */
export const idOfPlanned = ({
  what,
  fikenProductId,
  servicem8Uuid,
}: Pick<Planned, 'what' | 'fikenProductId' | 'servicem8Uuid'>): string =>
  `${what}:${fikenProductId}:${servicem8Uuid}`

/**
 * A write with all that it is judged by: the subject of a task's item, and what a person has seen of
 * a plan.
 */
export const subjectOfPlanned = (planned: Planned): string =>
  [idOfPlanned(planned), planned.to, planned.before ?? '', planned.after].join(':')

const SUBJECT = /^(price|stock):(\d+):([^:]+):(fiken|servicem8):(-?[\d.]*):(-?[\d.]+)$/

/** @throws Error when it was not made by {@link subjectOfPlanned} */
export function plannedOfSubject(subject: string): Planned {
  const planned = read(subject)
  if (planned === null) throw new Error('The subject is no planned write')
  return planned
}

/**
 * The write that an item makes, or would make that is only listed as left alone (`left:<why>:…`);
 * null where no side is newer, and of anything else.
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
