import { formatCount } from '#shared/counts'

const prices = (count: number) => (count === 1 ? '1 pris' : `${formatCount(count)} priser`)

export const text = {
  title: 'Automatisk prissynkronisering',
  intervals: { 1440: 'Daglig', 10080: 'Ukentlig', 43200: 'Månedlig' },
  runs: 'Tidligere kjøringer',
  run: (changed: number, leftAlone: number, failed: number) =>
    [
      changed === 1 ? '1 pris endret' : `${formatCount(changed)} priser endret`,
      leftAlone > 0 && `${formatCount(leftAlone)} ikke endret`,
      failed > 0 && `${formatCount(failed)} feilet`,
    ]
      .filter(Boolean)
      .join(', '),
  undoWhy: (changed: number) =>
    `${prices(changed)} settes tilbake. De som er endret siden, blir stående.`,
  csv: 'CSV',
  statuses: { done: 'Endret', left_alone: 'Ikke endret', failed: 'Feilet', waiting: 'Venter' },
  dryTitle: 'Dette ville endres nå',
  changes: (count: number) => `Endres (${formatCount(count)})`,
  leftAlone: (count: number) => `Ikke endret (${formatCount(count)})`,
} as const
