import type { InvoiceMode, JobFetchType } from '#shared/contracts/configuration'

const READY = {
  awaiting_payment: 'fullført og godkjent',
  completed: 'fullført',
  unknown: 'klar',
} as const

const MADE: Record<InvoiceMode | 'unknown', string> = {
  draft: 'et fakturautkast',
  invoice: 'en ferdig faktura',
  unknown: 'et fakturautkast eller en faktura',
}

export const text = {
  title: 'Dashboard',
  subtitle: 'Oversikt over integrasjonen mellom ServiceM8 og Fiken',
  syncNow: 'Synkroniser nå',
  syncShort: 'Sync',
  indicator: {
    connected: 'Aktiv',
    switched_off: 'Tilkoblet',
    paused: 'På pause',
    expired: 'Ikke konfigurert: tilgang utløpt',
    disconnected: 'Ikke konfigurert',
    reconnecting: 'Kobler til...',
    syncing: 'Synkroniserer',
    error: 'Feil',
  },
  indicatorWhy: {
    disconnected: 'Tilgangen til ServiceM8 eller Fiken mangler',
    expired: 'Tilgangen til ServiceM8 eller Fiken må godkjennes på nytt',
    switched_off: 'Automatisk overføring er slått av',
    paused: 'Overføringene venter på at selskapet i Fiken velges',
  },
  stats: 'Tellere',
  total: 'Totale jobber',
  successful: 'Vellykket overføringer',
  pending: 'Venter',
  failed: 'Feil',
  clickForDetails: '(klikk for detaljer)',
  failedPanel: (count: number) => `Feilede overføringer (${count})`,
  pendingPanel: (count: number) => `Ventende overføringer (${count})`,
  shownOf: (shown: number, count: number) => `Viser de ${shown} nyeste av ${count}.`,
  noFailed: 'Ingen feilede overføringer',
  noPending: 'Ingen ventende overføringer',
  none: 'Ingen overføringer ennå',
  noneWhy: (mode: JobFetchType | undefined, made: InvoiceMode | undefined) =>
    `Når en jobb er ${READY[mode ?? 'unknown']} i ServiceM8, blir den ${MADE[made ?? 'unknown']} i Fiken og vises her.`,
  fetchOlder: 'Hent tidligere jobber',
  recent: 'Nylige overføringer',
  seeAll: 'Se alle',
  loadError: 'Feil ved lasting av overføringer',
  systemStatus: 'Systemstatus',
  allConnected: 'Tilkoblet og aktiv',
  partlyConnected: 'Delvis tilkoblet',
  paused: 'På pause',
  statusUnknown: 'Kunne ikke hente systemstatus',
  connected: 'Tilkoblet',
  disconnected: 'Frakoblet',
  expired: 'Token utløpt',
  chooseCompany: 'Velg selskap',
  webhook: 'Webhook',
  active: 'Aktiv',
  inactive: 'Ikke aktiv',
  switchOn: 'Slå på',
  connect: 'Koble til',
  lastActivity: 'Siste aktivitet',
  noActivity: 'Ingen varsler ennå',
  lastTransfer: (when: string) => `Ingen varsler ennå, siste overføring ${when}`,
  leadNeedsWhy: 'Årsaken og neste steg står på raden.',
  leadWaiting: 'Noe venter',
  leadWaitingWhy: 'De som bare venter på tur, går av seg selv.',
  leadWaitingButton: 'Vis ventende',
  leadFine: 'Alt i orden',
  leadFineWhy: (count: number) =>
    count === 0
      ? 'Ingen feil.'
      : `${count === 1 ? '1 overføring' : `${count} overføringer`} i alt, ingen feil.`,
  /**
   * Returns the text about today's transfers.
   * @param jobsAreMeant true when the preceding sentence is about jobs, so the word is not repeated
   */
  transferredToday: (count: number, jobsAreMeant: boolean) =>
    count === 0
      ? jobsAreMeant
        ? 'Ingen er overført i dag'
        : 'Ingen jobber er overført i dag'
      : jobsAreMeant
        ? `${count} er overført i dag`
        : `${count === 1 ? '1 jobb' : `${count} jobber`} er overført i dag`,
  noneToday: 'Ingen nye jobber i dag',
  nWait: (count: number) => `${count} venter`,
  leadStart: 'Klar til å begynne.',
  leadStartWhy: (mode: JobFetchType, made: InvoiceMode) =>
    `Den første jobben du ${mode === 'completed' ? 'fullfører' : 'fullfører og godkjenner'} i ServiceM8, blir ${MADE[made]} i Fiken.`,
  leadSetUp: 'Integrasjonen er ikke satt opp ennå.',
  leadSetUpWhy: 'ServiceM8 og Fiken må kobles til, og selskapet velges. Det tar noen få minutter.',
  leadSetUpButton: 'Gå til Konfigurasjoner',
  leadOff: 'Automatisk overføring er slått av',
  leadOffWhy: (mode: JobFetchType) =>
    `${mode === 'completed' ? 'Fullførte' : 'Godkjente'} jobber blir liggende og vente til den slås på.`,
  leadApprove: (system: string) => `Godkjenn ${system} på nytt`,
  leadGone: (system: string) => `${system} er koblet fra`,
  leadGoneWhy: 'Jobbene venter, og overføres når systemet er koblet til igjen.',
  leadPaused: 'På pause til selskapet er valgt',
  leadPausedWhy: 'Når selskapet i Fiken er bekreftet, fortsetter overføringene av seg selv.',
  leadSilent: (systems: string) => `${systems} svarer ikke`,
  leadSilentWhy: (systems: string) =>
    `Overføringene venter, og går av seg selv når ${systems} svarer igjen.`,
  uninvoiced: {
    title: 'Ikke fakturert',
    headline: (what: string) => `Ikke fakturert: ${what}`,
    oldest: (days: number, count: number) => {
      const age = days === 1 ? '1 dag' : `${days} dager`
      if (count === 1) return days < 1 ? 'Fullført i dag.' : `Fullført for ${age} siden.`
      return days < 1 ? 'Alle er fra i dag.' : `Eldste ${age}.`
    },
    why: (count: number) =>
      count === 1
        ? 'Den har ikke noe utkast i Fiken ennå.'
        : 'De har ikke noe utkast i Fiken ennå.',
    unasked: 'Jobber som ikke er godkjent, er ikke med så lenge ServiceM8 er koblet fra.',
    unapproved: (count: number) => `${count} ikke godkjent`,
  },
  first: {
    bankAccount: 'Velg bankkonto',
    chooseVat: 'Velg MVA',
    rates: (names: readonly string[]) =>
      `${names.join(', ')} er ikke koblet til Fiken. Jobbene med ${names.length === 1 ? 'satsen' : 'satsene'} stopper til det er valgt.`,
    drafted: (isInvoice: boolean) =>
      isInvoice ? 'Din første faktura ligger i Fiken' : 'Ditt første utkast ligger i Fiken',
    draftedWhy: (job: string, customer: string) => `${job}, ${customer}`,
    open: (isInvoice: boolean) => (isInvoice ? 'Åpne fakturaen i Fiken' : 'Åpne utkastet i Fiken'),
    chart: 'Siste 30 dager',
  },
  unapproved: {
    title: (count: number) =>
      count === 1
        ? '1 fullført jobb er ikke godkjent i ServiceM8'
        : `${count} fullførte jobber er ikke godkjent i ServiceM8`,
    why: (count: number) =>
      `${count === 1 ? 'Den overføres når den er godkjent' : 'De overføres når de er godkjent'}. Godkjenner dere ikke jobber, kan de overføres straks de er fullført.`,
    leadWhy: (count: number, made: InvoiceMode) => {
      if (count === 1) return `Den blir ${MADE[made]} i Fiken når du godkjenner den.`
      return `De blir ${made === 'draft' ? 'fakturautkast' : 'ferdige fakturaer'} i Fiken når du godkjenner dem.`
    },
    change: 'Velg når jobber overføres',
    list: 'Fullført, men ikke godkjent',
    openJob: (job: string) => `Åpne ${job} i ServiceM8`,
    completed: (date: string) => `Fullført ${date}`,
    showAll: (count: number) => `Vis alle ${count}`,
    showMore: 'Vis flere',
  },
  syncCounts: (succeeded: number, failed: number) =>
    [succeeded > 0 && `${succeeded} vellykket`, failed > 0 && `${failed} feilet`]
      .filter(Boolean)
      .join(', '),
  notifications: 'Synkroniseringsvarsler',
  dismiss: 'Lukk varsel',
  percentDone: (percent: number) => `${percent}% fullført`,
  goToConfiguration: 'Gå til Konfigurasjoner',
  sync: {
    title: 'Synkronisering',
    starting: 'Starter synkronisering...',
    fetching: 'Henter jobber fra ServiceM8...',
    processing: 'Behandler data...',
    ended: 'Ferdig',
    done: 'Synkronisering fullført',
    failed: 'Synkronisering feilet',
    error: 'Synkroniseringsfeil',
    unknown: 'Ukjent feil oppstod',
    network: 'Nettverksfeil',
    networkWhy: 'Kunne ikke kontakte server',
    reauth: (system: string) => `${system}-tilgangen er utløpt`,
    reauthWhy: (system: string) =>
      `Autorisasjonen for ${system} har utløpt. Gå til Konfigurasjoner og autoriser på nytt.`,
    connect: (system: string) => `Koble til ${system}`,
    auth: (system: string) => `${system} er ikke autorisert`,
    authWhy: (system: string) => `Gå til Konfigurasjoner og koble til ${system}.`,
  },
} as const
