import {
  MOST_RULES,
  TRIAL_LINES,
  type AccountRule,
  type RuleKind,
} from '#shared/contracts/account-rules'

export const KIND_NAMES: Record<RuleKind, string> = {
  item: 'En vare eller timepris',
  category: 'En jobbkategori',
  word: 'En tekst i linjen',
  labour: 'Alt arbeid',
  goods: 'Alle varer',
}

export const text = {
  title: 'Kontoregler',
  intro:
    'MVA-tabellen gir hver linje en konto. En regel her gir linjene den gjelder for, en annen. Den første regelen som passer, bestemmer.',
  promise:
    'MVA-en endres aldri: tar kontoen ikke linjens MVA-type, hoppes regelen over. Utkast som er laget, blir som de er.',
  none: 'Ingen kontoregler',
  noneWhy: 'Linjene får kontoene i MVA-tabellen.',
  noCompany: 'Velg selskap i Fiken først. Reglene gjelder kontoplanen der.',
  make: 'Lag kontoregler',
  change: 'Endre kontoregler',
  loading: 'Laster kontoregler …',
  failed: 'Kunne ikke laste kontoreglene',
  tryAgain: 'Prøv igjen',
  rule: (number: number) => `Regel ${number}`,
  kind: 'Gjelder',
  item: 'Vare eller timepris',
  itemHint: 'Søk på navn eller varenummer i ServiceM8.',
  searching: 'Søker …',
  searchFailed: 'Kunne ikke søke. Prøv igjen om litt.',
  noHits: 'Ingen varer med denne teksten',
  hits: (count: number) => (count === 1 ? '1 treff' : `${count} treff`),
  category: 'Kategori',
  chooseCategory: 'Velg kategori',
  noCategories: 'Det er ingen jobbkategorier i ServiceM8.',
  categoriesLoading: 'Henter kategorier …',
  word: 'Linjen inneholder',
  wordHint: 'Store og små bokstaver er det samme.',
  account: 'Konto',
  chooseAccount: 'Velg konto',
  up: (number: number) => `Flytt regel ${number} opp`,
  down: (number: number) => `Flytt regel ${number} ned`,
  remove: (number: number) => `Fjern regel ${number}`,
  add: 'Legg til regel',
  full: `Høyst ${MOST_RULES} regler`,
  trial: `Prøv på de siste ${TRIAL_LINES} linjene`,
  trialFailed: 'Kunne ikke prøve reglene',
  trialNone: 'Ingen linjer er hentet ennå, så det er ingenting å prøve reglene på.',
  changed: (count: number) =>
    count === 0
      ? 'Ingen linjer endrer konto'
      : count === 1
        ? '1 linje endrer konto'
        : `${count} linjer endrer konto`,
  changedOf: (lines: number) =>
    lines === 1
      ? 'Prøvd på den ene linjen som er hentet. Ingenting er endret.'
      : `Prøvd på de siste ${lines} linjene. Ingenting er endret.`,
  job: (number: string) => `Jobb #${number}`,
  fromTo: (from: string, to: string) => `${from} → ${to}`,
  fromToRead: (from: string, to: string) => `fra konto ${from} til ${to}`,
  save: 'Lagre regler',
  saved: 'Kontoreglene er lagret',
  savedWhy: 'De gjelder fra neste utkast.',
  saveFailed: 'Kontoreglene er ikke lagret',
  cancel: 'Avbryt',
  unsaved: 'Reglene er endret, og ikke lagret',
  discard: 'Forkast endringene',
  keep: 'Fortsett å redigere',
  chooseItem: 'Velg en vare fra listen',
  chooseCategoryFirst: 'Velg en kategori',
  writeWord: 'Skriv teksten som linjene skal inneholde',
  chooseAccountFirst: 'Velg en konto',
  fourDigits: 'En konto har fire siffer',
  sameAs: (number: number) => `Gjelder det samme som regel ${number}`,
}

/** What a rule is about, in words. */
export function aboutText({ kind, value, label }: AccountRule): string {
  switch (kind) {
    case 'item':
      return label
    case 'category':
      return `Kategori: ${label}`
    case 'word':
      return `Linjen inneholder «${value}»`
    case 'labour':
    case 'goods':
      return KIND_NAMES[kind]
  }
}
