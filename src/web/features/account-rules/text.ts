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
  none: 'Ingen kontoregler',
  rule: (number: number) => `Regel ${number}`,
  hits: (count: number) => (count === 1 ? '1 treff' : `${count} treff`),
  account: 'Konto',
  full: `Høyst ${MOST_RULES} regler`,
  trial: `Prøv på de siste ${TRIAL_LINES} linjene`,
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
  chooseItem: 'Velg en vare fra listen',
  chooseCategoryFirst: 'Velg en kategori',
  writeWord: 'Skriv teksten som linjene skal inneholde',
  chooseAccountFirst: 'Velg en konto',
  fourDigits: 'En konto har fire siffer',
  sameAs: (number: number) => `Gjelder det samme som regel ${number}`,
}

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
