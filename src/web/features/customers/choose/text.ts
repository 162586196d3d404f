import { jobCount } from '#shared/needs/job-sum'
import { enumerate } from '#shared/norwegian'

export const text = {
  recipient: 'Fakturaen skal til',
  missing: 'Mangler',
  drafts: (jobs: readonly string[]) =>
    `Utkast som gikk dit, og ikke er fakturert: ${enumerate(jobs)}. Er kunden en annen, må de rettes i Fiken.`,
  candidates: 'Kontakter i Fiken',
  none: 'Ingen kontakter i Fiken å velge mellom.',
  terms: { organizationNumber: 'Org.nr.', email: 'E-post', phone: 'Telefon', address: 'Adresse' },
  same: 'samme',
  inactive: 'Inaktiv i Fiken',
  reactivates: 'Blir aktiv igjen i Fiken hvis du velger den.',
  makeNew: 'Lag ny kunde i Fiken',
  noneOfThem: 'Ingen av dem.',
  makeNewWhy: (name: string) => `«${name}» opprettes som ny kontakt.`,
  always: 'Bruk alltid for denne mottakeren',
  alwaysWhy: 'Neste jobb med samme mottaker går rett gjennom.',
  onceWhy: (job: string) =>
    `Gjelder bare ${job}. Neste jobb med samme mottaker sammenlignes på nytt.`,
  confirm: (count: number) => `Velg og prøv ${jobCount(count)}`,
  confirmNew: (count: number) => `Lag kunde og prøv ${jobCount(count)}`,
  chooseFirst: 'Velg en av kontaktene, eller lag en ny kunde.',
  loadError: 'Kunne ikke hente kontaktene',
  failed: 'Valget ble ikke lagret',
  done: 'Kunden er valgt',
  checking: 'Sjekkes i Fiken',
} as const
