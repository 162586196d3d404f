import type { FaultRule } from '../http/faults.ts'
import type { FikenCompany } from './state.ts'

/** The lists in a company's books that the API changes, with the key of each list's rows. */
const ID_OF = {
  contacts: 'contactId',
  products: 'productId',
  drafts: 'draftId',
  invoices: 'invoiceId',
  creditNotes: 'creditNoteId',
} as const
type ListName = keyof typeof ID_OF
type RowOf<N extends ListName> = FikenCompany[N][number]

interface Change {
  seq: number
  at: number
  slug: string
  list: ListName
  id: number
  /** The row's earlier state; null when the row did not exist. */
  was: unknown
}

/**
 * A log of the earlier state of each changed row of the books, from which older lists are rebuilt
 * for the fault `stale`. Nothing is logged while no `stale` fault is on.
 */
export interface Past {
  /** Returns the number of logged changes, which a `stale` fault stores as its oldest state. */
  mark: () => number
  added: <N extends ListName>(company: FikenCompany, list: N, row: RowOf<N>) => void
  /** Logs a row's state before the row is changed or deleted. */
  changing: <N extends ListName>(company: FikenCompany, list: N, row: RowOf<N>) => void
  companyAt: (company: FikenCompany, rules: readonly FaultRule[]) => FikenCompany
}

/**
 * Creates the log of earlier states.
 * @param staleRules returns the `stale` faults that are on
 */
export function createPast(now: () => number, staleRules: () => FaultRule[]): Past {
  let seq = 0
  let changes: Change[] = []

  function note(company: FikenCompany, list: ListName, id: number, was: unknown): void {
    seq += 1
    const rules = staleRules()
    changes = changes.filter((change) => rules.some((rule) => hides(rule, change, now())))
    if (rules.length > 0) changes.push({ seq, at: now(), slug: company.slug, list, id, was })
  }

  return {
    mark: () => seq,
    added: (company, list, row) => note(company, list, idOf(list, row), null),
    changing: (company, list, row) => note(company, list, idOf(list, row), structuredClone(row)),
    companyAt(company, rules) {
      const then = { ...company }
      const hidden = changes.filter(
        (change) =>
          change.slug === company.slug && rules.some((rule) => hides(rule, change, now())),
      )
      for (const list of Object.keys(ID_OF) as ListName[]) {
        const before = new Map<number, unknown>()
        // The oldest hidden change of a row determines the state that is shown.
        for (const change of hidden.filter((one) => one.list === list).reverse())
          before.set(change.id, change.was)
        if (before.size > 0) Object.assign(then, { [list]: wound(list, company[list], before) })
      }
      return then
    },
  }
}

function hides(rule: FaultRule, change: Change, now: number): boolean {
  return (
    change.seq > rule.since && (rule.seconds === null || change.at > now - rule.seconds * 1_000)
  )
}

/** Returns a list with changed rows restored. Ids increase, so an id gives a row's place. */
function wound(
  list: ListName,
  rows: readonly RowOf<ListName>[],
  before: ReadonlyMap<number, unknown>,
): unknown[] {
  const untouched = rows.filter((row) => !before.has(idOf(list, row)))
  const restored = [...before.values()].filter((row) => row !== null) as RowOf<ListName>[]
  return [...untouched, ...restored].sort((one, other) => idOf(list, one) - idOf(list, other))
}

function idOf(list: ListName, row: RowOf<ListName>): number {
  return (row as unknown as Record<string, number>)[ID_OF[list]] ?? 0
}
