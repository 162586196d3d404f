import type { CatalogueRow } from './index.ts'

export const CUSTOMERS = {
  'customers not read': {
    how: 'what stands before the server answers in its place',
    says: ['Kunne ikke hente kundene'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'recipient without a name': {
    how: 'the name is emptied and saved',
    says: ['Skriv hvem fakturaen skal til'],
    fix: 'they write one',
    then: null,
  },
  'wrong organisation number': {
    how: 'a digit of it is wrong',
    says: ['Organisasjonsnummeret er ikke gyldig'],
    fix: 'they write the right one',
    then: null,
  },
  'recipient not saved': {
    how: 'the network is gone when the recipient is saved',
    says: ['Feil ved oppdatering', 'Kunne ikke kontakte server'],
    fix: '"Lagre" when it is back',
    then: 'Kunden er oppdatert',
  },
  'save not taken back': {
    how: 'the network is gone when "Angre" is clicked',
    says: ['Kunne ikke angre', 'Kunne ikke kontakte server'],
    fix: 'the former recipient is saved again',
    then: 'Kunden er oppdatert',
  },
  'decisions not read': {
    how: 'what stands before the server answers in its place',
    says: ['Kunne ikke hente valgene'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'decision not forgotten': {
    how: 'the network is gone when "Glem" is clicked',
    says: ['Valget ble ikke glemt', 'Kunne ikke kontakte server'],
    fix: '"Glem" when it is back',
    then: 'Valget er glemt',
  },
  'candidates not read': {
    how: 'what stands before the server answers in its place when a person is to choose',
    says: ['Kunne ikke hente kontaktene'],
    fix: '"Prøv igjen"',
    then: null,
  },
  'candidate not chosen': {
    how: 'a person is about to answer with nothing chosen',
    says: ['Velg en av kontaktene, eller lag en ny kunde.'],
    fix: 'they choose one',
    then: null,
  },
  'choice not saved': {
    how: 'the network is gone when the contact is chosen',
    says: ['Valget ble ikke lagret', 'Kunne ikke kontakte server'],
    fix: 'the same button when it is back',
    then: 'Kunden er valgt',
  },
} as const satisfies Record<string, CatalogueRow>
