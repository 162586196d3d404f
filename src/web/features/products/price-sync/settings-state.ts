import {
  INTERVALS,
  type PriceRun,
  type PriceSyncSettings,
} from '#shared/contracts/products/price-sync'
import type { TaskItem } from '#shared/contracts/tasks'
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
  items.map(({ title, status, message }) => ({
    [text.columns.product]: title,
    [text.columns.status]: text.statuses[status],
    [text.columns.message]: message ?? '',
  }))

export const isUnderWay = ({ finishedAt }: Pick<PriceRun, 'finishedAt'>) => finishedAt === null
