/**
 * This file converts names and places from the register, which are in capitals, to their usual
 * spelling. Doubtful words are left in capitals: "ABB" can be initials or a name, and wrongly kept
 * capitals are easier to notice than wrongly changed ones. The user sees the name and can change it
 * before it is used.
 */

/** Words in lower case between other words. "DA" is left out because it is also a legal form. */
const SMALL = wordSet(
  'og i på av for til fra med ved om under en et de den det and of the van von der di del la le avd',
)

/**
 * Short words that are not abbreviations; other words of at most three letters count as
 * abbreviations.
 */
const SHORT = wordSet(
  'bad bak bar bil bio bok bom bor bro bru bud by båt dyr egg eik el eng fin fly fot fri ' +
    'fru frø får gul hav hei hel hus huk hår høy inn is jul kro lab lag lam lek lim lov lun ' +
    'lys lær løv mai mat mer mor mot mur myr mål min din sin ned nok ny nye nå opp oss pub ' +
    'rad ren ro rom ror rør røk sag sjø ski sko sky sol spa st sum sy syd så sør tak tog tre ' +
    'tun tur tå ull ung ur ut uke vei vel vin vår våt øl øre øst øy øya år art ark ' +
    'ada alf ane ann are bo dag dan eli eva gry guy ida ina isa jan jim jo joe jon kai kaj ' +
    'kay kim kit lea leo lis liv loe max may mia moe ola ole odd ove per pia pål ray roy siv ' +
    'tea tim tom tor ulf una unn uno åge åse aas ask bøe bye dal due eid eie lee li lia lid ' +
    'lie næs ree roe rud røe vea vie vik øen øye ' +
    'bø lom mo nes os ål ås åre',
)

/** Abbreviations with more than three letters. */
const CAPITALS = wordSet('ikea nito nupi obos rema tobb usbl')

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** Returns a company's name in its usual spelling: "FURUTOPPEN II" → "Furutoppen II". */
export function nameAsWritten(name: string): string {
  const text = name.trim().replace(/\s+/g, ' ')
  // Text in mixed case already has the spelling that its owner has chosen.
  if (/\p{Ll}/u.test(text)) return text
  return eachWord(text, writtenWord)
}

/**
 * Returns a place in its usual spelling: "MO I RANA" → "Mo i Rana". No Norwegian place name is an
 * abbreviation. Text with digits, such as a foreign place with its postcode, is returned unchanged.
 */
export function placeAsWritten(place: string): string {
  const text = place.trim()
  if (/[\p{Ll}\p{N}]/u.test(text)) return text
  return eachWord(text, (word, { inside }) =>
    inside && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : capitalized(word),
  )
}

interface Position {
  last: boolean
  inside: boolean
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’]*/gu

function eachWord(text: string, write: (word: string, at: Position) => string): string {
  return text.replace(WORD, (word, offset: number) => {
    const before = text.slice(0, offset)
    const after = text.slice(offset + word.length)
    return write(word, { last: after === '', inside: /\s$/.test(before) && /^\s/.test(after) })
  })
}

function writtenWord(word: string, { last, inside }: Position): string {
  const small = word.toLowerCase()
  const bare = small.replace(/\.$/, '')
  if (SMALL.has(bare) && !last) return inside ? small : capitalized(word)
  // Words with digits, such as 3T, REMA 1000, B2B.
  if (/\p{N}/u.test(word)) return word
  if (/^\p{L}+\.(no|com|net|org)$/u.test(small)) return capitalized(word)
  // Abbreviations with dots, such as "A.S" and "P.A."
  if (bare.includes('.')) return word
  // Roman numerals: "II", "XIV", and "I" or "V" as the last word.
  if (/^X{0,3}(IX|IV|V?I{0,3})$/.test(word)) return word
  if (CAPITALS.has(bare)) return word
  if (bare.length <= 3) return SHORT.has(bare) ? capitalized(word) : word
  return hasVowel(bare) ? capitalized(word) : word
}

const hasVowel = (word: string) => /[aeiouyæø]/.test(word.normalize('NFD'))

function capitalized(word: string): string {
  const small = word.toLowerCase()
  const prefixed = /^(\p{L}['’])(\p{L}{2,}.*)$/u.exec(small)
  if (prefixed) return `${prefixed[1]?.toUpperCase()}${upperFirst(prefixed[2] ?? '')}`
  return upperFirst(small)
}

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
