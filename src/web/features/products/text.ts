import { formatCount } from '#shared/counts'
import type { Status } from './items-state.ts'
import type { Stock, Type } from './filter-state.ts'

const products = (count: number) => (count === 1 ? '1 produkt' : `${formatCount(count)} produkter`)

export const text = {
  title: 'Produktsynkronisering',
  subtitle: 'Produkter, priser og lager i ServiceM8 og Fiken, holdt mot hverandre',
  table: 'Produkter',
  number: formatCount,
  missing: {
    fiken: 'Fiken er ikke tilkoblet',
    servicem8: 'ServiceM8 er ikke tilkoblet',
    both: 'ServiceM8 og Fiken er ikke tilkoblet',
  },
  goesOn: 'Det som er i gang, venter til da, og fortsetter av seg selv.',
  soFar: (fiken: number, servicem8: number) =>
    `${products(fiken)} hentet fra Fiken, ${
      servicem8 === 1 ? '1 vare' : `${formatCount(servicem8)} varer`
    } fra ServiceM8 så langt`,
  totals: {
    fiken: 'Produkter i Fiken',
    servicem8: 'Varer i ServiceM8',
    matched: 'Matchende',
    deviating: 'Prisavvik',
    all: 'Totalt i oversikten',
  },
  statuses: {
    perfect: 'Samme pris (under 1 kr forskjell)',
    deviation: 'Prisavvik',
    duplicate: 'Samme nummer flere ganger',
    fiken_only: 'Bare i Fiken',
    servicem8_only: 'Bare i ServiceM8',
    same_name: 'Samme navn, ulike numre',
  } satisfies Record<Status, string>,
  search: 'Søk i produkter etter navn, nummer eller strekkode',
  searchHint: 'Navn eller nummer',
  filters: 'Filtre',
  types: {
    all: 'Begge systemer',
    fiken_only: 'Bare i Fiken',
    servicem8_only: 'Bare i ServiceM8',
    duplicates: 'Duplikater',
  } satisfies Record<Exclude<Type, 'price'>, string>,
  stocks: {
    all: 'Alt lager',
    in_stock: 'På lager',
    out_of_stock: 'Utsolgt',
    inventory_out_of_stock: 'Utsolgt i begge',
  } satisfies Record<Stock, string>,
  count: (first: number, shown: number, total: number) =>
    shown < total
      ? `${formatCount(first)}–${formatCount(first + shown - 1)} av ${products(total)}`
      : products(total),
  heads: {
    select: 'Velg',
    status: 'Status',
    name: 'Produktnavn',
    number: 'Varenummer',
    price: 'Pris',
    stock: 'Lager',
    inventory: 'Lagerført',
    acts: 'Handling',
  },
  newer: 'nyest',
  stockDiffers: 'Ulikt antall',
  notSet: 'Ikke satt',
  noStock: '–',
  barcode: (code: string) => `Strekkode ${code}`,
  duplicateIn: { fiken: 'Duplikat i Fiken', servicem8: 'Duplikat i ServiceM8' },
} as const
