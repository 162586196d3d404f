import { formatDate, formatDateTime, formatMonth } from '#shared/dates'
import { formatDecimal, formatKroner, formatMonthlyPrice } from '#shared/money'
import type { SettingsEffect } from '#shared/contracts/billing'

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export function effectSentences(effect: SettingsEffect): string[] {
  const { starts, startsOff, stops, newPrice, firstBill } = effect
  const first = firstBill === null ? '' : `, første gang ${formatDate(firstBill)}`
  return [
    ...(starts > 0 ? [`${starts} abonnement starter og faktureres${first}.`] : []),
    ...(startsOff > 0
      ? [
          `${startsOff} av dem har integrasjonen av og settes på pause den 1. hvis den ikke er slått på da.`,
        ]
      : []),
    ...(stops > 0 ? [`${stops} abonnement faktureres ikke mer.`] : []),
    ...(newPrice > 0 ? [`${newPrice} abonnement får ny pris fra neste faktura${first}.`] : []),
  ]
}

/**
 * Returns the sentences about a price change, in whole kroner.
 * @param counted the typed text when it counts as 0 without being a number
 */
export function priceSentences(former: number, next: number, counted: string | null): string[] {
  const kroner = `${formatDecimal(String(next))} ${next === 1 ? 'krone' : 'kroner'}`
  const noNumber =
    counted === ''
      ? 'Tomt felt regnes som 0 kroner.'
      : `«${counted}» er ikke et tall og regnes som 0 kroner.`
  return [
    ...(counted === null ? [] : [noNumber]),
    ...(former === next ? [] : [`Prisen går fra ${formatDecimal(String(former))} til ${kroner}.`]),
  ]
}

export const text = {
  subscriptions: 'Abonnement og fakturering',
  subscriptionsIntro: 'Pris, produkt og selskap.',
  configure: 'Konfigurer fakturering',
  enabled: 'Aktivert',
  disabled: 'Deaktivert',
  loading: 'Laster fakturering...',
  loadFailed: 'Kunne ikke hente faktureringen',
  price: 'Månedspris',
  priceText: (kroner: number) => `${formatMonthlyPrice(kroner * 100)} uten MVA`,
  product: 'Produkt',
  company: 'Selskap i Fiken',
  noCompany: 'Ikke valgt',
  sender: 'Tilkoblingen til',
  noSender: 'Ikke valgt',
  senderDead: 'Tilkoblingen virker ikke',
  monthly: 'Månedlig fakturering',
  monthlyIntro: 'Den 1. i hver måned kl. 09.00.',
  sentFromFiken: 'Fakturaene lages i Fiken. Du sender dem til kundene derfra.',
  automatic: 'Automatisk kjøring',
  active: 'Aktiv',
  stopped: 'Stoppt',
  nextRun: 'Neste kjøring',
  noRun: 'Ingen, fakturering er deaktivert',
  at: (iso: string) => formatDateTime(iso),
  underWay: (queued: number) => `${count(queued, 'faktura', 'fakturaer')} er på vei til Fiken`,
  failed: (n: number) => `${count(n, 'faktura har', 'fakturaer har')} stoppet`,
  run: 'Kjør fakturering nå',
  test: 'Test fakturering',
  useExisting: 'Bruk min Fiken-tilkobling',
  disabledWhy:
    'Fakturering er deaktivert. Aktiver i innstillinger for å kjøre månedlig fakturering.',
  runFailed: 'Feil ved månedlig fakturering',
  runStarted: 'Månedlig fakturering',
  runConfirm: {
    title: 'Kjøre fakturering nå?',
    description:
      'Abonnement som har nådd fakturadatoen sin, faktureres, og fakturaer som har stoppet, prøves igjen. Ingen faktureres før datoen sin eller to ganger for samme måned.',
    confirm: 'Kjør nå',
  },
  testFailed: 'Feil ved testing',
  testTitle: 'Test av fakturering',
  testWhy: 'Slik ville en kjøring vært. Ingenting er endret eller sendt.',
  testActive: 'Aktive abonnement',
  testSum: 'Til sammen i måneden, uten MVA',
  testDue: 'Har nådd fakturadatoen',
  testSettings: 'Innstillinger',
  present: 'Til stede',
  missing: 'Mangler',
  testIncomplete: 'Mangler opplysninger',
  testNamed: 'Navn og adresse',
  testComplete: 'Alle har navn og adresse.',
  lacks: (name: string, missing: readonly string[]) => `${name}: ${missing.join(', ')}`,
  kroner: (amount: number) => formatKroner(Math.round(amount * 100)),
  useFailed: 'Feil ved kopiering av Fiken-tokens',
  useHint: 'Koble til Fiken under Konfigurasjoner først.',
  used: (company: string) => ({
    title: 'Tilkoblingen er valgt',
    description: `Fakturaene lages i ${company}.`,
  }),
  useConfirm: {
    title: 'Lage fakturaene med din tilkobling?',
    description:
      'Fakturaene lages i selskapet du har valgt under Konfigurasjoner. Ingen nøkler kopieres. Kontoen din kan ikke slettes eller miste administratorrettighetene så lenge.',
    confirm: 'Bruk min tilkobling',
  },
  settings: 'Konfigurer fakturering',
  settingsWhy: 'Endringer gjelder fra neste faktura. Fakturaer som alt er laget, endres ikke.',
  billingEnabled: 'Månedlig fakturering',
  billingEnabledHint: 'Aktive abonnement faktureres forskuddsvis den 1. i hver måned.',
  monthlyPrice: 'Månedspris (hele kroner uten MVA)',
  productName: 'Produktnavn',
  productDescription: 'Beskrivelse',
  chooseCompany: 'Velg selskap',
  companiesFailed: 'Kunne ikke laste selskaper fra Fiken.',
  connectFirst: (sender: string | null) =>
    sender === null
      ? 'Koble til Fiken under Konfigurasjoner først, så kan du velge selskap her.'
      : `${sender} må koble til Fiken under Konfigurasjoner først, så kan du velge selskap her.`,
  noCompanies: 'Ingen selskaper funnet. Gå til konfigurasjon og autoriser Fiken på nytt.',
  companiesLoading: 'Laster selskaper...',
  noApi: 'mangler API-tilgang',
  toConfiguration: 'Gå til Konfigurasjoner',
  leadsTo: 'Dette skjer når du lagrer',
  leadsToNothing: 'Ingen abonnement starter, stopper eller får ny pris.',
  effectFailed: 'Kunne ikke regne ut hva som skjer.',
  whyConfirm: {
    zero_price: 'Med 0 kroner faktureres ingen.',
    over_three_times: 'Prisen er mer enn tre ganger så høy som før.',
    under_a_third: 'Prisen er mindre enn en tredel av den gamle.',
  },
  confirmPrice: 'Ja, prisen er riktig',
  saved: 'Abonnementinnstillinger oppdatert',
  saveFailed: 'Feil ved oppdatering',
  saveFallback: 'Kunne ikke oppdatere abonnementinnstillinger',
  bills: 'Fakturaer',
  billsFor: 'Måned',
  month: formatMonth,
  noBills: 'Ingen fakturaer ennå',
  noBillsWhy: 'De kommer her når et abonnement faktureres.',
  billsFailed: 'Kunne ikke hente fakturaene',
  deletedAccount: 'Slettet konto',
  status: {
    queued: 'På vei',
    failed: 'Stoppet',
    done: 'Fakturert',
    ending: 'Undersøkes i Fiken',
    ended: 'Faktureres ikke',
  },
  retryAt: (iso: string) => `Prøves igjen ${formatDateTime(iso)}.`,
  retryOf: (name: string) => `Prøv igjen: ${name}`,
  retried: 'Fakturaen prøves igjen',
  retryFailed: 'Kunne ikke prøve fakturaen igjen',
  end: 'Ikke fakturer',
  endOf: (name: string) => `Ikke fakturer: ${name}`,
  endConfirm: (name: string, month: string, mayBeInFiken: boolean) => ({
    title: 'Ikke fakturere denne måneden?',
    description: [
      `${name} faktureres ikke for ${formatMonth(month)}, heller ikke senere. Dette kan ikke angres. Abonnementet går videre som før.`,
      ...(mayBeInFiken
        ? [
            'Det kan finnes et utkast eller en faktura i Fiken, så vi ser etter der først. Ligger det et utkast der, må du slette det i Fiken før fakturaen kan avsluttes her. Er fakturaen alt laget, vises den her, og må krediteres i Fiken.',
          ]
        : []),
    ].join(' '),
    confirm: 'Ikke fakturer',
  }),
  endUnseenConfirm: (name: string, month: string, company: string) => ({
    title: 'Ikke fakturere denne måneden?',
    description: `Fakturaen til ${name} for ${formatMonth(month)} kan ligge i «${company}» i Fiken. Tilkoblingen når ikke det selskapet, så vi kan ikke se etter. Se etter der selv, både blant utkast og fakturaer. Finnes den ikke, faktureres måneden ikke, heller ikke senere. Dette kan ikke angres, og det logges hvem som bekreftet det.`,
    confirm: 'Jeg har sett etter i Fiken: fakturaen finnes ikke',
  }),
  endFailed: 'Kunne ikke avslutte fakturaen',
  invoice: (number: string) => `Faktura ${number}`,
  openInFiken: 'Åpne i Fiken',
  withVat: (ore: number) => `${formatKroner(ore)} med MVA`,
  withoutVat: (ore: number) => `${formatKroner(ore)} uten MVA`,
  allSubscriptions: 'Alle abonnement',
  searchSubscriptions: 'Søk i abonnement',
  searchHint: 'Navn eller e-post',
  noneFound: 'Ingen abonnement passer til søket',
  pagesOf: 'Sider med abonnement',
  noSubscriptions: 'Ingen abonnement',
  subscriptionsFailed: 'Kunne ikke hente abonnementene',
  next: 'Neste faktura',
  last: 'Siste faktura',
  none: 'Ingen',
  held: 'Bestemt av administrator',
  sends: 'Lager fakturaene, og faktureres ikke selv',
  off: 'Integrasjonen er av',
  change: (name: string) => `Status for ${name}`,
  changed: 'Abonnementet er endret',
  changeFailed: 'Kunne ikke endre abonnementet',
  changeConfirm: {
    free: {
      title: 'Gjøre abonnementet gratis?',
      what: 'ikke, heller ikke når integrasjonen slås på, til en administrator endrer det.',
      confirm: 'Gjør gratis',
    },
    active: {
      title: 'Aktivere abonnementet?',
      what: 'fra den 1. i neste måned, hvis integrasjonen er på da.',
      confirm: 'Aktiver',
    },
    paused: {
      title: 'Sette abonnementet på pause?',
      what: 'ikke til en administrator endrer det.',
      confirm: 'Sett på pause',
    },
    cancelled: {
      title: 'Avslutte abonnementet?',
      what: 'ikke mer. Integrasjonen slås ikke av. Kunden kan starte abonnementet igjen fra profilen sin.',
      confirm: 'Avslutt abonnementet',
    },
  },
  date: formatDate,
}
