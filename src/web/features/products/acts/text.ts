import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'

export const repeated = (words: string) => (words.length > 40 ? `${words.slice(0, 40)}…` : words)

export const text = {
  createOf: { fiken: 'Opprett i Fiken', servicem8: 'Opprett i ServiceM8' },
  proposal: 'Forslag',
  price: {
    title: (to: Vendor) => `Endre pris i ${VENDOR_NAMES[to]}`,
    now: (to: Vendor, price: string) => `Prisen i ${VENDOR_NAMES[to]} er nå ${price}.`,
    proposed: (from: Vendor) => `Foreslått: prisen i ${VENDOR_NAMES[from]}.`,
    changedWhy: (to: Vendor, price: string) =>
      `Ingenting er skrevet. Prisen i ${VENDOR_NAMES[to]} er nå ${price}.`,
  },
  failures: {
    create: 'Feil ved opprettelse',
    remove: 'Feil ved sletting',
    stock: 'Feil ved lageroppdatering',
  },
  created: 'Produktet er opprettet',
  account: {
    options: [
      { value: '3000', label: '3000 Vare' },
      { value: '3020', label: '3020 Tjeneste' },
    ],
  },
  remove: {
    title: (name: string) => `Slette «${name}»?`,
    why: {
      matched: 'Varen slettes i ServiceM8, og produktet gjøres inaktivt i Fiken.',
      fiken: 'Produktet gjøres inaktivt i Fiken. Lagerbeholdningen der beholdes.',
      servicem8: 'Varen slettes i ServiceM8.',
    },
    yes: 'Slett',
    done: 'Produktet er slettet',
    half: (why: string) => `Varen er slettet i ServiceM8, men ikke i Fiken. ${why}`,
  },
  stock: {
    notANumber: (typed: string) =>
      typed.trim() === ''
        ? 'Feltet er tomt og blir 0. Trykk Enter igjen for å lagre 0.'
        : `«${repeated(typed.trim())}» er ikke et tall og blir 0. Trykk Enter igjen for å lagre 0.`,
    half: { fiken: 'Fiken ble ikke oppdatert.', servicem8: 'ServiceM8 ble ikke oppdatert.' },
    halfDone: { fiken: 'Fiken er oppdatert.', servicem8: 'ServiceM8 er oppdatert.' },
  },
} as const
