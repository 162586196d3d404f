import type { Transfer } from '#shared/contracts/transfers/row'
import { hoursText, isByTheHour } from '#shared/hours'
import { formatDecimal, formatKroner, oreFromKroner } from '#shared/money'
import { customerDisplayName, visibleLineItems } from '#shared/transfer-display'
import { text } from '../text.ts'

/** `1 234,50 kr`, or a dash while the amount is unknown. Øre. */
export function amountText(ore: number | null | undefined): string {
  return ore === null || ore === undefined ? '–' : formatKroner(ore)
}

/** Stored lines are in kroner (storedLine in contracts/transfers/row.ts). */
function kronerText(kroner: number): string {
  return Number.isFinite(kroner) ? formatKroner(oreFromKroner(kroner)) : '–'
}

export interface ShownLine {
  index: number
  description: string
  /** Quantity and price of one, as the specification has it. */
  perUnit: string
  /** The same in the reader's words: hours are no pieces. */
  inWords: string
  total: string
}

/**
 * The lines that are still on the transfer, with ServiceM8's own prices. Those that include VAT
 * say so: a job may have both kinds, and their sum is then neither the amount nor what it is
 * without VAT.
 */
export function shownLines(transfer: Pick<Transfer, 'servicem8Data'>): ShownLine[] {
  return visibleLineItems(transfer.servicem8Data).map(({ index, line }) => {
    const quantity = formatDecimal(String(line.quantity))
    const pieces = text.pieces(quantity)
    const perUnit = (count: string) =>
      text.perUnit(count, kronerText(line.unit_price), line.tax_inclusive === true)
    return {
      index,
      description: line.description,
      perUnit: perUnit(pieces),
      inWords: perUnit(isByTheHour(line.description) ? hoursText(quantity) : pieces),
      total: kronerText(line.total),
    }
  })
}

/** The customer as the lists show it; `short` is the dashboard's chain. */
export function customerOf(transfer: Transfer, chain: 'full' | 'short' = 'full'): string {
  return transfer.servicem8Data
    ? customerDisplayName(transfer.servicem8Data, chain)
    : transfer.customerName || customerDisplayName(null)
}
