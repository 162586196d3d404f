import { formatCount } from '#shared/counts'
import { WAITS } from '#shared/causes/index'
import type { JobFetchType } from '#shared/contracts/configuration'

/** Stays on one line. */
const unbroken = (words: string) => words.replaceAll(' ', '\u00a0')

export const text = {
  title: 'Overføringer',
  subtitle: (order: string) => `Jobber fra ServiceM8 på vei til Fiken, ${order.toLowerCase()}`,
  empty: 'Ingen overføringer ennå',
  emptyWhy: (mode: JobFetchType | undefined, off: boolean) =>
    `Overføringer dukker opp her når ${off ? 'automatisk overføring er på og ' : ''}en jobb er ${mode === 'completed' ? 'fullført' : mode ? 'fullført og godkjent' : 'klar'} i ServiceM8.`,
  emptyFetch: 'Du kan også hente tidligere jobber.',
  fetchRecent: 'Hent tidligere jobber',
  noMatch: 'Ingen overføringer passer til søket',
  noMatchWhy: 'Prøv et annet ord, eller vis alle.',
  noneChosen: 'Ingen overføringer i utvalget',
  noneChosenWhy: 'Velg noe annet, eller vis alle.',
  noneThenWhy: 'Velg andre dager, eller vis alle.',
  datesSwapped: 'Datoene står feil vei',
  datesSwappedWhy: 'Den første dagen er senere enn den siste. Bytt dem om.',
  noPayment: (payment: string) => `Ingen overføringer er ${payment.toLowerCase()}`,
  noPaymentHere: (payment: string) => `Ingen overføringer i utvalget er ${payment.toLowerCase()}`,
  noPaymentWhy: 'Betalingen sjekkes i Fiken hver time.',
  showAll: 'Vis alle',
  loading: 'Laster...',
  loadError: 'Feil ved lasting av overføringer',
  tryAgain: 'Prøv igjen',
  refresh: 'Oppdater',
  fetchJobs: 'Hent jobber manuelt',
  fetchJobsShort: 'Hent jobber',
  deleteAll: 'Slett alle ventende',
  moreActs: 'Flere valg',
  search: 'Søk etter jobb, kunde, PO-nummer eller fakturanummer',
  searchHint: 'Jobb, kunde, PO, fakturanr.',
  status: 'Status',
  statusAll: 'Alle statuser',
  statusWaiting: 'Venter',
  statusProcessing: 'Behandles',
  statusCompleted: 'Fullført',
  statusFailed: 'Feil',
  statusDeleted: 'Slettede',
  noDeleted: 'Ingen slettede overføringer',
  noDeletedWhy: 'Det du sletter eller hopper over, blir liggende her og kan gjenopprettes.',
  sorts: {
    job_newest: 'Nyeste først',
    job_oldest: 'Eldste først',
    largest: 'Størst beløp først',
    smallest: 'Minst beløp først',
  },
  byArrival: 'sist kommet inn først',
  sort: 'Sortering',
  filters: 'Filtre',
  period: 'Periode',
  periods: {
    '': 'Alle dager',
    today: 'I dag',
    week: 'Siste 7 dager',
    month: 'Denne måneden',
    last_month: 'Forrige måned',
    year: 'I år',
    custom: 'Fra–til',
  },
  from: 'Fra og med',
  to: 'Til og med',
  clearCause: (cause: string) => `Fjern filteret «${cause}»`,
  clearAll: 'Nullstill',
  pages: 'Sider',
  page: (number: number) => `Side ${number}`,
  previous: 'Forrige side',
  next: 'Neste side',
  noPage: 'Det er ikke flere overføringer',
  noPageWhy: 'Listen er blitt kortere siden denne siden ble åpnet.',
  firstPage: 'Gå til første side',
  /** `more`: there are more than `total`, and they are not counted. */
  count: (first: number, shown: number, total: number, more = false) =>
    more
      ? `${first}–${first + shown - 1} av mer enn ${formatCount(total)} overføringer`
      : shown > 0 && shown < total
        ? `${first}–${first + shown - 1} av ${total} overføringer`
        : total === 1
          ? '1 overføring'
          : `${total} overføringer`,
  customer: 'Kunde:',
  contact: 'Kontakt',
  email: 'E-post',
  phone: 'Telefon',
  address: 'Adresse',
  jobAddress: 'Jobbens adresse',
  description: 'Beskrivelse:',
  amount: 'Beløp',
  netAmount: 'Uten MVA',
  lines: 'Varelinjer',
  lineList: 'Varelinjer:',
  linesCount: (count: number) => (count === 1 ? '1 linje' : `${count} linjer`),
  perUnit: (count: string, price: string, withVat: boolean) =>
    `${count} × ${price}${withVat ? ' inkl. mva' : ''}`,
  pieces: (quantity: string) => `${quantity} stk`,
  allLeftOut: {
    title: 'Alle linjene er utelatt',
    why: 'Ta med linjene igjen, eller slett overføringen hvis jobben ikke skal faktureres.',
  },
  putLinesBack: 'Ta med linjene og prøv igjen',
  poNumber: 'PO-nummer',
  created: 'Opprettet',
  errorMessage: 'Feilmelding',
  draftId: 'Fiken faktura-utkast ID',
  retries: 'Forsøk på nytt',
  times: (count: number) => `${count} gang(er)`,
  transferNow: 'Overfør nå',
  retry: 'Prøv igjen',
  tryNow: 'Prøv nå',
  processNow: 'Behandle nå',
  remove: 'Slett',
  accept: 'Godta utkastet',
  withoutProduct: 'Send uten produkt',
  withoutAddress: 'Overfør likevel',
  restore: 'Gjenopprett',
  deleted: 'Slettet',
  openDraft: 'Åpne utkast',
  openDraftInFiken: 'Åpne utkastet i Fiken',
  details: (job: string) => `Vis detaljer for ${job}`,
  nextAttempt: (clock: string) => `neste forsøk ${unbroken(clock)}`,
  attempt: (number: number) => `forsøk ${number}`,
  invoiced: (number: string) => `faktura ${number}`,
  draft: 'utkast',
  /** One chip for both: what is still a draft has no payment to speak of. */
  asDraft: ': utkast i Fiken',
  completedBut: 'Fullført: ',
  customerHead: 'Kunde',
  job: 'Jobb',
  previousJob: 'Forrige jobb',
  nextJob: 'Neste jobb',
  jobAndDay: 'Jobb, dato',
  acts: 'Handlinger',
  choose: 'Velg',
  actsOf: (job: string) => `Flere valg for ${job}`,
  progress: (stage: string) => `Framdrift: ${stage}`,
  notBegun: 'Venter på behandling',
  timeline: 'Hendelser',
  timelineEmpty: 'Ingen hendelser er lagret ennå',
  timelineError: 'Kunne ikke hente hendelsene',
  technical: 'Tekniske detaljer',
  calls: (count: number, systems: string) => `${count} kall til ${systems}`,
  answered: (system: string, status: number) => `${system} svarte ${status}`,
  noAnswer: (system: string) => `${system} svarte ikke`,
  confirmDelete: (job: string) => `Slette ${job}?`,
  confirmDeleteText:
    'Jobben blir ikke overført til Fiken, og kommer ikke tilbake ved neste synkronisering. Et utkast som allerede finnes i Fiken, blir liggende.',
  confirmDeleteAll: 'Slette alle ventende overføringer?',
  confirmDeleteAllText:
    'Alle jobber som venter, tas ut av listen og blir ikke overført til Fiken. De som er i gang, fullføres, og de som venter på samlefaktura, blir stående.',
  pendingReasons: WAITS,
  refused: 'Betalt eller ikke godkjent',
  collective: {
    waitsUntil: (when: string) => `${WAITS.collective} ${when.length > 20 ? when : unbroken(when)}`,
    joins: 'Ta med på samlefaktura',
    joinsShort: 'Ta med',
    /** What the short words leave to the line below. */
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
  waits: 'Dette venter',
  waitsFolded: (reasons: number, jobs: number) => `${jobs} jobber venter, av ${reasons} grunner`,
  undoing: 'Angres: utkastet slettes i Fiken',
  countdown: (clock: string, left: string) =>
    `Neste forsøk ${unbroken(clock)} (${unbroken(`om ${left}`)})`,
  nextNow: 'Prøves om et øyeblikk',
  openFiken: 'Åpne Fiken',
  readMore: 'Les mer',
  readMoreOf: (cause: string) => `om «${cause}»`,
  chooseCompany: 'Velg selskap',
  chooseCompanyWhy:
    'Utkastet lages i det selskapet. Er integrasjonen på, starter jobben når du har valgt.',
  chooseCustomer: 'Velg kunde',
  waiting: {
    wereOff: (count: number) =>
      count === 1
        ? '1 jobb ble ferdig mens integrasjonen var av'
        : `${count} jobber ble ferdige mens integrasjonen var av`,
    areOff: (count: number) =>
      count === 1
        ? '1 jobb er ferdig mens integrasjonen er av'
        : `${count} jobber er ferdige mens integrasjonen er av`,
    why: (count: number) =>
      count === 1
        ? 'Skal den overføres til Fiken nå, eller er den fakturert på annen måte?'
        : 'Skal de overføres til Fiken nå, eller er de fakturert på annen måte?',
    transfer: 'Overfør',
    skip: 'Hopp over',
    confirmTransfer: (count: number) =>
      count === 1 ? 'Overføre 1 jobb til Fiken?' : `Overføre ${count} jobber til Fiken?`,
    confirmTransferWhy:
      'Hver jobb blir ett utkast eller én faktura, slik du har valgt under Konfigurasjoner.',
    confirmSkip: (count: number) =>
      count === 1 ? 'Hoppe over 1 jobb?' : `Hoppe over ${count} jobber?`,
    confirmSkipWhy: (count: number) =>
      count === 1
        ? 'Den blir ikke overført. Du finner den igjen under Overføringer med statusen Slettede.'
        : 'De blir ikke overført. Du finner dem igjen under Overføringer med statusen Slettede.',
    transferred: (count: number) =>
      count > 0 ? 'Overføringene er startet' : 'Ingen overføringer å starte',
    skipped: (count: number) =>
      count > 0 ? 'Jobbene er hoppet over' : 'Ingen jobber er hoppet over',
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
    undo: 'Angre',
    restored: 'Overføringen er gjenopprettet',
    restoreFailed: 'Kunne ikke gjenopprette overføringen',
    accepted: ['Utkastet er godtatt', 'Overføringen er fullført'],
    acceptFailed: 'Kunne ikke godta utkastet',
    deletedAll: 'Vellykket',
    deleteAllFailed: 'Feil',
  },
} as const
