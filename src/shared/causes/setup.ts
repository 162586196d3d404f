import { OPEN_DRAFT, OPEN_FIKEN, RETRY, type Cause } from './cause.ts'

const FIKEN_PAGE = '/configuration#fiken'
const SERVICEM8_PAGE = '/configuration#servicem8'

export const SETUP_CAUSES = {
  // Connections
  servicem8_grant_dead: {
    kind: 'grant',
    title: 'Tilgangen til ServiceM8 er utløpt',
    explanation:
      'ServiceM8 godtar ikke lenger tilgangen vår. Jobbene venter, og fortsetter av seg selv når ServiceM8 er koblet til på nytt.',
    remedy: { label: 'Koble til ServiceM8 på nytt', href: SERVICEM8_PAGE, asks: 'servicem8' },
  },
  servicem8_scope_missing: {
    kind: 'grant',
    title: 'Mangler en tillatelse i ServiceM8',
    explanation:
      'Tilkoblingen ble godkjent uten en tillatelse som trengs. Den må godkjennes på nytt, med alle tillatelsene.',
    remedy: { label: 'Koble til ServiceM8 på nytt', href: SERVICEM8_PAGE, asks: 'servicem8' },
  },
  servicem8_account_closed: {
    kind: 'setup',
    title: 'ServiceM8-kontoen er stengt',
    explanation:
      'ServiceM8 svarer at abonnementet ikke er betalt eller at prøveperioden er over. Ordne det i ServiceM8 og prøv igjen.',
    remedy: RETRY,
  },
  fiken_grant_dead: {
    kind: 'grant',
    title: 'Tilgangen til Fiken er utløpt',
    explanation:
      'Fiken godtar ikke lenger tilgangen vår. Jobbene venter, og fortsetter av seg selv når Fiken er koblet til på nytt og selskapet bekreftet.',
    remedy: { label: 'Koble til Fiken på nytt', href: FIKEN_PAGE, asks: 'fiken' },
  },
  fiken_api_module_off: {
    kind: 'setup',
    title: 'API-modulen er ikke slått på i Fiken',
    explanation:
      'Fiken slipper bare til integrasjoner i selskaper som har API-modulen. Slå den på i Fiken for selskapet, og prøv igjen.',
    remedy: OPEN_FIKEN,
  },
  fiken_no_permission: {
    kind: 'setup',
    title: 'Ingen tilgang i Fiken',
    explanation:
      'Brukeren som koblet til Fiken, har ikke lov til dette i selskapet, eller har bare lesetilgang. Brukeren må få tilgang i Fiken, eller en annen bruker koble til.',
    remedy: { label: 'Gå til Fiken-tilkoblingen', href: FIKEN_PAGE },
  },
  // Setup
  no_company: {
    kind: 'setup',
    title: 'Selskap i Fiken er ikke valgt',
    explanation: 'Det er ikke valgt hvilket selskap fakturaene skal til.',
    remedy: { label: 'Velg selskap', href: FIKEN_PAGE, asks: 'fiken' },
  },
  no_bank_account: {
    kind: 'setup',
    title: 'Mangler bankkonto',
    explanation:
      'En faktura må ha en bankkonto å betale til. Velg en aktiv bankkonto i innstillingene, eller legg en til i Fiken.',
    remedy: { label: 'Velg bankkonto', href: '/configuration#bankkonto' },
  },
  bank_account_not_verified: {
    kind: 'setup',
    title: 'Bankkontoen er ikke bekreftet i Fiken',
    explanation:
      'Fiken utsteder ikke fakturaer med en bankkonto som ikke er bekreftet som selskapets. Lag én faktura fra kontoen i Fiken først. Utkastet ligger klart i Fiken.',
    remedy: OPEN_DRAFT,
  },
  missing_number_series: {
    kind: 'setup',
    title: 'Fakturanummerserien er ikke startet i Fiken',
    explanation:
      'Selskapet har ikke laget noen faktura i Fiken ennå, og startnummeret er ditt valg. Lag den første fakturaen i Fiken, og prøv igjen.',
    remedy: OPEN_FIKEN,
  },
  closed_year: {
    kind: 'setup',
    title: 'Regnskapsåret er ikke åpent i Fiken',
    explanation:
      'Fakturadatoen ligger i et år som er avsluttet eller ikke opprettet i Fiken. Åpne året i Fiken, og prøv igjen.',
    remedy: OPEN_FIKEN,
  },
} as const satisfies Record<string, Cause>
