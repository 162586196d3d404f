import { formatCount } from '#shared/counts'
import { words } from '../../ui/words.ts'
import { MISSING } from '../connections/missing.ts'

const customers = (count: number) => (count === 1 ? '1 kunde' : `${formatCount(count)} kunder`)

export const text = {
  title: 'Kunder',
  subtitle: 'Hvem som får fakturaene til hver kunde i ServiceM8',
  toImport: 'Koble kundene til Fiken',
  customersWord: 'kunder',
  number: formatCount,
  refresh: 'Oppdater',
  refreshFailed: 'Kunne ikke hente ferske data',
  loadError: 'Kunne ikke hente kundene',
  search: 'Søk i kunder etter navn, adresse, e-post, telefon eller org.nr.',
  searchHint: 'Navn, adresse, org.nr.',
  filters: 'Filtre',
  shows: {
    waiting: 'Venter på deg',
    collective: 'Samlefaktura',
    review: 'Se over adressen',
    unlinked: 'Ikke koblet',
    no_number: 'Uten org.nr.',
    no_email: 'Uten e-post',
  },
  whyNumber: 'Krav om EHF-faktura mellom bedrifter er foreslått. Da trengs org.nr.',
  clearAll: 'Nullstill',
  showAll: 'Vis alle',
  count: (first: number, shown: number, total: number) =>
    shown < total
      ? `${formatCount(first)}–${formatCount(first + shown - 1)} av ${customers(total)}`
      : customers(total),
  pages: 'Sider',
  customerHead: 'Kunde',
  billingHead: 'Faktura Adresse',
  fikenHead: 'I Fiken',
  acts: 'Handlinger',
  edit: (name: string) => `Rediger fakturaadressen til ${name}`,
  view: (name: string) => `Vis fakturaadressen til ${name}`,
  collective: (name: string) => `Samlefaktura for ${name}`,
  sameAsCustomer: 'Samme som kunde',
  noAddress: 'Ingen adresse',
  siteOf: (headOffice: string) => `Filial av ${headOffice}`,
  inFiken: 'I Fiken:',
  notLinked: 'Ikke koblet',
  waiting: (count: number) => `${count} venter på deg`,
  waitingOf: (count: number, name: string) => `${count} venter på deg: ${name}`,
  review: 'Se over adressen',
  saved: {
    waiting: { title: 'Ikke skrevet til ServiceM8 ennå', button: words.tryAgain },
    consent: {
      title: 'Kan ikke skrives til ServiceM8 ennå',
      button: 'Koble til ServiceM8 på nytt',
    },
    changed: { title: 'Også endret i ServiceM8', button: 'Se begge versjonene' },
  },
  empty: 'Ingen kunder funnet',
  emptyWhy: 'Kundene du legger inn i ServiceM8, dukker opp her.',
  notConnectedWhy: 'ServiceM8 er ikke koblet til. Kundene hentes derfra.',
  connect: MISSING.servicem8,
  firstRead: 'Kundene hentes fra ServiceM8',
  firstReadWhy: 'Første gang kan det ta et minutt. Listen fyller seg selv.',
  noMatch: 'Ingen kunder matchet søket',
  noMatchWhy: 'Prøv et annet ord, eller vis alle.',
  noneChosen: 'Ingen kunder i utvalget',
  noneChosenWhy: 'Velg noe annet, eller vis alle.',
  noCollective: 'Ingen kunder får samlefaktura ennå',
  noCollectiveWhy:
    'Med samlefaktura kommer flere jobber på ett utkast. Vis alle, og velg «Samlefaktura» ved kunden.',
  aboutCollective:
    'Med samlefaktura kommer flere jobber på ett utkast. Velg «Samlefaktura» ved kunden.',
  collectiveError: 'Kunne ikke hente hvem som får samlefaktura',
  toast: {
    written: 'Adressen er skrevet til ServiceM8',
    notWritten: 'Ikke skrevet til ServiceM8 ennå',
    writeFailed: 'Kunne ikke skrive til ServiceM8',
  },
} as const
