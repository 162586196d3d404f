import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { causeOf, CAUSES } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import type { Need, Operations, QueueName } from '#shared/contracts/operations'
import { formatCount } from '#shared/counts'
import { enumerate } from '#shared/norwegian'

const counted = (one: string, many: string) => (n: number) =>
  `${formatCount(n)} ${n === 1 ? one : many}`
const changes = counted('endring', 'endringer')
const grants = counted('tilkobling', 'tilkoblinger')
const jobs = counted('jobb', 'jobber')
const newJobs = counted('ny jobb', 'nye jobber')
const transfers = counted('overføring', 'overføringer')
const users = counted('bruker', 'brukere')
const bills = counted('månedsfaktura', 'månedsfakturaer')

/** Returns a duration such as "12 min" or "2 t 5 min", with no-break spaces. */
function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const said = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} t ${minutes % 60} min`
  return said.replaceAll(' ', '\u00a0')
}

const queues: Record<QueueName, string> = {
  intake: 'Innboks: hendelser fra ServiceM8',
  sweep: 'Gjennomgang av ServiceM8',
  collective: 'Samlefakturaer',
  'transfer-lane': 'Overføringer til Fiken',
  mirror: 'Kopier av lister',
  reconciliation: 'Avstemming',
  payments: 'Betalinger',
  'customer-writes': 'Adresser til ServiceM8',
  'product-lists': 'Produktlister',
  attachments: 'Vedlegg',
  tasks: 'Oppgaver over mange',
  notices: 'E-poster',
  grants: 'Tilkoblinger som prøves',
  billing: 'Månedlig fakturering',
}

const START = 'NODE_ENV=production node dist/main.js'
const ANOTHER = 'PORT=3001 ROLE=worker NODE_ENV=production node dist/main.js'

function helpOf(running: number, isPostgres: boolean): [string, string?] {
  if (running === 0)
    return [
      'Ingen prosess arbeider med køen nå. Står den slik, kjører ingen prosess med ROLE=worker eller ROLE=all. Start en:',
      isPostgres ? ANOTHER : START,
    ]
  if (running === 1)
    return [
      'Bare én brukers kø går nå. Flere prosesser gjør den ikke raskere: takten settes av ServiceM8 og Fiken.',
    ]
  const why = isPostgres
    ? 'Venter mange brukere, hjelper en prosess til. Én bruker alene blir ikke raskere av det: takten settes av ServiceM8 og Fiken.'
    : 'Den innebygde databasen har bare én prosess. Med PostgreSQL (DATABASE_URL) kan flere prosesser dele på arbeidet.'
  return isPostgres ? [why, ANOTHER] : [why]
}

function tell(need: Need, database: Operations['database']): [string, string, string?] {
  switch (need.kind) {
    case 'migrations':
      return [
        'Databasen og versjonen hører ikke sammen',
        `Databasen ${enumerate([...(need.missing > 0 ? [`mangler ${changes(need.missing)}`] : []), ...(need.unknown > 0 ? [`har ${changes(need.unknown)} som denne versjonen ikke kjenner`] : [])])}. Installer den nyeste versjonen for alle prosessene, gjør endringene, og start på nytt:`,
        'node dist/cli.js migrate',
      ]
    case 'refused': {
      const variable = need.vendor.toUpperCase()
      return [
        `${VENDOR_NAMES[need.vendor]} avviser Fakturabro (${need.reason})`,
        `Det gjelder ${grants(need.grants)}, og brukerne kan ikke rette det. Kontroller ${variable}_CLIENT_ID, ${variable}_CLIENT_SECRET og ${variable}_TOKEN_URL, og start på nytt:`,
        START,
      ]
    }
    case 'late':
      return [
        `${queues[need.queue]}: eldste har ventet ${duration(need.seconds)}`,
        ...helpOf(need.running, database === 'postgres'),
      ]
    case 'long':
      return [
        `${queues[need.queue]}: har holdt på i ${duration(need.seconds)}`,
        'Det er lenger enn det skal ta. Stopp prosessen og start den igjen: arbeidet tas opp der det slapp.',
        START,
      ]
    case 'silent': {
      const name = VENDOR_NAMES[need.vendor]
      const waits = [
        ...(need.lanes > 0 ? [`${grants(need.lanes)} på pause`] : []),
        ...(need.transfers > 0 ? [transfers(need.transfers)] : []),
        ...(need.newJobs > 0 ? [newJobs(need.newJobs)] : []),
        ...(need.bills > 0 ? [bills(need.bills)] : []),
      ]
      return [
        `${name} har ikke svart`,
        `På vent: ${enumerate(waits)}. Det prøves igjen av seg selv; svarer ${name} nå, trenger ingen å vente.`,
      ]
    }
    case 'stopped':
      return [
        `${transfers(need.transfers)} har stoppet: ${causeOf(need.code).title}`,
        Object.hasOwn(CAUSES, need.code)
          ? `Til eieren står det: «${causeOf(need.code).explanation}»`
          : `Lagret av en annen versjon som «${need.code}».`,
      ]
    case 'bills':
      return [
        `${bills(need.count)} har stoppet`,
        'Hvorfor, og hva som kan gjøres, står ved hver av dem.',
      ]
  }
}

export const text = {
  failed: 'Kunne ikke hente driften',
  needs: (n: number) =>
    n === 0 ? 'Alt går som det skal' : `${formatCount(n)} ting trenger tilsyn`,
  version: ({ version: { number, commit }, database }: Operations) =>
    `Versjon ${number}${commit === null ? '' : ` (${commit})`} · ${database === 'postgres' ? 'PostgreSQL' : 'innebygd database'}`,
  tell,
  resumeLabel: (vendor: Vendor) => `Prøv nå: ${VENDOR_NAMES[vendor]}`,
  retry: (n: number) => `Prøv ${formatCount(n)} igjen`,
  retryConfirm: ({ code, transfers: n, users: whose }: Extract<Need, { kind: 'stopped' }>) => ({
    title: `Prøve ${jobs(n)} igjen?`,
    description: `«${causeOf(code).title}»: ${jobs(n)} hos ${users(whose)} sendes på nytt. Det blir aldri to utkast av samme jobb.`,
    confirm: `Prøv ${formatCount(n)} igjen`,
  }),
} as const
