import type { CatalogueRow } from './index.ts'

export const PRODUCTS = {
  'products not compared': {
    how: 'what stands before the server answers in its place',
    says: ['Kunne ikke sammenligne produkter. Sjekk at både ServiceM8 og Fiken er autorisert.'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'products not fresh': {
    how: 'the network is gone when "Oppdater" is clicked',
    says: ['Kunne ikke hente ferske data', 'Kunne ikke kontakte server'],
    fix: '"Oppdater" when it is back',
    then: null,
  },
  'price while a system is busy': {
    how: 'Fiken is out of order',
    says: ['API er overbelastet'],
    fix: 'the same button when it is back',
    then: 'Prisen er oppdatert',
  },
  'price of what is gone': {
    how: 'ServiceM8 does not know the item',
    says: ['Material ikke funnet'],
    fix: 'the same button when it does',
    then: 'Prisen er oppdatert',
  },
  'price refused': {
    how: 'ServiceM8 does not take the price',
    says: ['Ugyldig prisfeltformat'],
    fix: 'the same button when it does',
    then: 'Prisen er oppdatert',
  },
  'price not updated': {
    how: 'the network is gone when a price is saved',
    says: ['Prisen ble ikke oppdatert', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Prisen er oppdatert',
  },
  'product exists': {
    how: 'somebody has made a product with the number in Fiken',
    says: ['Produktet finnes allerede', 'Nummer …'],
    fix: 'the list is read again, and they are a pair',
    then: null,
  },
  'product while Fiken is busy': {
    how: 'Fiken is out of order',
    says: ['Fiken er overbelastet'],
    fix: 'the same button when it is back',
    then: 'Produktet er opprettet',
  },
  'product without access': {
    how: 'Fiken does not take our access any more',
    says: ['Må logge inn på nytt'],
    fix: 'they are logged in here still, and connect Fiken again',
    then: 'Fiken er ikke tilkoblet',
  },
  'product refused': {
    how: 'Fiken does not take the product',
    says: ['Ugyldig produktdata'],
    fix: 'the same button when it does',
    then: 'Produktet er opprettet',
  },
  'product not made': {
    how: 'the network is gone when a product is made in Fiken',
    says: ['Feil ved opprettelse', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Produktet er opprettet',
  },
  'item not made': {
    how: 'the network is gone when an item is made in ServiceM8',
    says: ['Feil ved opprettelse', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Produktet er opprettet',
  },
  'stock not updated': {
    how: 'the network is gone when a stock is saved',
    says: ['Feil ved lageroppdatering', 'Kunne ikke kontakte server'],
    fix: 'Enter again when it is back',
    then: 'Lageret er oppdatert',
  },
  'product not deleted': {
    how: 'the network is gone when one product is deleted',
    says: ['Feil ved sletting', 'Kunne ikke kontakte server'],
    fix: 'they delete it when it is back',
    then: 'Produktet er slettet',
  },
  'history not read': {
    how: 'what stands before the server answers in its place',
    says: ['Historikken ble ikke hentet'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'file not written': {
    how: 'the network is gone when the numbers of a file are said yes to',
    says: ['Filen ble ikke skrevet', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Tallene fra filen er skrevet',
  },
  'products not linked': {
    how: 'the network is gone when two are said to be one',
    says: ['Produktene ble ikke koblet sammen', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Produktene er koblet sammen',
  },
} as const satisfies Record<string, CatalogueRow>

export const MANY_PRODUCTS = {
  'chosen products not deleted': {
    how: 'the network is gone when the chosen ones are deleted',
    says: ['Feil ved sletting', 'Kunne ikke kontakte server'],
    fix: 'they delete them when it is back',
    then: 'Produktene er slettet',
  },
  'some of the chosen not deleted': {
    how: 'ServiceM8 does not let one of them be deleted',
    says: ['Feil ved sletting', 'Slik gikk det', 'Disse feilet:'],
    fix: 'they delete what is left when it does',
    then: 'Produktene er slettet',
  },
  'plan not read': {
    how: 'what stands before the server answers in its place',
    says: ['Kunne ikke lese hva som vil endres'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'Smart Sync not begun': {
    how: 'the network is gone when the plan is said yes to',
    says: ['Feil ved Smart Sync', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Smart Sync er ferdig',
  },
  'Smart Sync not all written': {
    how: 'ServiceM8 does not take one of the prices',
    says: ['Feil ved Smart Sync', 'Slik gikk det', 'Disse feilet:'],
    fix: 'Smart Sync again, which finds what is left',
    then: 'Smart Sync er ferdig',
  },
  'price sync not saved': {
    how: 'the network is gone when it is switched on',
    says: ['Feil ved lagring', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Prisene holdes like fra nå av',
  },
  'price sync without an interval': {
    how: 'it is switched on before anybody has chosen how often',
    says: ['Velg daglig, ukentlig eller månedlig først.'],
    fix: 'they choose one',
    then: null,
  },
  'dry run not read': {
    how: 'what stands before the server answers in its place',
    says: ['Kunne ikke lese hva som ville endres'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'runs not read': {
    how: 'what stands before the server answers in its place',
    says: ['Kunne ikke hente kjøringene'],
    fix: '"Prøv igjen"',
    then: null,
  },
} as const satisfies Record<string, CatalogueRow>
