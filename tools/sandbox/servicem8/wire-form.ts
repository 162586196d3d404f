import type { FastifyRequest } from 'fastify'
import type { AnyRow, TableName } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { coerce, type ColumnKind } from './columns.ts'

/** Columns whose published type differs from that in live accounts (see `columns.ts`). */
const PUBLISHED: Partial<Record<TableName, Record<string, ColumnKind>>> = {
  job: { invoice_sent: 'flag', quote_sent: 'flag', payment_amount: 'decimal' },
  company: { is_individual: 'textFlag' },
  material: {
    price: 'decimal',
    cost: 'decimal',
    item_is_inventoried: 'flag',
    use_description_for_invoicing: 'textFlag',
  },
  taxrate: { is_default_tax_rate: 'flag' },
  jobpayment: { is_deposit: 'flag' },
  queue: { requires_assignment: 'flag' },
  badge: { automatically_allocated: 'textFlag' },
  attachment: { metadata: 'text' },
  jobactivity: {
    activity_was_recorded: 'textFlag',
    activity_was_scheduled: 'textFlag',
    travel_time_in_seconds: 'number',
  },
}

/** User agent of ServiceM8's npm package, which refuses rows unlike the published file. */
const OWN_PACKAGE = /speakeasy-sdk\/.*servicem8/

export function wireForm(
  world: World,
  request: FastifyRequest,
  table: TableName,
  row: AnyRow,
): AnyRow {
  const { wire } = world.settings.servicem8
  const published =
    wire === 'published' ||
    (wire !== 'live' && OWN_PACKAGE.test(request.headers['user-agent'] ?? ''))
  const columns = published ? PUBLISHED[table] : undefined
  if (!columns) return row
  const changed = Object.entries(columns).filter(([name]) => name in row)
  return Object.assign(
    { ...row },
    Object.fromEntries(
      changed.map(([name, kind]) => [
        name,
        row[name] === false && kind === 'text' ? '' : coerce(kind, row[name]),
      ]),
    ),
  )
}
