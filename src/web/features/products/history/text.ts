import type { ProductChangeRow } from '#shared/contracts/products/price-sync'
import { formatDecimal } from '#shared/money'

const SYSTEM = { fiken: 'Fiken', servicem8: 'ServiceM8' } as const

export const text = {
  title: (name: string) => `Historikk for ${name}`,
  why: 'Endringer av pris og lager, nyeste først. Alle priser er uten MVA.',
  list: 'Endringer',
  cost: 'Kostpris',
  margin: 'Dekningsgrad',
  percent: (percent: number) => `${formatDecimal(String(percent))} %`,
  change: ({ what, system }: ProductChangeRow) =>
    `${what === 'price' ? 'Pris' : 'Lager'} i ${SYSTEM[system]}`,
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  by: ({ by, system }: ProductChangeRow) =>
    by === 'elsewhere' ? `Sett endret i ${SYSTEM[system]}` : BY[by],
  none: 'Ingen endringer er sett ennå',
  noneWhy:
    'Her kommer endringer som gjøres i Fakturabro, og dem som oppdages i ServiceM8 og Fiken.',
  error: 'Historikken ble ikke hentet',
  loading: 'Henter historikken …',
  tryAgain: 'Prøv igjen',
  close: 'Lukk',
} as const

const BY: Record<Exclude<ProductChangeRow['by'], 'elsewhere'>, string> = {
  person: 'Endret her',
  smart_sync: 'Smart Sync',
  price_run: 'Automatisk prissynkronisering',
  undo: 'Angret',
  import: 'Hentet fra fil',
}
