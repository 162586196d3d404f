const number = (count: number) => count.toLocaleString('nb-NO')
const products = (count: number) => (count === 1 ? '1 produkt' : `${number(count)} produkter`)

export const text = {
  bar: 'Valgte produkter',
  selected: (count: number) => `${number(count)} valgt`,
  clear: 'Fjern valget',
  all: (count: number) => `Velg alle ${number(count)}`,
  first: (count: number) => `Velg de første ${number(count)}`,
  remove: 'Slett valgte',
  confirm: (count: number) => `Slette ${products(count)}?`,
  confirmWhy: (count: number) =>
    `Er du sikker på at du vil slette ${number(count)} valgte produkter? Denne handlingen kan ikke angres.`,
  confirmHow:
    'Varer slettes i ServiceM8. Produkter i Fiken gjøres inaktive. De som finnes i begge, slettes i begge.',
  yes: 'Slett',
  failed: 'Feil ved sletting',
  done: 'Produktene er slettet',
  synced: 'Smart Sync er ferdig',
  undone: 'Prissynkroniseringen er angret',
  goesOn: 'Slettingen fortsetter',
} as const
