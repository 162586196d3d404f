import type { Transfer } from '#shared/contracts/transfers/row'
import { hoursText, isByTheHour } from '#shared/hours'
import { formatDecimal, formatKroner, oreFromKroner } from '#shared/money'
import { customerDisplayName, visibleLineItems } from '#shared/transfer-display'

/** Formats an amount in øre as `1 234,50 kr`; a dash when the amount is unknown. */
export function amountText(ore: number | null | undefined): string {
  return ore === null || ore === undefined ? '–' : formatKroner(ore)
}

/** Stored lines have amounts in kroner (storedLine in contracts/transfers/row.ts). */
function kronerText(kroner: number): string {
  return Number.isFinite(kroner) ? formatKroner(oreFromKroner(kroner)) : '–'
}

export interface ShownLine {
  index: number
  description: string
  /** Quantity and unit price, formatted as in the specification. */
  perUnit: string
  /** Quantity and unit price, with "timer" instead of "stk" for hours. */
  inWords: string
  total: string
}

/**
 * Lines still on the transfer, with ServiceM8's own prices. Lines with VAT included say so, because
 * a job can have lines of both kinds.
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

/** `short`, used on the dashboard, does not fall back to the addresses. */
export function customerOf(transfer: Transfer, chain: 'full' | 'short' = 'full'): string {
  return transfer.servicem8Data
    ? customerDisplayName(transfer.servicem8Data, chain)
    : transfer.customerName || customerDisplayName(null)
}
