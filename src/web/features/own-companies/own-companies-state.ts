import { ROLE_NAMES } from '#shared/access/role-names'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { OwnCompanyRow } from '#shared/contracts/own-companies'
import { csv } from '#shared/csv/csv'
import { formatDate } from '#shared/dates'
import { decimalFromOre } from '#shared/money'
import { enumerate } from '#shared/norwegian'
import { nameOf } from '../company-choice/choice-state.ts'
import { text } from './text.ts'

export type Sort = keyof typeof text.sorts
export const SORTS = Object.keys(text.sorts) as Sort[]

/** The companies that need somebody stand first, because that is what the list is opened for. */
export const FIRST_SORT: Sort = '-needs'

export const sortFrom = (param: string | null): Sort =>
  SORTS.find((sort) => sort === param) ?? FIRST_SORT

const byName = (one: OwnCompanyRow, other: OwnCompanyRow) =>
  nameOf(one).localeCompare(nameOf(other), 'nb') || one.id.localeCompare(other.id)

type Measure = (row: OwnCompanyRow) => number | string | null

/** The value that each column is sorted by; null for a company that has nothing there. */
const MEASURES: Record<'needs' | 'uninvoiced' | 'oldest' | 'reconciled' | 'connections', Measure> =
  {
    needs: ({ needs }) => needs?.count ?? 0,
    uninvoiced: ({ uninvoiced: { ore } }) => ore,
    oldest: ({ uninvoiced: { oldestAt } }) => oldestAt,
    // A company without a reconciled month has waited the longest.
    reconciled: ({ reconciled }) => reconciled?.last ?? '',
    connections: ({ ended }) => ended.length,
  }

/** Returns the companies in the chosen order; equal ones by name, and those without a value last. */
export function sorted(rows: readonly OwnCompanyRow[], sort: Sort): OwnCompanyRow[] {
  const falls = sort.startsWith('-')
  const key = (falls ? sort.slice(1) : sort) as 'name' | keyof typeof MEASURES
  if (key === 'name') return rows.toSorted((a, b) => (falls ? byName(b, a) : byName(a, b)))
  const measure = MEASURES[key]
  return rows.toSorted((a, b) => {
    const [one, other] = [measure(a), measure(b)]
    if (one === null || other === null)
      return Number(one === null) - Number(other === null) || byName(a, b)
    const order = one < other ? -1 : one > other ? 1 : 0
    return (falls ? -order : order) || byName(a, b)
  })
}

/** Returns what is said of the company's connections, and whether somebody must act. */
export function connectionsOf({ ended, everActive }: OwnCompanyRow): {
  state: 'ended' | 'not_started' | 'well'
  words: string
} {
  if (ended.length > 0)
    return {
      state: 'ended',
      words: text.ended(enumerate(ended.map((vendor) => VENDOR_NAMES[vendor]))),
    }
  return everActive
    ? { state: 'well', words: text.allWell }
    : { state: 'not_started', words: text.notStarted }
}

export function csvOf(rows: readonly OwnCompanyRow[]): string {
  const names = text.csvColumns
  return csv(
    rows.map((row) => ({
      [names.company]: nameOf(row),
      [names.role]: ROLE_NAMES[row.role],
      [names.needs]: String(row.needs?.count ?? 0),
      [names.needsKroner]: kroner(row.needs?.ore ?? 0),
      [names.uninvoiced]: String(row.uninvoiced.count),
      [names.uninvoicedKroner]: kroner(row.uninvoiced.ore),
      [names.oldest]: row.uninvoiced.oldestAt ? formatDate(row.uninvoiced.oldestAt) : '',
      [names.reconciled]: row.reconciled?.last ?? '',
      [names.changed]: row.reconciled?.changed.join(', ') ?? '',
      [names.connections]: connectionsOf(row).words,
    })),
  )
}

const kroner = (ore: number) => decimalFromOre(ore).replace('.', ',')
