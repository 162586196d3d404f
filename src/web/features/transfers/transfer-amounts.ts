import type { Transfer } from '#shared/contracts/transfers'
import { formatDecimal, formatKroner, oreFromKroner } from '#shared/money'
import { customerDisplayName, visibleLineItems } from '#shared/transfer-display'

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
  quantity: string
  unitPrice: string
  total: string
}

/** The lines that are still on the transfer, ready to be shown. */
export function shownLines(transfer: Transfer): ShownLine[] {
  return visibleLineItems(transfer.servicem8Data).map(({ index, line }) => ({
    index,
    description: line.description,
    quantity: formatDecimal(String(line.quantity)),
    unitPrice: kronerText(line.unit_price),
    total: kronerText(line.total),
  }))
}

/** The customer as the lists show it; `short` is the dashboard's chain. */
export function customerOf(transfer: Transfer, chain: 'full' | 'short' = 'full'): string {
  return transfer.servicem8Data
    ? customerDisplayName(transfer.servicem8Data, chain)
    : transfer.customerName || customerDisplayName(null)
}
