import type { DailyFigures } from '#shared/contracts/overview'

export const text = {
  title: 'Siste 30 dager',
  show: 'Vis tallene',
  hide: 'Skjul tallene',
  caption: 'Hentede og overførte jobber, etter dagen de ble fullført',
  sum: ({ completed, invoiced, left }: { completed: number; invoiced: number; left: number }) =>
    `${completed === 1 ? '1 hentet jobb' : `${completed} hentede jobber`} fullført siste 30 dager, ${invoiced} overført, ${left === 0 ? 'ingen gjenstår' : `${left} gjenstår`}`,
  day: (date: string, completed: number, invoiced: number) =>
    `${date}: ${completed} hentet, ${invoiced} overført`,
  date: 'Dato',
  completed: 'Hentet',
  invoiced: 'Overført',
  left: 'Gjenstår',
  legendDone: 'Overført til Fiken',
  legendLeft: 'Hentet, ikke overført ennå',
  none: 'Ingen hentede jobber er fullført de siste 30 dagene',
  earlier: 'Se tidligere måneder',
  unknown: 'Kunne ikke hente tallene for de siste 30 dagene',
} as const

/** The bar of one day, as fractions (0–1) of the chart's height, from the bottom. */
export interface Bar {
  date: string
  label: string
  done: number
  left: number
}

export interface Daily {
  bars: Bar[]
  top: number
  completed: number
  invoiced: number
  left: number
}

const STEPS = [2, 4, 6, 8, 10, 20, 40, 60, 80, 100]

/** Returns the top of the scale: the next even round number, whose half is a whole number. */
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

/** Formats a date such as "2026-11-03" as "3.11.". */
export function shortDate(date: string): string {
  const [, month, day] = date.split('-').map(Number)
  return `${day}.${month}.`
}
