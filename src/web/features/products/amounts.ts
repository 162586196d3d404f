import { formatDecimal, formatKroner } from '#shared/money'
import { text } from './text.ts'

export const priceText = (ore: number | null): string =>
  ore === null ? text.notSet : formatKroner(ore)

export const stockText = (stock: number | null): string =>
  stock === null ? text.noStock : formatDecimal(String(stock))
