import { enumerate } from '#shared/norwegian'

const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

export const text = {
  title: (job: string) => `Hvem er kunden på ${job}?`,
  titleOf: (customer: string) => `Hvem skal faktureres for ${customer}?`,
  description:
    'Velg kontakten i Fiken som skal ha fakturaen. Du kan glemme valget igjen med «Kundevalg» på kundesiden.',
  recipient: 'Fakturaen skal til',
  noAddress: 'Ingen adresse',
  drafts: (jobs: readonly string[]) =>
    `Utkast som gikk dit, og ikke er fakturert: ${enumerate(jobs)}. Er kunden en annen, må de rettes i Fiken.`,
  candidates: 'Kontakter i Fiken',
  none: 'Ingen kontakter i Fiken å velge mellom.',
  organizationNumber: 'Org.nr.',
  email: 'E-post',
  address: 'Adresse',
  same: 'Samme',
  other: 'Et annet',
  inactive: 'Inaktiv i Fiken',
  reactivates: 'Blir aktiv igjen i Fiken hvis du velger den.',
  makeNew: 'Lag ny kunde i Fiken',
  noneOfThem: 'Ingen av dem.',
  makeNewWhy: (name: string) => `«${name}» opprettes som ny kontakt.`,
  always: 'Bruk alltid for denne mottakeren',
  alwaysWhy: 'Neste jobb med samme mottaker går rett gjennom.',
  onceWhy: (job: string) =>
    `Gjelder bare ${job}. Neste jobb med samme mottaker sammenlignes på nytt.`,
  confirm: (count: number) => `Velg og prøv ${jobs(count)}`,
  confirmNew: (count: number) => `Lag kunde og prøv ${jobs(count)}`,
  chooseFirst: 'Velg en av kontaktene, eller lag en ny kunde.',
  loadError: 'Kunne ikke hente kontaktene',
  failed: 'Valget ble ikke lagret',
  done: 'Kunden er valgt',
  checking: 'Sjekkes i Fiken',
} as const
