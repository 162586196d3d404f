import { formatCount } from '#shared/counts'
import type { Decision } from '#shared/contracts/customers'

export const text = {
  open: 'Kundevalg',
  title: 'Hvem kundene er i Fiken',
  description:
    'Valgene huskes, så neste jobb for kunden går rett gjennom. Et valg for én jobb gjelder bare den. Glemmer du et valg, sammenlignes kunden på nytt neste gang. Overføringer som er ferdige, endres ikke.',
  loadError: 'Kunne ikke hente valgene',
  none: 'Ingen valg ennå',
  noneWhy: 'Når en kunde er funnet, opprettet eller valgt i Fiken, står det her.',
  search: 'Søk i valgene',
  noMatch: 'Ingen valg passer til søket',
  invoices: (recipient: string) => `Fakturaer til «${recipient}»`,
  inFiken: (contact: string) => `I Fiken: ${contact}`,
  count: (count: number) => (count === 1 ? '1 valg' : `${formatCount(count)} valg`),
  nobody: 'Ingen av kontaktene i Fiken som ligner',
  goneClient: 'Ukjent kunde',
  goneContact: 'en kontakt som ikke er i Fiken lenger',
  foundBy: {
    person: 'Valgt av deg',
    created: 'Opprettet i Fiken',
    member_number: 'Samme medlemsnummer',
    organization_number: 'Samme organisasjonsnummer',
    email_and_name: 'Samme e-post og navn',
    fuzzy: 'Navn og adresse ligner',
    rejected: 'Valgt av deg',
  } satisfies Record<Decision['foundBy'], string>,
  forget: 'Glem',
  onlyFor: (job: string) => `Bare ${job}`,
  forgetOf: (name: string, job?: string) =>
    `Glem valget for ${name}${job === undefined ? '' : ` på ${job}`}`,
  forgotten: 'Valget er glemt',
  failed: 'Valget ble ikke glemt',
  more: (count: number) => `${formatCount(count)} til: søk for å finne dem`,
} as const
