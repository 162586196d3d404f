import type { Found } from './fetch-state.ts'

const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

export const text = {
  title: 'Hent jobber manuelt',
  which: 'Hvilke dager skal vi lete i? Ingenting hentes før du har valgt jobbene.',
  since: (day: string) => `Jobber fullført fra og med ${day}, og som ikke er hentet før.`,
  loading: 'Laster...',
  notConnected: 'ServiceM8 er ikke koblet til',
  notConnectedWhy: 'Jobbene hentes derfra.',
  period: 'Periode',
  days: (count: number) => `Siste ${count} dager`,
  daysShort: (count: number) => `${count} dager`,
  searching: 'Leter i ServiceM8',
  searchFailed: 'Kunne ikke hente jobbene',
  tryAgain: 'Prøv igjen',
  none: 'Ingen jobber å hente i perioden',
  list: 'Jobber som kan hentes',
  all: 'Velg alle',
  choose: (number: string) => `Velg jobb #${number}`,
  job: (number: string) => `Jobb #${number}`,
  paid: 'Allerede betalt',
  completed: (day: string) => `Fullført ${day}`,
  chosen: (count: number, of: number, sum: string) =>
    `${count === of ? jobs(count) : `${count} av ${jobs(of)}`}, ${sum}`,
  waits: 'Jobbene venter under Overføringer til du starter dem.',
  starts: 'Jobbene overføres med en gang de er hentet.',
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
  cancel: 'Avbryt',
  toast: {
    synced: 'Synkronisering fullført',
    syncedText: (found: number, made: number) =>
      `Hentet ${found} jobber som venter på betaling, opprettet ${made} nye overføringer`,
    syncFailed: 'Synkroniseringsfeil',
  },
} as const
