import { OPEN_DRAFT, OVERRULE, type Cause } from './cause.ts'

const VAT_PAGE = '/configuration#mva'
const OPEN_JOB = { label: 'Åpne jobben i ServiceM8', action: 'open_job' } as const
const ENTER_ADDRESS = { label: 'Skriv inn adressen', action: 'enter_address' } as const
const CHOOSE_CUSTOMER = { label: 'Velg kunde', action: 'choose_customer' } as const

export const DATA_CAUSES = {
  // Recipient
  recipient_missing: {
    kind: 'data',
    title: 'Fakturaen mangler mottaker',
    explanation:
      'Jobben har verken kunde eller fakturaadresse med navn. Legg inn kunden på jobben i ServiceM8.',
    remedy: OPEN_JOB,
  },
  recipient_ambiguous: {
    kind: 'data',
    title: 'Usikker på hvem som er kunden',
    explanation:
      'Det er ikke sikkert hvem i Fiken som er mottakeren. Velg riktig én gang, så huskes valget.',
    remedy: CHOOSE_CUSTOMER,
  },
  invalid_address: {
    kind: 'data',
    title: 'Fakturaadressen er ufullstendig',
    explanation:
      'Fant ikke gate, postnummer og sted i fakturaadressen. Rett den under Kunder, eller på jobben i ServiceM8.',
    remedy: { label: 'Rett adressen', href: '/customers' },
  },
  address_missing: {
    kind: 'data',
    title: 'Kunden står uten adresse',
    explanation:
      'En faktura skal ha kundens adresse eller organisasjonsnummer. Skriv inn adressen, eller overfør likevel.',
    remedy: ENTER_ADDRESS,
  },
  contact_inactive: {
    kind: 'check',
    title: 'Kunden på utkastet er inaktiv i Fiken',
    explanation:
      'Fakturaen er ikke laget. Aktiver kunden i Fiken, eller rett utkastet, og prøv igjen.',
    remedy: OPEN_DRAFT,
  },
  contact_refused: {
    kind: 'data',
    title: 'Fiken godtok ikke kunden',
    explanation: 'Se detaljene, rett kunden og prøv igjen.',
    remedy: { label: 'Gå til kunder', href: '/customers' },
  },
  // VAT and accounts
  vat_unmapped: {
    kind: 'data',
    title: 'MVA-satsen er ikke koblet til Fiken',
    explanation:
      'Jobben bruker en MVA-sats som ingen har valgt MVA-type og konto for. Velg den én gang i MVA-tabellen.',
    remedy: { label: 'Velg MVA-type', href: VAT_PAGE, asks: 'vat' },
  },
  vat_zero_unconfirmed: {
    kind: 'data',
    title: 'Salg uten MVA må bekreftes',
    explanation:
      'Jobben har linjer med 0 % MVA. Bekreft én gang i MVA-tabellen hvilken avgiftsfri type og konto de skal føres på.',
    remedy: { label: 'Bekreft 0 %', href: VAT_PAGE, asks: 'vat' },
  },
  vat_unclear: {
    kind: 'data',
    title: 'Linjer uten MVA-sats',
    explanation:
      'En linje mangler MVA-sats, og totalen i ServiceM8 avgjør ikke om den er med eller uten MVA. Velg sats på linjen i ServiceM8.',
    remedy: OPEN_JOB,
  },
  vat_not_allowed_on_account: {
    kind: 'data',
    title: 'MVA-typen passer ikke til kontoen',
    explanation:
      'Fiken tillater ikke denne MVA-typen på kontoen. Velg en annen konto i MVA-tabellen.',
    remedy: { label: 'Rett MVA-tabellen', href: VAT_PAGE, asks: 'vat' },
  },
  vat_in_unregistered_company: {
    kind: 'data',
    title: 'MVA i et selskap som ikke er MVA-registrert',
    explanation:
      'Selskapet er ikke MVA-registrert i Fiken, men jobben har linjer med MVA. Fjern MVA i ServiceM8, eller registrer selskapet i Fiken.',
    remedy: OPEN_JOB,
  },
  account_missing: {
    kind: 'data',
    title: 'Kontoen finnes ikke i Fiken',
    explanation: 'En salgskonto i MVA-tabellen finnes ikke i kontoplanen. Velg en annen konto.',
    remedy: { label: 'Rett MVA-tabellen', href: VAT_PAGE, asks: 'vat' },
  },
  // Job
  empty_job: {
    kind: 'data',
    title: 'Jobben har ingenting å fakturere',
    explanation:
      'Jobben har ingen linjer, eller summen er null. Legg inn linjer i ServiceM8, eller ta med igjen dem som er utelatt.',
    remedy: OPEN_JOB,
  },
  negative_total: {
    kind: 'data',
    title: 'Summen er negativ',
    explanation: 'Lag en kreditnota i Fiken, av fakturaen jobben gjelder.',
    remedy: { label: 'Se fakturaene', action: 'see_invoices' },
  },
  foreign_currency: {
    kind: 'data',
    title: 'Annen valuta enn norske kroner',
    explanation:
      'ServiceM8-kontoen bruker en annen valuta enn NOK. Slike jobber må faktureres for hånd.',
    remedy: OPEN_JOB,
  },
  line_unreadable: {
    kind: 'data',
    title: 'En linje kan ikke leses',
    explanation:
      'Antall eller pris på en linje er ikke et tall vi kan føre. Rett linjen i ServiceM8.',
    remedy: OPEN_JOB,
  },
  amount_mismatch: {
    kind: 'data',
    title: 'Beløpet stemmer ikke med ServiceM8',
    explanation:
      'Summen av linjene er en annen enn jobbens total i ServiceM8. Ingenting er sendt. Sjekk linjene og MVA-satsene på jobben.',
    remedy: OPEN_JOB,
  },
  // Deducted deposit
  deposit_unusable: {
    kind: 'data',
    title: 'Forskuddet kan ikke trekkes fra',
    explanation: 'Velg en annen faktura, eller ta bort fratrekket.',
    remedy: { label: 'Se forskuddet', action: 'see_deposit' },
  },
  // Job in ServiceM8
  job_gone: {
    kind: 'data',
    title: 'Jobben finnes ikke lenger i ServiceM8',
    explanation: 'Jobben er slettet i ServiceM8, eller tilkoblingen gjelder en annen konto.',
    remedy: { label: 'Se overføringen', href: '/transfers' },
  },
  job_reopened: {
    kind: 'data',
    title: 'Jobben er åpnet igjen',
    explanation: 'Jobben er ikke lenger fullført i ServiceM8. Fullfør den, og prøv igjen.',
    remedy: OPEN_JOB,
  },
  already_paid: {
    kind: 'data',
    title: 'Jobben er allerede betalt i ServiceM8',
    explanation:
      'Betalingene i ServiceM8 dekker hele beløpet, så det er ikke laget noe utkast. Blir en betaling fjernet, går jobben videre. Skal den faktureres likevel, bestemmer du det her.',
    remedy: OVERRULE,
  },
  not_approved: {
    kind: 'data',
    title: 'Jobben er ikke godkjent i ServiceM8',
    explanation:
      'Jobben er fullført, men ikke godkjent for fakturering, så det er ikke laget noe utkast. Den går videre når den blir godkjent i ServiceM8. Skal den faktureres likevel, bestemmer du det her.',
    remedy: OVERRULE,
  },
} as const satisfies Record<string, Cause>
