import type { Transfer } from '#shared/contracts/transfers'
import { formatDecimal, formatKroner, oreFromKroner } from '#shared/money'
import { customerDisplayName, visibleLineItems } from '#shared/transfer-display'
import { text } from './text.ts'

/** `1 234,50 kr`, or a dash while the amount is unknown. Øre. */
export function amountText(ore: number | null | undefined): string {
  return ore === null || ore === undefined ? '–' : formatKroner(ore)
}

/** Stored lines are in kroner (specification part 1 §3). */
function kronerText(kroner: number): string {
  return Number.isFinite(kroner) ? formatKroner(oreFromKroner(kroner)) : '–'
}

export interface ShownLine {
  index: number
  description: string
  /** Quantity and price of one. */
  perUnit: string
  total: string
}

/**
 * The lines that are still on the transfer, with ServiceM8's own prices. Those that include VAT say so: a job may have both kinds, and
 * their sum is then neither the amount nor what it is without VAT.
 */
export function shownLines(transfer: Pick<Transfer, 'servicem8Data'>): ShownLine[] {
  return visibleLineItems(transfer.servicem8Data).map(({ index, line }) => ({
    index,
    description: line.description,
    perUnit: text.perUnit(formatDecimal(String(line.quantity)), kronerText(line.unit_price), line.tax_inclusive === true),
    total: kronerText(line.total),
  }))
}

/** The customer as the lists show it; `short` is the dashboard's chain. */
export function customerOf(transfer: Transfer, chain: 'full' | 'short' = 'full'): string {
  return transfer.servicem8Data
    ? customerDisplayName(transfer.servicem8Data, chain)
    : transfer.customerName || customerDisplayName(null)
}
