import { jobCount } from '#shared/needs/job-sum'

const customers = (count: number) => (count === 1 ? '1 kunde' : `${count} kunder`)

export const text = {
  title: 'Hvem er kunden?',
  place: (at: number, of: number) => `${at} av ${of}`,
  asks: (place: string, customer: string, jobs: number) =>
    `${place}: ${customer}, ${jobCount(jobs)}`,
  choose: 'Velg',
  makeNew: 'Lag kunde',
  later: 'Ta senere',
  takeBack: 'Ta tilbake',
  /** The answer in a few words; `name` is null for a new contact. */
  answer: (customer: string, name: string | null) =>
    name === customer ? `${customer}.` : `${customer}: ${name ?? 'ny kunde'}.`,
  held: 'Ikke sendt ennå.',
  sending: 'Sendes …',
  sent: 'Sendt.',
  checking: (customer: string) => `${customer}: sjekkes i Fiken.`,
  failed: (customer: string) => `Svaret om ${customer} ble ikke lagret`,
  sessionEnded: 'Du ble logget ut før det var sendt.',
  comesBack: 'Kunden kommer tilbake i køen.',
  elsewhere: (customer: string) => `${customer} er alt besvart et annet sted`,
  isInvoiced: (number: string) =>
    `Jobben er fakturert${number && ` (faktura ${number})`}, og kan ikke angres. Lag en kreditnota i Fiken.`,
  isRunning: 'Jobben er ikke ferdig i Fiken ennå. Se den under Overføringer.',
  noDraft: 'Jobben har ikke noe utkast i Fiken, så det er ingenting å angre.',
  inTransfers: 'under Overføringer',
  choiceStays: 'Valget av kunde huskes. Var det feil, glemmer du det under Kundevalg på Kunder.',
  otherJobs: 'Kundens andre jobber angres hver for seg under Overføringer.',
  notLooked: 'Kunne ikke se etter utkastet',
  none: 'Ingen kunder venter på deg',
  done: 'Ferdig for nå',
  sums: (answered: number, later: number) =>
    [answered > 0 && `${customers(answered)} besvart`, later > 0 && `${customers(later)} utsatt`]
      .filter(Boolean)
      .join(', '),
  loadError: 'Kunne ikke hente køen',
} as const
