import { repeated } from '../acts/text.ts'

export const text = {
  button: 'Skann strekkode',
  title: 'Skann strekkode',
  intro: 'Hold strekkoden foran kameraet. Produktet vises her, og du kan telle det.',
  starting: 'Starter kameraet',
  looking: 'Ser etter en strekkode',
  view: 'Det kameraet ser',
  cannot: 'Denne nettleseren kan ikke lese strekkoder',
  cannotWhy:
    'Bruk Chrome på en Android-telefon. Du kan også skrive strekkoden i søkefeltet: den finner produktet.',
  noCamera: 'Fikk ikke brukt kameraet',
  noCameraWhy: 'Gi nettleseren lov til å bruke kameraet for denne siden, og prøv igjen.',
  tryAgain: 'Prøv igjen',
  unknown: (code: string) => `Ingen produkter har strekkoden ${repeated(code)}.`,
  several: (code: string) => `Flere produkter har strekkoden ${repeated(code)}.`,
  show: 'Vis i listen',
  next: 'Skann neste',
  close: 'Lukk',
  stock: 'Lager',
  notCounted: 'Bare produkter som er i begge systemer, kan telles her.',
} as const
