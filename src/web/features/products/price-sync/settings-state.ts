import { VENDOR_NAMES } from '#shared/access/vendor-names'
import {
  INTERVALS,
  type PriceRun,
  type PriceSyncSettings,
} from '#shared/contracts/products/price-sync'
import type { TaskItem } from '#shared/contracts/tasks'
import { decimalFromOre } from '#shared/money'
import { plannedInItem } from '#shared/planned-write'
import { text } from './text.ts'

/** Returns the selected interval; '' before a selection, although the server stores 60. */
export const chosenInterval = ({
  intervalMinutes,
}: Pick<PriceSyncSettings, 'intervalMinutes'>): string =>
  INTERVALS.some((known) => known === intervalMinutes) ? String(intervalMinutes) : ''

export const INTERVAL_OPTIONS = INTERVALS.map((minutes) => ({
  value: String(minutes),
  label: text.intervals[minutes],
}))

export const runRows = (items: readonly TaskItem[]): Record<string, string>[] =>
  items.map(({ subject, title, status, message }) => {
    const planned = plannedInItem(subject)
    return {
      Produkt: title,
      System: planned ? VENDOR_NAMES[planned.to] : '',
      'Pris før': amount(planned?.before),
      'Ny pris': amount(planned?.after),
      Status: text.statuses[status],
      Melding: message ?? '',
    }
  })

const amount = (ore: number | null | undefined) =>
  ore === null || ore === undefined ? '' : decimalFromOre(ore).replace('.', ',')

export const isUnderWay = ({ finishedAt }: Pick<PriceRun, 'finishedAt'>) => finishedAt === null
