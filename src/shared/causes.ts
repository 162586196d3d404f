/**
 * Why a transfer cannot go on, as a closed list: every failure that a person may meet has a title, an explanation in plain
 * Norwegian and the act that mends it. The server stores the code; both sides read the words here. Vendors' own texts are only
 * shown folded under "details", never translated by matching on their wording.
 */
export type CauseCode = keyof typeof CAUSES

/** What a button may do besides going somewhere. Each is an act on the transfer, or a link that needs the transfer's ids. */
export type MendAction =
  'retry' | 'open_draft' | 'accept' | 'open_job' | 'open_fiken' | 'choose_customer' | 'send_anew' | 'create_product'

export type Mend = { label: string; href: string } | { label: string; action: MendAction }

/**
 * Who or what is waited for: `data` (someone changes the job, the mapping or the customer, then tries again) · `setup` (settings
 * or the vendor's own settings) · `grant` (a connection must be renewed; waiting transfers resume by themselves) · `passing`
 * (tried again by itself) · `check` (a person looks at what is in Fiken before anything more is sent).
 */
export type CauseKind = 'data' | 'setup' | 'grant' | 'passing' | 'check'

export interface Cause {
  kind: CauseKind
  title: string
  explanation: string
  mend: Mend
}

/** One thing wrong with a job. `message` says what and why of this very case. */
export interface Problem {
  code: CauseCode
  message: string
  /** Index into the job's lines in their stored order, when one line is to blame. */
  lineIndex?: number
  mend: Mend
  /** What it is about, when several of the same kind can be told in one sentence (see shared/problems.ts). */
  about?: Subject
}

export interface Subject {
  /** Rates, accounts or lines, as they are to be read in the sentence. */
  names: readonly string[]
  /** The sentence for several, with `{}` where their names go. */
  several: string
}

const VAT_PAGE = '/configuration#mva'
const FIKEN_PAGE = '/configuration#fiken'
const SERVICEM8_PAGE = '/configuration#servicem8'
const RETRY = { label: 'Prøv igjen', action: 'retry' } as const
const OPEN_JOB = { label: 'Åpne jobben i ServiceM8', action: 'open_job' } as const
const OPEN_FIKEN = { label: 'Åpne Fiken', action: 'open_fiken' } as const
const OPEN_DRAFT = { label: 'Åpne utkast', action: 'open_draft' } as const
const CHOOSE_CUSTOMER = { label: 'Velg kunde', action: 'choose_customer' } as const
const TRY_NOW = { label: 'Prøv nå', action: 'retry' } as const
/** The server answers 409 first, and the browser asks. */
const OVERRULE = { label: 'Overfør likevel', action: 'retry' } as const

export const CAUSES = {
  // Connections
  servicem8_grant_dead: {
    kind: 'grant',
    title: 'Tilgangen til ServiceM8 er utløpt',
    explanation:
      'ServiceM8 godtar ikke lenger tilgangen vår. Jobbene venter, og fortsetter av seg selv når du har koblet til på nytt.',
    mend: { label: 'Koble til ServiceM8 på nytt', href: SERVICEM8_PAGE },
  },
  servicem8_scope_missing: {
    kind: 'grant',
    title: 'Mangler en tillatelse i ServiceM8',
    explanation: 'Tilkoblingen ble godkjent uten en tillatelse som trengs. Koble til på nytt og godta alle tillatelsene.',
    mend: { label: 'Koble til ServiceM8 på nytt', href: SERVICEM8_PAGE },
  },
  servicem8_account_closed: {
    kind: 'setup',
    title: 'ServiceM8-kontoen er stengt',
    explanation:
      'ServiceM8 svarer at abonnementet ikke er betalt eller at prøveperioden er over. Ordne det i ServiceM8 og prøv igjen.',
    mend: RETRY,
  },
  fiken_grant_dead: {
    kind: 'grant',
    title: 'Tilgangen til Fiken er utløpt',
    explanation:
      'Fiken godtar ikke lenger tilgangen vår. Jobbene venter, og fortsetter av seg selv når du har koblet til på nytt og bekreftet selskapet.',
    mend: { label: 'Koble til Fiken på nytt', href: FIKEN_PAGE },
  },
  fiken_api_module_off: {
    kind: 'setup',
    title: 'API-modulen er ikke slått på i Fiken',
    explanation:
      'Fiken slipper bare til integrasjoner i selskaper som har API-modulen. Slå den på i Fiken for selskapet, og prøv igjen.',
    mend: OPEN_FIKEN,
  },
  fiken_no_permission: {
    kind: 'setup',
    title: 'Ingen tilgang i Fiken',
    explanation:
      'Brukeren som koblet til Fiken, har ikke lov til dette i selskapet, eller har bare lesetilgang. Gi tilgang i Fiken, eller koble til med en annen bruker.',
    mend: { label: 'Gå til Fiken-tilkoblingen', href: FIKEN_PAGE },
  },
  // Setting up
  no_company: {
    kind: 'setup',
    title: 'Velg selskap i Fiken',
    explanation: 'Det er ikke valgt hvilket selskap fakturaene skal til.',
    mend: { label: 'Velg selskap', href: FIKEN_PAGE },
  },
  no_bank_account: {
    kind: 'setup',
    title: 'Mangler bankkonto',
    explanation:
      'En faktura må ha en bankkonto å betale til. Velg en aktiv bankkonto i innstillingene, eller legg en til i Fiken.',
    mend: { label: 'Velg bankkonto', href: '/configuration#bankkonto' },
  },
  bank_account_not_verified: {
    kind: 'setup',
    title: 'Bankkontoen er ikke bekreftet i Fiken',
    explanation:
      'Fiken utsteder ikke fakturaer med en bankkonto som ikke er bekreftet som selskapets. Lag én faktura fra kontoen i Fiken først. Utkastet ligger klart i Fiken.',
    mend: OPEN_DRAFT,
  },
  missing_number_series: {
    kind: 'setup',
    title: 'Fakturanummerserien er ikke startet i Fiken',
    explanation:
      'Selskapet har ikke laget noen faktura i Fiken ennå, og startnummeret er ditt valg. Lag den første fakturaen i Fiken, og prøv igjen.',
    mend: OPEN_FIKEN,
  },
  closed_year: {
    kind: 'setup',
    title: 'Regnskapsåret er ikke åpent i Fiken',
    explanation: 'Fakturadatoen ligger i et år som er avsluttet eller ikke opprettet i Fiken. Åpne året i Fiken, og prøv igjen.',
    mend: OPEN_FIKEN,
  },
  // Recipient
  recipient_missing: {
    kind: 'data',
    title: 'Fakturaen mangler mottaker',
    explanation: 'Jobben har verken kunde eller fakturaadresse med navn. Legg inn kunden på jobben i ServiceM8.',
    mend: OPEN_JOB,
  },
  recipient_ambiguous: {
    kind: 'data',
    title: 'Usikker på hvem som er kunden',
    explanation: 'Flere kontakter i Fiken, eller en som bare ligner, kan være mottakeren. Velg riktig én gang, så huskes valget.',
    mend: CHOOSE_CUSTOMER,
  },
  invalid_address: {
    kind: 'data',
    title: 'Fakturaadressen er ufullstendig',
    explanation: 'Fant ikke gate, postnummer og sted i fakturaadressen. Rett den under Kunder, eller på jobben i ServiceM8.',
    mend: { label: 'Rett adressen', href: '/customers' },
  },
  contact_refused: {
    kind: 'data',
    title: 'Fiken godtok ikke kunden',
    explanation: 'Fiken avviste opplysningene om kunden. Se detaljene, rett kunden og prøv igjen.',
    mend: { label: 'Gå til kunder', href: '/customers' },
  },
  // VAT and accounts
  vat_unmapped: {
    kind: 'data',
    title: 'MVA-satsen er ikke koblet til Fiken',
    explanation: 'Jobben bruker en MVA-sats som ingen har valgt MVA-type og konto for. Velg den én gang i MVA-tabellen.',
    mend: { label: 'Velg MVA-type', href: VAT_PAGE },
  },
  vat_zero_unconfirmed: {
    kind: 'data',
    title: 'Salg uten MVA må bekreftes',
    explanation:
      'Jobben har linjer med 0 % MVA. Bekreft én gang i MVA-tabellen hvilken avgiftsfri type og konto de skal føres på.',
    mend: { label: 'Bekreft 0 %', href: VAT_PAGE },
  },
  vat_unclear: {
    kind: 'data',
    title: 'Linjer uten MVA-sats',
    explanation:
      'En linje mangler MVA-sats, og totalen i ServiceM8 avgjør ikke om den er med eller uten MVA. Velg sats på linjen i ServiceM8.',
    mend: OPEN_JOB,
  },
  vat_not_allowed_on_account: {
    kind: 'data',
    title: 'MVA-typen passer ikke til kontoen',
    explanation: 'Fiken tillater ikke denne MVA-typen på kontoen. Velg en annen konto i MVA-tabellen.',
    mend: { label: 'Rett MVA-tabellen', href: VAT_PAGE },
  },
  vat_in_unregistered_company: {
    kind: 'data',
    title: 'MVA i et selskap som ikke er MVA-registrert',
    explanation:
      'Selskapet er ikke MVA-registrert i Fiken, men jobben har linjer med MVA. Fjern MVA i ServiceM8, eller registrer selskapet i Fiken.',
    mend: OPEN_JOB,
  },
  account_missing: {
    kind: 'data',
    title: 'Kontoen finnes ikke i Fiken',
    explanation: 'En salgskonto i MVA-tabellen finnes ikke i kontoplanen. Velg en annen konto.',
    mend: { label: 'Rett MVA-tabellen', href: VAT_PAGE },
  },
  // The job itself
  empty_job: {
    kind: 'data',
    title: 'Jobben har ingenting å fakturere',
    explanation:
      'Jobben har ingen linjer, eller summen er null. Legg inn linjer i ServiceM8, eller ta med igjen dem som er utelatt.',
    mend: OPEN_JOB,
  },
  negative_total: {
    kind: 'data',
    title: 'Summen er negativ',
    explanation: 'Lag en kreditnota i Fiken, fra fakturaen den gjelder.',
    mend: OPEN_FIKEN,
  },
  foreign_currency: {
    kind: 'data',
    title: 'Annen valuta enn norske kroner',
    explanation: 'ServiceM8-kontoen bruker en annen valuta enn NOK. Slike jobber må faktureres for hånd.',
    mend: OPEN_JOB,
  },
  line_unreadable: {
    kind: 'data',
    title: 'En linje kan ikke leses',
    explanation: 'Antall eller pris på en linje er ikke et tall vi kan føre. Rett linjen i ServiceM8.',
    mend: OPEN_JOB,
  },
  amount_mismatch: {
    kind: 'data',
    title: 'Beløpet stemmer ikke med ServiceM8',
    explanation:
      'Summen av linjene er en annen enn jobbens total i ServiceM8. Ingenting er sendt. Sjekk linjene og MVA-satsene på jobben.',
    mend: OPEN_JOB,
  },
  // What Fiken made of it
  draft_differs: {
    kind: 'check',
    title: 'Utkastet i Fiken er annerledes',
    explanation:
      'Det som ligger i Fiken, er ikke slik jobben er. Se på utkastet, og godta det eller rett det i Fiken. Det blir ikke fakturert av seg selv.',
    mend: OPEN_DRAFT,
  },
  draft_deleted: {
    kind: 'check',
    title: 'Utkastet er ikke lenger i Fiken',
    explanation:
      'Utkastet vi laget, er borte fra Fiken, og vi finner ingen faktura av det. Har du slettet det, kan jobben sendes på nytt.',
    mend: { label: 'Send på nytt', action: 'send_anew' },
  },
  checking: {
    kind: 'check',
    title: 'Sjekkes i Fiken',
    explanation:
      'Vi ser etter utkastet, og etter en faktura av det, flere ganger i Fiken. Ingenting sendes før det er sikkert at det ikke blir to.',
    mend: { label: 'Sjekk nå', action: 'retry' },
  },
  product_missing: {
    kind: 'check',
    title: 'Usikkert om produktet ble opprettet i Fiken',
    explanation:
      'Fiken svarte ikke da et produkt ble opprettet, og vi har ikke funnet det der på ti minutter. Opprett likevel, eller send linjen uten produkt: da går den som fritekst.',
    mend: { label: 'Opprett likevel', action: 'create_product' },
  },
  already_invoiced: {
    kind: 'check',
    title: 'Jobben er allerede fakturert',
    explanation: 'Utkastet er gjort om til faktura i Fiken. Endringer gjøres med kreditnota i Fiken.',
    mend: OPEN_FIKEN,
  },
  outcome_unknown: {
    kind: 'check',
    title: 'Sjekker om utkastet kom fram',
    explanation: 'Fiken svarte ikke i tide. Vi slår opp om utkastet finnes før noe sendes på nytt, så det blir aldri to.',
    mend: { label: 'Sjekk nå', action: 'retry' },
  },
  draft_refused: {
    kind: 'data',
    title: 'Fiken godtok ikke utkastet',
    explanation:
      'Fiken avviste utkastet. Svaret fra Fiken står under Hendelser. Sjekk kontoene i MVA-tabellen, og ved årsskiftet at regnskapsåret er åpent i Fiken, og prøv igjen.',
    mend: RETRY,
  },
  invoice_refused: {
    kind: 'check',
    title: 'Fiken ville ikke lage faktura av utkastet',
    explanation: 'Utkastet ligger i Fiken, men ble ikke fakturert. Se detaljene, og fakturer det i Fiken eller prøv igjen.',
    mend: OPEN_DRAFT,
  },
  // Passing trouble
  rate_limited: {
    kind: 'passing',
    title: 'For mange forespørsler akkurat nå',
    explanation: 'Vi har brukt opp det tillatte antallet forespørsler for en stund. Overføringen prøves igjen av seg selv.',
    mend: TRY_NOW,
  },
  fiken_down: {
    kind: 'passing',
    title: 'Fiken svarer ikke',
    explanation: 'Fiken er nede eller svært treg. Overføringen prøves igjen av seg selv.',
    mend: TRY_NOW,
  },
  servicem8_down: {
    kind: 'passing',
    title: 'ServiceM8 svarer ikke',
    explanation: 'ServiceM8 er nede eller svært treg. Overføringen prøves igjen av seg selv.',
    mend: TRY_NOW,
  },
  gave_up: {
    kind: 'data',
    title: 'Ga opp etter mange forsøk',
    explanation:
      'Tjenesten har ikke svart som den skal på lenge, så vi har sluttet å prøve av oss selv. Ingenting er sendt dobbelt. Prøv igjen når den er oppe.',
    mend: RETRY,
  },
  bad_answer: {
    kind: 'check',
    title: 'Uforståelig svar',
    explanation: 'Tjenesten svarte noe vi ikke forstår, så vi stoppet for ikke å gjøre feil. Se detaljene, og prøv igjen.',
    mend: RETRY,
  },
  // The job on ServiceM8's side
  job_gone: {
    kind: 'data',
    title: 'Jobben finnes ikke lenger i ServiceM8',
    explanation: 'Jobben er slettet i ServiceM8, eller tilkoblingen gjelder en annen konto.',
    mend: { label: 'Se overføringen', href: '/transfers' },
  },
  job_reopened: {
    kind: 'data',
    title: 'Jobben er åpnet igjen',
    explanation: 'Jobben er ikke lenger fullført i ServiceM8. Fullfør den, og prøv igjen.',
    mend: OPEN_JOB,
  },
  already_paid: {
    kind: 'data',
    title: 'Jobben er allerede betalt i ServiceM8',
    explanation:
      'Betalingene i ServiceM8 dekker hele beløpet, så det er ikke laget noe utkast. Blir en betaling fjernet, går jobben videre. Skal den faktureres likevel, bestemmer du det her.',
    mend: OVERRULE,
  },
  not_approved: {
    kind: 'data',
    title: 'Jobben er ikke godkjent i ServiceM8',
    explanation:
      'Jobben er fullført, men ikke godkjent for fakturering, så det er ikke laget noe utkast. Den går videre når den blir godkjent i ServiceM8. Skal den faktureres likevel, bestemmer du det her.',
    mend: OVERRULE,
  },
  unknown: {
    kind: 'check',
    title: 'Noe uventet gikk galt',
    explanation: 'Feilen er hos oss og er logget. Prøv igjen; det blir aldri to utkast av samme jobb.',
    mend: RETRY,
  },
} as const satisfies Record<string, Cause>

export const CAUSE_CODES = Object.keys(CAUSES) as CauseCode[]

/** The cause of a stored code; a code from another version reads as `unknown`. */
export function causeOf(code: string | null | undefined): Cause {
  return Object.hasOwn(CAUSES, code ?? '') ? CAUSES[code as CauseCode] : CAUSES.unknown
}

/** A problem with its own words, or the cause's when none are given, and the cause's way to mend it. */
export function problem(code: CauseCode, message: string = causeOf(code).explanation, lineIndex?: number): Problem {
  const { mend } = causeOf(code)
  return lineIndex === undefined ? { code, message, mend } : { code, message, lineIndex, mend }
}
