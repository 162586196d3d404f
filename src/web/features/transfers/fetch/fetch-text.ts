import type { Found } from './fetch-state.ts'

const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

export const text = {
  title: 'Hent jobber manuelt',
  days: (count: number) => `Siste ${count} dager`,
  all: 'Velg alle',
  chosen: (count: number, of: number, sum: string) =>
    `${count === of ? jobs(count) : `${count} av ${jobs(of)}`}, ${sum}`,
  leftOut: ({ paidLeftOut, unapproved, known }: Found) => {
    const parts = [
      paidLeftOut > 0 && (paidLeftOut === 1 ? '1 betalt jobb' : `${paidLeftOut} betalte jobber`),
      unapproved > 0 && `${unapproved} som ikke er godkjent`,
      known > 0 && `${known} som er hentet fra før`,
    ].filter((part) => part !== false)
    if (parts.length === 0) return ''
    const last = parts.at(-1) ?? ''
    return parts.length === 1
      ? `${last}, er ikke med.`
      : `${parts.slice(0, -1).join(', ')}, og ${last}, er ikke med.`
  },
  fetch: (count: number) => `Hent ${jobs(count)}`,
} as const
