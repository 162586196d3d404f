import { WAITS } from '#shared/causes/index'

/** Replaces spaces with no-break spaces, so that the words stay on one line. */
export const unbroken = (words: string) => words.replaceAll(' ', '\u00a0')

export const text = {
  title: 'Overføringer',
  subtitle: (order: string) => `Jobber fra ServiceM8 på vei til Fiken, ${order.toLowerCase()}`,
  loadError: 'Feil ved lasting av overføringer',
  refresh: 'Oppdater',
  deleteAll: 'Slett alle ventende',
  search: 'Søk etter jobb, kunde, PO-nummer eller fakturanummer',
  searchHint: 'Jobb, kunde, PO, fakturanr.',
  status: 'Status',
  payment: 'Betaling',
  invoiceNumber: 'Fakturanummer',
  sorts: {
    job_newest: 'Nyeste først',
    job_oldest: 'Eldste først',
    largest: 'Størst beløp først',
    smallest: 'Minst beløp først',
  },
  filters: 'Filtre',
  periods: {
    '': 'Alle dager',
    today: 'I dag',
    week: 'Siste 7 dager',
    month: 'Denne måneden',
    last_month: 'Forrige måned',
    year: 'I år',
    custom: 'Fra–til',
  },
  clearCause: (cause: string) => `Fjern filteret «${cause}»`,
  amount: 'Beløp',
  lines: 'Varelinjer',
  linesCount: (count: number) => (count === 1 ? '1 linje' : `${count} linjer`),
  allLeftOut: {
    title: 'Alle linjene er utelatt',
    why: 'Ta med linjene igjen, eller slett overføringen hvis jobben ikke skal faktureres.',
  },
  errorMessage: 'Feilmelding',
  draftGone: 'Utkastet finnes ikke lenger i Fiken',
  sendAgain: 'Send på nytt',
  setAside: 'Hopp over',
  transferNow: 'Overfør nå',
  remove: 'Slett',
  restore: 'Gjenopprett',
  nextAttempt: (clock: string) => `neste forsøk ${unbroken(clock)}`,
  timeline: 'Hendelser',
  pendingReasons: WAITS,
  collective: {
    waitsUntil: (when: string) => `${WAITS.collective} ${when.length > 20 ? when : unbroken(when)}`,
    joins: 'Ta med på samlefaktura',
    joinsShort: 'Ta med',
    /** The words that follow `joinsShort` in the full label; the line below repeats them. */
    joinsWhat: ' på samlefaktura',
    joinsWhy: 'Tar du den med, venter den på kundens neste samlefaktura.',
    leaves: 'Ta ut av samlefakturaen',
    leavesShort: 'Ta ut',
    shared: (jobs: number) =>
      jobs === 1 ? 'samlefaktura' : `samlefaktura, ${unbroken(`${jobs} jobber`)}`,
    ofAll: (jobs: number) =>
      `Det du gjør her, gjelder ${jobs === 2 ? 'begge' : `alle ${jobs}`} jobbene på samlefakturaen.`,
  },
  nWait: (count: number) => (count === 1 ? '1\u00a0venter' : `${count}\u00a0venter`),
  countdown: (clock: string, left: string) =>
    `Neste forsøk ${unbroken(clock)} (${unbroken(`om ${left}`)})`,
  chooseCustomer: 'Velg kunde',
  waiting: {
    jobs: (count: number) => (count === 1 ? '1 ferdig jobb' : `${count} ferdige jobber`),
    whyOn: (count: number) =>
      `${count === 1 ? 'Den ble ferdig' : 'De ble ferdige'} mens integrasjonen var av.`,
    whyOff: (count: number) =>
      `${count === 1 ? 'Den er ferdig' : 'De er ferdige'} mens integrasjonen er av.`,
    skipMeans: (count: number) =>
      `Hopper du over, blir ${count === 1 ? 'den' : 'de'} ikke fakturert av Fakturabro.`,
    transfer: 'Overfør nå',
    skip: 'Hopp over',
    confirmInvoices: (count: number) =>
      count === 1
        ? '1 faktura lages i Fiken og kan ikke angres'
        : `${count} fakturaer lages i Fiken og kan ikke angres`,
    confirmInvoicesWhy: 'Kontroller gjerne en av dem under Overføringer først.',
    transferred: (count: number) =>
      count > 0 ? 'Overføringene er startet' : 'Ingen overføringer å starte',
    skipped: (count: number) =>
      count > 0 ? 'Jobbene er hoppet over' : 'Ingen jobber er hoppet over',
    restored: 'Jobbene venter på deg igjen',
    failed: 'Valget ble ikke lagret',
  },
  toast: {
    started: ['Overføring startet', 'Jobben blir overført til Fiken'],
    startedLater: 'Jobben blir overført til Fiken når tilgangen er godkjent på nytt',
    startFailed: 'Overføring feilet',
    checked: 'Jobben sjekkes på nytt',
    retried: ['Overføring startet på nytt', 'Overføringen blir forsøkt på nytt'],
    lookedFor: ['Sjekkes i Fiken', 'Vi spør Fiken på nytt nå.'],
    putLinesBackFailed: 'Kunne ikke ta med linjene igjen',
    retryFailed: 'Kunne ikke starte overføring på nytt',
    deleted: 'Transfer slettet',
    deleteLater: 'Sjekkes i Fiken først',
    deleteFailed: 'Sletting feilet',
    sentAgain: 'Sjekkes i Fiken',
    sendAgainFailed: 'Kunne ikke sende på nytt',
    decided: 'Valget er lagret',
    decideFailed: 'Kunne ikke lagre valget',
    restored: 'Overføringen er gjenopprettet',
    restoreFailed: 'Kunne ikke gjenopprette overføringen',
    accepted: ['Utkastet er godtatt', 'Overføringen er fullført'],
    acceptFailed: 'Kunne ikke godta utkastet',
    deletedAll: 'Vellykket',
    deleteAllFailed: 'Feil',
  },
} as const
