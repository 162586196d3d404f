import {
  INTERVALS,
  type PriceRun,
  type PriceSyncSettings,
} from '#shared/contracts/products/price-sync'
import type { TaskItem } from '#shared/contracts/tasks'
import { decimalFromOre } from '#shared/money'
import { plannedInItem } from '#shared/planned-write'
import { text } from './text.ts'

/** What the card of the automatic price sync shows, as pure rules. */

/** '' as long as nobody has chosen (60 is stored until then). */
export const chosenInterval = ({
  intervalMinutes,
}: Pick<PriceSyncSettings, 'intervalMinutes'>): string =>
  INTERVALS.some((known) => known === intervalMinutes) ? String(intervalMinutes) : ''

export const INTERVAL_OPTIONS = INTERVALS.map((minutes) => ({
  value: String(minutes),
  label: text.intervals[minutes],
}))

/** The items of a run, as the rows of a file. */
export const runRows = (items: readonly TaskItem[]): Record<string, string>[] =>
  items.map(({ subject, title, status, message }) => {
    const planned = plannedInItem(subject)
    return {
      [text.columns.product]: title,
      [text.columns.system]: planned ? text.to[planned.to] : '',
      [text.columns.before]: amount(planned?.before),
      [text.columns.after]: amount(planned?.after),
      [text.columns.status]: text.statuses[status],
      [text.columns.message]: message ?? '',
    }
  })

/** As the products' file writes prices. */
const amount = (ore: number | null | undefined) =>
  ore === null || ore === undefined ? '' : decimalFromOre(ore).replace('.', ',')

export const isUnderWay = ({ finishedAt }: Pick<PriceRun, 'finishedAt'>) => finishedAt === null
