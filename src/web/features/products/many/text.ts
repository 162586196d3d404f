import type { WaitsFor } from '#shared/contracts/tasks'
import { formatCount } from '#shared/counts'

const products = (count: number) => (count === 1 ? '1 produkt' : `${formatCount(count)} produkter`)

export const text = {
  bar: 'Valgte produkter',
  selected: (count: number) => `${formatCount(count)} valgt`,
  clear: 'Fjern valget',
  all: (count: number) => `Velg alle ${formatCount(count)}`,
  first: (count: number) => `Velg de første ${formatCount(count)}`,
  remove: 'Slett valgte',
  confirm: (count: number) => `Slette ${products(count)}?`,
  confirmWhy: (count: number) =>
    `Er du sikker på at du vil slette ${formatCount(count)} valgte produkter? Denne handlingen kan ikke angres.`,
  confirmHow:
    'Varer slettes i ServiceM8. Produkter i Fiken gjøres inaktive. De som finnes i begge, slettes i begge.',
  yes: 'Slett',
  failed: 'Feil ved sletting',
  done: 'Produktene er slettet',
  over: 'Slettingen er ferdig',
  synced: 'Smart Sync er ferdig',
  undone: 'Prissynkroniseringen er angret',
  goesOn: 'Slettingen fortsetter',
  waits: {
    fiken: 'Venter på Fiken',
    servicem8: 'Venter på ServiceM8',
    company: 'Venter på valg av selskap',
  } satisfies Record<WaitsFor, string>,
} as const
