import type { Task } from '#shared/contracts/tasks'

export const text = {
  progress: (done: number, total: number) => `${done} av ${total}`,
  waiting: 'Venter på tur',
  cancel: 'Avbryt',
  cancelled: (title: string) => `Avbrutt: ${title}`,
  show: 'Vis hvilke',
  close: 'Lukk',
  cancelFailed: 'Kunne ikke avbryte',
  outcome: 'Slik gikk det',
  leftAlone: 'Ikke endret:',
  failed: 'Disse feilet:',
  waits: 'Disse venter:',
  sentence: (words: string) => `${words}.`,
  /** What was done, and what came of it. */
  howItWent: ({ summary, outcome }: Pick<Task, 'summary' | 'outcome'>) =>
    outcome ? `${summary} ${outcome}.` : summary,
  notDone: 'Disse ble det ikke gjort noe med:',
  loading: 'Henter hva som skjedde',
  loadError: 'Kunne ikke hente hva som skjedde',
  tryAgain: 'Prøv igjen',
  outcomePaid: (count: number) =>
    count === 1 ? '1 er allerede betalt.' : `${count} er allerede betalt.`,
  outcomeUnapproved: (count: number) =>
    count === 1 ? '1 er ikke godkjent.' : `${count} er ikke godkjent.`,
  outcomeOneByOne: 'Skal de overføres likevel, startes de én for én.',
} as const
