/**
 * This file compares names. "Borettslaget Solsiden", "Solsiden Borettslag" and "SOLSIDEN BRL." are
 * one customer, and so are "Håkon & Sønn AS" and "Haakon og Soenn A/S". Names are normalised only
 * for comparison, and are never written in normalised form.
 */

const FORMS = {
  AS: ['as', 'aksjeselskap', 'aksjeselskapet'],
  ASA: ['asa'],
  ENK: ['enk', 'enkeltpersonforetak'],
  ANS: ['ans'],
  DA: ['da'],
  BA: ['ba'],
  SA: ['sa', 'samvirkeforetak'],
  NUF: ['nuf'],
  KS: ['ks'],
  BRL: ['brl', 'borettslag', 'borettslaget', 'burettslag', 'burettslaget'],
  SAMEIE: [
    'sameie',
    'sameiet',
    'boligsameie',
    'boligsameiet',
    'eierseksjonssameie',
    'eierseksjonssameiet',
  ],
  STIFTELSE: ['stiftelse', 'stiftelsen'],
} as const

export type LegalForm = keyof typeof FORMS

const FORM_OF_WORD = new Map<string | undefined, LegalForm>(
  (Object.keys(FORMS) as LegalForm[]).flatMap((form) =>
    FORMS[form].map((word): [string, LegalForm] => [word, form]),
  ),
)

// Any legal form can end a name, but only these also begin a name ("AS Storgata 5", "Sameiet
// Bakken"); "Da Vinci" is not a DA.
const LEADING_FORMS: ReadonlySet<LegalForm> = new Set(['AS', 'BRL', 'SAMEIE', 'STIFTELSE'])

// Words, besides the legal forms above, that occur only in names of organisations.
const ORGANIZATION_WORDS: ReadonlySet<string> = new Set(
  (
    'kommune fylkeskommune forening foreningen velforening idrettslag idrettslaget lag laget barnehage barnehagen skole skolen ' +
    'menighet kirkelige fellesraad gruppen holding eiendom eiendommer bygg invest statens avdeling avd'
  ).split(' '),
)

export interface ComparableName {
  core: string
  form: LegalForm | null
}

export function comparableName(name: string): ComparableName {
  const words = foldText(name)
    .replace(/\ba s\b/g, 'as')
    .split(' ')
  let form: LegalForm | null = null
  let start = 0
  let end = words.length
  // Looks for legal forms at the end first, where Norwegian companies have them. At least one word
  // remains as the name.
  while (end > 1) {
    const last = FORM_OF_WORD.get(words[end - 1])
    if (!last) break
    form ??= last
    end -= 1
  }
  while (start < end - 1) {
    const first = FORM_OF_WORD.get(words[start])
    if (!first || !LEADING_FORMS.has(first)) break
    form ??= first
    start += 1
  }
  return { core: words.slice(start, end).join(' '), form }
}

/**
 * Returns the normalised name with one spelling of its legal form ("solsiden brl"), the key of a
 * saved link. "Solsiden AS" has a different key.
 */
export function nameKey(name: string): string {
  const { core, form } = comparableName(name)
  return form === null ? core : `${core} ${form.toLowerCase()}`
}

/**
 * Normalises text to lower case, plain letters (å = aa), "og" for "&", and single spaces for
 * punctuation.
 */
export function foldText(text: string): string {
  const lower = text.normalize('NFC').toLowerCase()
  // A shortcut for ASCII texts: most texts are ASCII and are normalised many times each.
  if (IS_ASCII.test(lower))
    return lower
      .replace(/[&+]/g, ' og ')
      .replace(/['`]/g, '')
      .replace(/[^a-z\d]+/g, ' ')
      .trim()
  return lower
    .replace(/[åæäøöß]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[&+]/g, ' og ')
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const IS_ASCII = /^[\s!-~]*$/

/**
 * Returns true for the same name, allowing for spelling and for a legal form that only one of them
 * has. Names with different legal forms are different.
 */
export function isSameName(left: string, right: string): boolean {
  const a = comparableName(left)
  const b = comparableName(right)
  return (
    a.core !== '' && a.core === b.core && (a.form === b.form || a.form === null || b.form === null)
  )
}

/**
 * Returns true for two spellings of a personal name, one of them with the surname first: ServiceM8
 * lists people as "Nordmann, Ola". The comma is required; without it, "Martin Thomas" and "Thomas
 * Martin" can be two people. In an organisation's name, a part of the organisation follows the
 * comma ("Oslo kommune, Grefsen skole"), so such names never match here.
 */
export function isTurnedName(left: string, right: string): boolean {
  if (isOrganizationName(left) || isOrganizationName(right)) return false
  const [a, b] = [foldText(surnameLast(left)), foldText(surnameLast(right))]
  return a !== '' && a === b
}

function surnameLast(name: string): string {
  const [surname, given, ...others] = name.split(',')
  return given === undefined || others.length > 0 ? name : `${given} ${surname}`
}

export function isOrganizationName(name: string): boolean {
  const isWord = (word: string) => ORGANIZATION_WORDS.has(word)
  return comparableName(name).form !== null || foldText(name).split(' ').some(isWord)
}

/**
 * Returns the numbers in a name, in order: "Sameiet Storgata 12–14" → ["12", "14"]. Names with
 * different numbers belong to different customers.
 */
export function numbersIn(name: string): string[] {
  return name.match(/\d+/g) ?? []
}

const LETTERS: Readonly<Record<string, string>> = {
  å: 'aa',
  æ: 'ae',
  ä: 'ae',
  ø: 'oe',
  ö: 'oe',
  ß: 'ss',
}
