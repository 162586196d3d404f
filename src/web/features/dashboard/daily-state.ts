import type { DailyFigures } from '#shared/contracts/overview'
import { text } from './daily-text.ts'

/**
 * The chart of completed against transferred jobs as numbers: what DailyChart.tsx draws and says.
 */

/** One day's bar, in parts of the chart's height (0–1) from the ground up. */
export interface Bar {
  date: string
  label: string
  done: number
  left: number
}

export interface Daily {
  bars: Bar[]
  /** The highest line of the scale; the scale is 0, half of it, and it. */
  top: number
  completed: number
  invoiced: number
  /** Completed, and not in Fiken yet. */
  left: number
}

const STEPS = [2, 4, 6, 8, 10, 20, 40, 60, 80, 100]

/** The next even, round number: half of it is a whole number too. */
export function scaleTop(most: number): number {
  for (let factor = 1; ; factor *= 10) {
    const step = STEPS.find((one) => one * factor >= most)
    if (step) return step * factor
  }
}

export function dailyOf(days: readonly DailyFigures[]): Daily {
  const top = scaleTop(Math.max(0, ...days.map((day) => day.completed)))
  const sum = (count: (day: DailyFigures) => number) =>
    days.reduce((all, day) => all + count(day), 0)
  const completed = sum((day) => day.completed)
  const invoiced = sum((day) => day.invoiced)
  return {
    bars: days.map((day) => ({
      date: day.date,
      label: text.day(shortDate(day.date), day.completed, day.invoiced),
      done: day.invoiced / top,
      left: (day.completed - day.invoiced) / top,
    })),
    top,
    completed,
    invoiced,
    left: completed - invoiced,
  }
}

/** "2026-11-03" → "3.11." */
export function shortDate(date: string): string {
  const [, month, day] = date.split('-').map(Number)
  return `${day}.${month}.`
}
