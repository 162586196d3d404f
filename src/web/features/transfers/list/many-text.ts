import { jobCount, kronerOf, leftOutOf, type JobSum } from '#shared/needs/job-sum'
import { unbroken } from '../text.ts'

export const text = {
  selected: (count: number) => (count === 1 ? '1 valgt' : `${count} valgt`),
  skip: 'Hopp over',
  clear: 'Fjern valget',
  confirmSkip: (count: number) =>
    count === 1 ? 'Hoppe over 1 overføring?' : `Hoppe over ${count} overføringer?`,
  confirmSkipWhy: (count: number) =>
    count === 1
      ? 'Den blir ikke overført til Fiken. Du finner den igjen med statusen Slettede. Står den i kø, kjører eller er fullført, blir den ikke endret.'
      : 'De blir ikke overført til Fiken. Du finner dem igjen med statusen Slettede. Det som står i kø, kjører eller er fullført, blir ikke endret.',
} as const

/** Says what "Slett alle ventende" takes; `pending` is undefined while unknown. */
export function deleteAllMeans(pending: JobSum | undefined): string {
  const kroner = pending && kronerOf(pending)
  const jobs = pending ? jobCount(pending.count) : 'Alle jobber som venter,'
  return [
    `${kroner ? `${jobs}, ${unbroken(kroner)},` : jobs} tas ut av listen og blir ikke overført til Fiken.`,
    pending && leftOutOf(pending),
    `Du kan gjenopprette ${pending?.count === 1 ? 'den' : 'dem'} under statusen Slettede. Det som er i gang, fullføres, og det som venter på samlefaktura, blir stående.`,
  ]
    .filter(Boolean)
    .join(' ')
}
