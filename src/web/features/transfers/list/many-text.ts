import type { AnswerOf } from '#shared/contract'
import type { readAllPending } from '#shared/contracts/transfers/waiting'
import { formatCount } from '#shared/counts'
import { formatKroner } from '#shared/money'
import { unbroken } from '../text.ts'

export const text = {
  countOf: (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`),
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
export const deleteAllMeans = (pending: AnswerOf<typeof readAllPending> | undefined): string =>
  `${pendingJobs(pending)} tas ut av listen og blir ikke overført til Fiken. Du kan gjenopprette dem under statusen Slettede. Det som er i gang, fullføres, og det som venter på samlefaktura, blir stående.`

function pendingJobs(pending: AnswerOf<typeof readAllPending> | undefined): string {
  if (!pending) return 'Alle jobber som venter,'
  const { count, ore, withoutAmount } = pending
  const jobs = count === 1 ? '1 jobb' : `${formatCount(count)} jobber`
  const unknown = withoutAmount > 0 ? ` og ${withoutAmount} uten kjent beløp` : ''
  return ore > 0 ? `${jobs}, ${unbroken(formatKroner(ore))}${unknown},` : jobs
}
