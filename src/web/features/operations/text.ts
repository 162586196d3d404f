import { formatCount } from '#shared/counts'
import { causeOf } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import type {
  FailureState,
  QueueName,
  RoutineName,
  VendorState,
} from '#shared/contracts/operations'
import type { Attention, QueueHelp } from './attention.ts'
import { durationText } from './figures.ts'

const counted = (n: number, one: string, many: string) =>
  `${formatCount(n)} ${n === 1 ? one : many}`
const transfers = (n: number) => counted(n, 'overføring', 'overføringer')
const users = (n: number) => counted(n, 'bruker', 'brukere')

const vendors: Record<Vendor, string> = { servicem8: 'ServiceM8', fiken: 'Fiken' }

const queues: Record<QueueName, { name: string; does: string }> = {
  intake: { name: 'Innboks: hendelser fra ServiceM8', does: 'Ser på jobber som er endret.' },
  sweep: {
    name: 'Gjennomgang av ServiceM8',
    does: 'Leter etter fullførte jobber vi ikke har fått varsel om.',
  },
  'transfer-lane': {
    name: 'Overføringer til Fiken',
    does: 'Lager fakturautkastene, én om gangen per tilkobling.',
  },
  mirror: {
    name: 'Kopier av lister',
    does: 'Leser kunder, produkter og MVA-satser på nytt.',
  },
  reconciliation: {
    name: 'Avstemming',
    does: 'Sammenligner månedens jobber med det som er i Fiken.',
  },
  payments: { name: 'Betalinger', does: 'Spør Fiken om fakturaer er betalt.' },
  'customer-writes': {
    name: 'Adresser til ServiceM8',
    does: 'Skriver rettede fakturaadresser tilbake.',
  },
  'product-lists': { name: 'Produktlister', does: 'Leser produktene i begge systemene på nytt.' },
  attachments: {
    name: 'Vedlegg',
    does: 'Sender bilder og PDF-er fra jobbene til utkastene i Fiken.',
  },
  tasks: {
    name: 'Oppgaver over mange',
    does: 'Gjør det en bruker har satt i gang for mange rader.',
  },
  notices: { name: 'E-poster', does: 'Sender varsler og ukesoppsummeringer.' },
  grants: {
    name: 'Tilkoblinger som prøves',
    does: 'Prøver tilkoblinger som er avvist, til de godtas igjen.',
  },
  billing: { name: 'Månedlig fakturering', does: 'Fakturerer abonnementene på Fakturabro.' },
}

const routines: Record<RoutineName, { name: string; does: string }> = {
  'webhook-check': {
    name: 'Kontroller webhookene',
    does: 'Ser etter hos alle som er koblet til ServiceM8, og setter opp igjen varsler som mangler eller er slått av.',
  },
  retention: {
    name: 'Slett det som er eldre enn lovet',
    does: 'Sletter for godt det personvernsiden lover å slette, for alle brukere.',
  },
  'weekly-summary': {
    name: 'Ukesoppsummeringer',
    does: 'Planlegger e-postene om forrige uke. Gjør bare noe på mandager, og ingen får den to ganger.',
  },
}

/** The environment variables that say who this installation is to a vendor. */
const credentials: Record<Vendor, readonly string[]> = {
  servicem8: ['SERVICEM8_CLIENT_ID', 'SERVICEM8_CLIENT_SECRET', 'SERVICEM8_TOKEN_URL'],
  fiken: ['FIKEN_CLIENT_ID', 'FIKEN_CLIENT_SECRET', 'FIKEN_TOKEN_URL'],
}

const help: Record<QueueHelp, string> = {
  'nobody-works':
    'Ingen prosess arbeider med køen nå. Står den slik, kjører ingen prosess med ROLE=worker eller ROLE=all. Start en:',
  'more-processes':
    'Venter mange brukere, hjelper en prosess til. Én bruker alene blir ikke raskere av det: takten settes av ServiceM8 og Fiken.',
  'one-process':
    'Den innebygde databasen har bare én prosess. Med PostgreSQL (DATABASE_URL) kan flere prosesser dele på arbeidet.',
}

function attention(item: Attention): string {
  switch (item.kind) {
    case 'migrations':
      return item.missing > 0
        ? `Databasen mangler ${counted(item.missing, 'endring', 'endringer')}`
        : `Databasen har ${counted(item.unknown, 'endring', 'endringer')} som denne versjonen ikke kjenner`
    case 'refused':
      return `${vendors[item.vendor]} avviser Fakturabro`
    case 'paused':
      return `${vendors[item.vendor]}: ${counted(item.lanes, 'tilkobling er', 'tilkoblinger er')} på pause`
    case 'wait':
      return `${queues[item.queue].name}: eldste har ventet ${durationText(item.ms)}`
    case 'run':
      return `${queues[item.queue].name}: har holdt på i ${durationText(item.ms)}`
    case 'bills':
      return `${counted(item.stopped, 'månedsfaktura har', 'månedsfakturaer har')} stoppet`
    case 'late-bills':
      return `${counted(item.waiting, 'månedsfaktura', 'månedsfakturaer')} venter på at Fiken skal svare`
    case 'stopped':
      return `${transfers(item.transfers)} har stoppet og kan prøves igjen: ${causeOf(item.code).title}`
  }
}

export const text = {
  security: 'Sikkerhetslogg',
  securityIntro:
    'Innlogginger, passord, adresser og tilganger de siste 90 dagene: hvem, hvorfra og hvorfor.',
  showSecurity: 'Vis sikkerhetsloggen',
  moreSecurity: 'Vis eldre',
  noSecurity: 'Ingenting er ført ennå',
  securityFailed: 'Kunne ikke hente sikkerhetsloggen',
  securityLoading: 'Laster sikkerhetsloggen...',
  unknownWho: 'Ukjent',
  title: 'Drift',
  subtitle: 'Køer, feil, leverandører og database for hele installasjonen',
  back: 'Admin Panel',
  loading: 'Laster driften …',
  failed: 'Kunne ikke hente driften',
  stale: (clock: string, why: string) => `Det som står her, er fra ${clock}. ${why}`,
  tryAgain: 'Prøv igjen',
  readAt: (clock: string) => `Lest ${clock}`,
  copy: (command: string) => `Kopier ${command}`,
  number: formatCount,

  fine: 'Alt går som det skal',
  needs: (n: number) => `${counted(n, 'ting', 'ting')} trenger tilsyn`,
  attention,
  owners: (n: number) =>
    `${transfers(n)} har stoppet og venter på at eieren retter noe. Det står under Feil etter årsak.`,

  queues: 'Køer',
  queuesIntro: 'Arbeidet som venter, og det som gjøres nå, over alle brukere',
  queueHeads: {
    name: 'Kø',
    waiting: 'Venter',
    later: 'Senere',
    oldest: 'Eldste',
    running: 'I arbeid',
    state: 'Tilstand',
  },
  queue: queues,
  queueStates: {
    late: 'Henger etter',
    stuck: 'Bruker lang tid',
    running: 'I arbeid',
    waiting: 'Venter',
    later: 'Gjøres senere',
    empty: 'Tom',
  },
  queueLine: (waiting: number, later: number, running: number, age: string | null) =>
    [
      ...(waiting > 0 ? [`${formatCount(waiting)} venter`] : []),
      ...(later > 0 ? [`${formatCount(later)} senere`] : []),
      ...(running > 0 ? [`${formatCount(running)} i arbeid`] : []),
      ...(age === null ? [] : [`eldste ${age}`]),
    ].join(' · '),
  help,
  waited: (age: string) => `Den eldste har ventet ${age}.`,
  seePaused: (vendor: Vendor) => `${vendors[vendor]} er på pause: se hvorfor`,
  stuck: (age: string) =>
    `Har holdt på i ${age}, lenger enn den skal. Stopp prosessen og start den igjen: arbeidet tas opp der det slapp.`,

  failures: 'Feil etter årsak',
  failuresIntro: 'Overføringer som har stoppet, eller som prøves igjen av seg selv',
  noFailures: 'Ingen overføringer har stoppet',
  failureHeads: {
    cause: 'Årsak',
    failed: 'Stoppet',
    retrying: 'Prøves igjen',
    users: 'Brukere',
    oldest: 'Eldste',
    act: 'Hva som kan gjøres',
  },
  failureLine: (failed: number, retrying: number, whose: number, age: string) =>
    [
      ...(failed > 0 ? [`${formatCount(failed)} stoppet`] : []),
      ...(retrying > 0 ? [`${formatCount(retrying)} prøves igjen`] : []),
      users(whose),
      `eldste ${age}`,
    ].join(' · '),
  otherVersion: (code: string) => `Lagret av en annen versjon som «${code}».`,
  retry: (n: number) => `Prøv ${formatCount(n)} igjen`,
  byThemselves: 'Prøves igjen av seg selv',
  ownerMust: 'Eieren må rette dette',
  isOff: 'Integrasjonen er slått av',
  ownerReads: (explanation: string) => `Til eieren står det: «${explanation}»`,
  retryConfirm: (title: string, { failed, startable, retrying, users: whose }: FailureState) => ({
    title: `Prøve ${counted(startable, 'jobb', 'jobber')} igjen?`,
    description: `«${title}»: ${counted(startable, 'jobb', 'jobber')} hos ${startable === failed && retrying === 0 ? '' : 'inntil '}${users(whose)} sendes på nytt.${startable < failed ? ' De som har slått av integrasjonen, blir ikke rørt.' : ''} Det blir aldri to utkast av samme jobb.`,
    confirm: `Prøv ${formatCount(startable)} igjen`,
  }),

  vendors,
  vendorStates: {
    refused: 'Avviser Fakturabro',
    paused: 'På pause',
    others: 'Gir ikke tilgang til alle',
    waiting: 'Noe venter',
    none: 'Ingen tilkoblet',
    fine: 'I orden',
  },
  connected: 'Tilkoblet',
  expired: 'Må koble til igjen',
  paused: 'På pause',
  waitingFor: 'Venter på svar',
  waitingOf: ({ waiting, newJobs, bills }: VendorState) =>
    [
      ...(waiting > 0 ? [transfers(waiting)] : []),
      ...(newJobs > 0 ? [counted(newJobs, 'ny jobb', 'nye jobber')] : []),
      ...(bills > 0 ? [counted(bills, 'faktura', 'fakturaer')] : []),
    ].join(' og ') || 'Ingen',
  heard: 'Liste sist lest',
  never: 'Aldri',
  none: 'Ingen',
  users,
  lanes: ({ paused }: VendorState) => counted(paused, 'tilkobling', 'tilkoblinger'),
  tries: (first: string, last: string) =>
    first === last ? `prøves igjen ${first}` : `prøves igjen fra ${first} til ${last}`,
  transfers,
  resume: 'Prøv nå',
  resumeLabel: (vendor: Vendor) => `Prøv nå: ${vendors[vendor]}`,
  resumeWhy: (vendor: Vendor) =>
    `Det som venter på at ${vendors[vendor]} skal svare, prøves igjen av seg selv. Svarer ${vendors[vendor]} nå, trenger du ikke vente.`,
  refusedOurs: (vendor: Vendor, reason: string) =>
    `${vendors[vendor]} avviser Fakturabro (${reason})`,
  refusedOursWhy: (n: number) =>
    `Det gjelder ${counted(n, 'tilkobling', 'tilkoblinger')}. Brukerne kan ikke rette det: kontroller disse, og start på nytt.`,
  credentials,
  refused: (vendor: Vendor, reason: string, n: number) =>
    `${vendors[vendor]} gir ikke tilgang til ${counted(n, 'tilkobling', 'tilkoblinger')} (${reason})`,
  refusedWhy: 'De prøves igjen av seg selv hvert tiende minutt.',

  tenants: 'Trege kunder',
  tenantsIntro: 'De som har ventet lengst, og så de med lengst tid fra varsel til utkast',
  noTenants: 'Ingen venter, og ingen utkast er laget siste døgn',
  tenantHeads: {
    name: 'Kunde',
    waiting: 'Venter',
    oldest: 'Eldste',
    made: 'Utkast siste døgn',
    median: 'Median',
    log: 'Logg',
  },
  medianLong: 'Tid fra varsel til utkast, median',
  tenantLine: (waiting: number, age: string | null, made: number, median: string | null) =>
    [
      `${formatCount(waiting)} venter${age === null ? '' : `, eldste ${age}`}`,
      `${formatCount(made)} utkast siste døgn`,
      ...(median === null ? [] : [`median ${median}`]),
    ].join(' · '),
  showLog: 'Vis loggen',
  logOf: (name: string) => `Vis loggen til ${name}`,

  installation: 'Versjon og database',
  version: 'Versjon',
  versionOf: (n: string, commit: string | null) => (commit === null ? n : `${n} (${commit})`),
  built: 'Bygget',
  unknown: 'Ikke kjent',
  started: 'Prosessen startet',
  node: 'Node.js',
  role: 'Rolle',
  roles: {
    all: 'Nettsider og arbeid (ROLE=all)',
    web: 'Bare nettsider (ROLE=web)',
    worker: 'Bare arbeid (ROLE=worker)',
  },
  database: 'Database',
  kinds: { embedded: 'Innebygd', postgres: 'PostgreSQL' },
  size: 'Størrelse',
  migrations: 'Databaseendringer',
  migrationsOf: (applied: number, latest: string | null) =>
    latest === null ? formatCount(applied) : `${formatCount(applied)}, sist ${latest}`,
  missing: (n: number) => `Databasen mangler ${counted(n, 'endring', 'endringer')}`,
  missingWhy: 'De hører til versjonen som er installert. Gjør dem, og start prosessen på nytt:',
  unknownTitle: (n: number) =>
    `Databasen har ${counted(n, 'endring', 'endringer')} som denne versjonen ikke kjenner`,
  unknownWhy:
    'En nyere versjon har vært her. Installer den samme versjonen for alle prosessene, og gjør endringene:',
  tables: 'Største tabeller',
  table: 'Tabell',
  backup: 'Sikkerhetskopi',
  backups: {
    embedded: 'Stopp prosessen, kopier hele mappen DATA_DIR, og start igjen.',
    postgres: 'Tas mens alt kjører:',
  },

  routinesTitle: 'Rutiner',
  routinesIntro: 'Det klokken setter i gang',
  routine: routines,
  next: (at: string) => `Neste gang ${at}`,
  run: 'Kjør nå',
  runLabel: (name: string) => `Kjør nå: ${name}`,

  commands: {
    worker: 'PORT=3001 ROLE=worker NODE_ENV=production node dist/main.js',
    start: 'NODE_ENV=production node dist/main.js',
    migrate: 'node dist/cli.js migrate',
    dump: 'pg_dump --format=custom --file=fakturabro.dump "$DATABASE_URL"',
  },

  toast: {
    retried: 'Prøves igjen',
    retryFailed: 'Kunne ikke prøve igjen',
    resumed: 'Prøves nå',
    resumeFailed: 'Kunne ikke prøve nå',
    started: 'Satt i gang',
    startFailed: 'Kunne ikke sette i gang',
  },
} as const
