import { foldText } from '#shared/names'

export const DEFAULT_COUNTRY = 'Norge'
export const BRITAIN = 'Storbritannia'
export const NETHERLANDS = 'Nederland'

/** How people write countries besides their Norwegian and English names. */
const ALSO: Record<string, string> = {
  noreg: 'Norge',
  no: 'Norge',
  suomi: 'Finland',
  deutschland: 'Tyskland',
  england: BRITAIN,
  skottland: BRITAIN,
  wales: BRITAIN,
  uk: BRITAIN,
  holland: NETHERLANDS,
  'the netherlands': NETHERLANDS,
  'united states of america': 'USA',
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
/** Withdrawn or not of a country: exceptional codes that still have a name. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ'])

/** Folded names, to the name Norwegians use, which is what Fiken's contacts carry. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...namesIn('en'),
  ...namesIn('nb'),
  ...Object.entries(ALSO),
])

/** A country by its Norwegian or English name, in Norwegian; null for what is none. */
export function countryName(text: string): string | null {
  return COUNTRIES.get(foldText(text)) ?? null
}

function namesIn(language: string): [string, string][] {
  const norwegian = new Intl.DisplayNames('nb', { type: 'region', fallback: 'none' })
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const [name, ours] = [names.of(code), norwegian.of(code)]
    return name && ours && !NO_COUNTRY.has(code)
      ? [[foldText(name), ours] satisfies [string, string]]
      : []
  })
}
