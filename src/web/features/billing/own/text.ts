import { formatMonth } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { priceText } from './price-text.ts'

export const text = {
  title: 'Abonnement',
  intro: 'Hva Fakturabro koster deg, og hvordan du stopper.',
  loading: 'Laster abonnement...',
  failed: 'Kunne ikke hente abonnementet',
  status: 'Status',
  price: 'Pris',
  next: 'Neste faktura',
  noNext: 'Ingen',
  explains: {
    off: priceText.nothing,
    free: 'Du betaler ingenting før integrasjonen er slått på.',
    freeHeld: 'Du betaler ikke for Fakturabro.',
    active: 'Du betaler forskudd for hele måneden den 1.',
    activeOff:
      'Integrasjonen er av. Er den fortsatt av den 1. kl. 09.00, betaler du ikke for måneden.',
    paused: 'Integrasjonen var av den 1., så du betaler ikke.',
    pausedHeld: 'En administrator har satt abonnementet på pause, så du betaler ikke.',
    cancelled: 'Abonnementet er avsluttet. Du får ingen nye fakturaer.',
  },
  billedNow: priceText.billedNow,
  underWay: (bills: string) => `${bills} er på vei.`,
  stop: 'Slik stopper du: slå av integrasjonen under Konfigurasjoner før den 1. kl. 09.00.',
  toSwitch: 'Gå til bryteren',
  restart: 'Start abonnementet igjen',
  restartConfirm: {
    title: 'Starte abonnementet igjen?',
    description:
      'Er integrasjonen på, får du faktura for denne måneden nå, hvis du ikke alt har fått den. Ellers får du den når du slår på.',
    confirm: 'Start igjen',
  },
  restarted: 'Abonnementet er startet',
  restartFailed: 'Kunne ikke starte abonnementet',
  missing: (fields: readonly string[]) =>
    `Fakturaen kan ikke lages uten ${fields.join(', ')}. Fyll det inn under Profilinformasjon.`,
  bills: 'Fakturaer så langt',
  noBills: 'Du har ikke fått noen faktura ennå.',
  month: formatMonth,
  bill: {
    queued: 'På vei',
    failed: 'Ikke laget ennå',
    done: 'Fakturert',
    ending: 'Ikke laget',
    ended: 'Faktureres ikke',
  },
  withVat: (ore: number) => `${formatKroner(ore)} med MVA`,
  withoutVat: (ore: number) => `${formatKroner(ore)} uten MVA`,
  invoice: (number: string) => `Faktura ${number}`,
}
