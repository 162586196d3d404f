import { foldText } from '#shared/names'

export const DEFAULT_COUNTRY = 'Norge'
export const BRITAIN = 'Storbritannia'
export const NETHERLANDS = 'Nederland'

const ALSO: Record<string, string> = {
  noreg: 'Norge',
  no: 'Norge',
  suomi: 'Finland',
  deutschland: 'Tyskland',
  england: BRITAIN,
  skottland: BRITAIN,
  scotland: BRITAIN,
  wales: BRITAIN,
  'great britain': BRITAIN,
  'nord irland': BRITAIN,
  'northern ireland': BRITAIN,
  uk: BRITAIN,
  'u k': BRITAIN,
  'u s a': 'USA',
  holland: NETHERLANDS,
  'the netherlands': NETHERLANDS,
  nederlandene: NETHERLANDS,
  'united states of america': 'USA',
  amerika: 'USA',
  polska: 'Polen',
  færøerne: 'Færøyene',
  føroyar: 'Færøyene',
  'faeroe islands': 'Færøyene',
  eesti: 'Estland',
  latvija: 'Latvia',
  lietuva: 'Litauen',
  eire: 'Irland',
  'republic of ireland': 'Irland',
  espana: 'Spania',
  italia: 'Italia',
  österreich: 'Østerrike',
  schweiz: 'Sveits',
  suisse: 'Sveits',
  svizzera: 'Sveits',
  belgie: 'Belgia',
  belgique: 'Belgia',
  cesko: 'Tsjekkia',
  'czech republic': 'Tsjekkia',
  magyarorszag: 'Ungarn',
  hrvatska: 'Kroatia',
  slovensko: 'Slovakia',
  slovenija: 'Slovenia',
  turkey: 'Tyrkia',
  turkiye: 'Tyrkia',
  brasil: 'Brasil',
  emiratene: 'De forente arabiske emirater',
  uae: 'De forente arabiske emirater',
  'hong kong': 'Hongkong SAR Kina',
  hongkong: 'Hongkong SAR Kina',
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
/** The country codes that are withdrawn or do not denote a country. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ'])
const NORWEGIAN = new Intl.DisplayNames('nb', { type: 'region', fallback: 'none' })
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => !NO_COUNTRY.has(code) && NORWEGIAN.of(code) !== undefined,
)

const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...namesIn('en'),
  ...namesIn('nb'),
  ...Object.entries(ALSO).map(([name, ours]): [string, string] => [foldText(name), ours]),
])

/**
 * Returns the Norwegian name for a country's Norwegian or English name; null for any other text.
 */
export function countryName(text: string): string | null {
  return COUNTRIES.get(foldText(text)) ?? null
}

/** The vehicle country codes, which are often written before a postcode: "D-10117", "S-111 43". */
const OF_CARS: Record<string, string> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  F: 'FR',
  FIN: 'FI',
  I: 'IT',
  L: 'LU',
  N: 'NO',
  S: 'SE',
}

/** Returns the Norwegian name for an ISO 3166 or vehicle country code; null for any other text. */
export function countryOfCode(text: string): string | null {
  const code = OF_CARS[text.trim()] ?? text.trim()
  return CODES.includes(code) ? (NORWEGIAN.of(code) ?? null) : null
}

function namesIn(language: string): [string, string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return CODES.flatMap((code) => {
    const [name, ours] = [names.of(code), NORWEGIAN.of(code)]
    return name && ours ? [[foldText(name), ours] satisfies [string, string]] : []
  })
}
