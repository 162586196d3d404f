/**
 * Comparison of names. "Borettslaget Solsiden", "Solsiden Borettslag" and "SOLSIDEN BRL." are one
 * customer; so are "Håkon & Sønn AS" and "Haakon og Soenn A/S". Names are only compared in this
 * form, never written in it.
 */

/** The legal forms that a name may state, companies and co-operatives, with their spellings. */
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

// Every form may end a name; only these also begin one ("AS Storgata 5", "Sameiet Bakken"), while
// "Da Vinci" is no DA.
const LEADING_FORMS: ReadonlySet<LegalForm> = new Set(['AS', 'BRL', 'SAMEIE', 'STIFTELSE'])

// Words that only organisations have in their names, beside the forms above.
const ORGANIZATION_WORDS: ReadonlySet<string> = new Set(
  (
    'kommune fylkeskommune forening foreningen velforening idrettslag idrettslaget lag laget barnehage barnehagen skole skolen ' +
    'menighet kirkelige fellesraad gruppen holding eiendom eiendommer bygg invest statens avdeling avd'
  ).split(' '),
)

export interface ComparableName {
  /** The name without its form, folded; empty when there was no name. */
  core: string
  form: LegalForm | null
}

/** Returns a name folded for comparison, and the legal form it states. */
export function comparableName(name: string): ComparableName {
  const words = foldText(name)
    .replace(/\ba s\b/g, 'as')
    .split(' ')
  let form: LegalForm | null = null
  let start = 0
  let end = words.length
  // From the end first, where Norwegian companies carry it; never so far that nothing is left of
  // the name.
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
 * Returns the folded name with its form in one spelling ("solsiden brl"): the key of a saved link.
 * "Solsiden AS" has another key.
 */
export function nameKey(name: string): string {
  const { core, form } = comparableName(name)
  return form === null ? core : `${core} ${form.toLowerCase()}`
}

/** Folds to lower case, plain letters (å = aa), "og" for "&", and single spaces for punctuation. */
export function foldText(text: string): string {
  const lower = text.normalize('NFC').toLowerCase()
  // Most texts have no other letters, and are folded many times each.
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
 * Returns true for the same name, allowing for spelling and for a legal form that one of them
 * leaves out. Different forms are different names.
 */
export function isSameName(left: string, right: string): boolean {
  const a = comparableName(left)
  const b = comparableName(right)
  return (
    a.core !== '' && a.core === b.core && (a.form === b.form || a.form === null || b.form === null)
  )
}

/**
 * Returns true for two spellings of a personal name of which one has the surname first: ServiceM8
 * lists people as "Nordmann, Ola". The comma shows the changed order; without one, "Martin Thomas"
 * and "Thomas Martin" may be two people. After an organisation's comma comes a part of it ("Oslo
 * kommune, Grefsen skole").
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

/** Returns true when the name states a company, a housing co-operative or another organisation. */
export function isOrganizationName(name: string): boolean {
  const isWord = (word: string) => ORGANIZATION_WORDS.has(word)
  return comparableName(name).form !== null || foldText(name).split(' ').some(isWord)
}

/**
 * Returns the numbers in a name, in order: "Sameiet Storgata 12–14" → ["12", "14"]. Names with
 * other numbers are other customers.
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
