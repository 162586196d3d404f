import type { Transfer } from '#shared/contracts/transfers/row'
import { hoursText, isByTheHour } from '#shared/hours'
import { formatDecimal, formatKroner, oreFromKroner } from '#shared/money'
import { customerDisplayName, visibleLineItems } from '#shared/transfer-display'

/** Formats an amount in øre as `1 234,50 kr`; a dash when the amount is unknown. */
export function amountText(ore: number | null | undefined): string {
  return ore === null || ore === undefined ? '–' : formatKroner(ore)
}

/** Formats an amount in kroner, as stored in lines (storedLine in contracts/transfers/row.ts). */
function kronerText(kroner: number): string {
  return Number.isFinite(kroner) ? formatKroner(oreFromKroner(kroner)) : '–'
}

export interface ShownLine {
  index: number
  description: string
  /** The quantity and the unit price, formatted as in the specification. */
  perUnit: string
  /** The quantity and the unit price, with "timer" instead of "stk" for hours. */
  inWords: string
  total: string
}

/**
 * Returns the lines still on the transfer, with ServiceM8's own prices. Lines with VAT included say
 * so, because a job can have lines of both kinds.
 */
export function shownLines(transfer: Pick<Transfer, 'servicem8Data'>): ShownLine[] {
  return visibleLineItems(transfer.servicem8Data).map(({ index, line }) => {
    const quantity = formatDecimal(String(line.quantity))
    const pieces = `${quantity} stk`
    const perUnit = (count: string) =>
      `${count} × ${kronerText(line.unit_price)}${line.tax_inclusive === true ? ' inkl. mva' : ''}`
    return {
      index,
      description: line.description,
      perUnit: perUnit(pieces),
      inWords: perUnit(isByTheHour(line.description) ? hoursText(quantity) : pieces),
      total: kronerText(line.total),
    }
  })
}

/** Returns the customer's name; `short`, for the dashboard, never returns an address instead. */
export function customerOf(transfer: Transfer, chain: 'full' | 'short' = 'full'): string {
  return transfer.servicem8Data
    ? customerDisplayName(transfer.servicem8Data, chain)
    : transfer.customerName || customerDisplayName(null)
}
