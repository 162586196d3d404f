const NUMBER = String.raw`[ .:#-]*(?:nr|nummer|no|id)?[ .:#-]*((?:\p{L}{1,4}[-/]?)?\d(?:[\d ./-]*\d)?\p{L}?)$`
const DIGITS = String.raw`[ .:#-]*(?:nr|nummer|no|id)?[ .:#-]*(?:[A-Z]{2} ?)?\d[\d ./-]*$`

const REFERENCES =
  'ref(?:eranse)?|bestillings?|best|ordre|rekvisisjons?|rekv|prosjekt|innkjøps(?:ordre)?|innk[. ]*ordre|po|ressurs|' +
  'kost(?:nads)?sted|avtale|kontrakt|saks?|tilbuds?'

/**
 * Matches a contact person at the recipient, or the recipient's own reference; both become the
 * invoice's "deres referanse". The captured text is empty when the label has no value.
 */
const ATTENTION = new RegExp(
  `^(?:${[
    /att(?:n|ention)?(?:[.:]+ *| +|$)|f\.?a\.?o\.?[: ]+|v\/ *|ved: *|kontakt(?:person)?: *|kontaktperson +/u,
    /(?:bestiller|attestant|innkjøper|ansvarlig|prosjektleder|byggeleder): */u,
    /(?:deres |dykkar )?ref(?:eranse)?(?:\.? ?nr)?[.:]+ *|(?:deres|dykkar) ref(?:eranse)? +/u,
    /(?:faktura(?:en)? )?merk(?:es|ing)?(?: faktura(?:en)?)?(?: med)?[.:]+ */u,
    /merk faktura(?:en)?(?: med)? +|faktura(?:en)?(?: må| skal| bes)? merkes(?: med)? +/u,
    /(?:bestillings|ordre|rekvisisjons?|prosjekt|innkjøps|po)(?:ordre)?[ .-]*(?:nr|nummer)?\.?: */u,
  ]
    .map(({ source }) => source)
    .join('|')})(.*)`,
  'iu',
)
const OFFICE =
  /^(?:faktura(?:mottak|sentral(?:en)?|avdeling(?:en)?)|(?:lønn og )?regnskap(?:et|savdeling(?:en)?|skontor(?:et)?)?|økonomi(?:avdeling(?:en)?)?|leverandørreskontro)$/iu
const REFERENCE = new RegExp(`^(?:deres |dykkar )?(?:${REFERENCES})${NUMBER}`, 'iu')

export function attentionIn(part: string): string | null {
  return REFERENCE.exec(part)?.[1] ?? ATTENTION.exec(part)?.[1]?.trim() ?? null
}

/** Returns true for the name of an office, which belongs to the address even without a number. */
export const isOffice = (part: string): boolean => OFFICE.test(part)

/**
 * Returns true for the recipient's own reference, which must not be read as an organisation number.
 */
export const isReference = (part: string): boolean => REFERENCE.test(part)

/** The details that an invoice cannot or must not state: other numbers, websites, payment terms. */
const NOT_SAID: readonly RegExp[] = [
  new RegExp(
    `^(?:kid|kunde[- ]?(?:nr|nummer|id)|medlems[- ]?(?:nr|nummer|id)|(?:bank)?konto|iban|swift|bic|fnr|pnr|` +
      `(?:fødsels|person|måler|serie|lisens|polise|skade|anleggs)(?:nr|nummer|dato)|måler|målepunkt|faktura)${DIGITS}`,
    'iu',
  ),
  /^(?:f|født)\.?:? ?(?:\d{1,2}[. ]+\d{1,2}[. ]+)?\d{2,4}$/iu,
  /^vår(?:t)? ref(?:eranse)?[.: ].*$/iu,
  // Organisation numbers of other countries: "SE556677-8899", "CVR 12345678".
  /^(?:[\p{L}. -]{0,20}[:. ])??[A-Z]{2} ?\d{6,10}-?\d{4}[A-Z\d]*$/u,
  /^(?:cvr|nip|ust-?id|y-?tunnus)[\p{L}. -]*:? ?(?:[A-Z]{2} ?)?\d[\d .-]{6,}$/iu,
  /^(?:(?:web|www|nett(?:side|sted)?|hjemmeside|internett)(?:adresse)?[: ]+)?(?:https?:\/\/|www\.)\S+$/iu,
  /^(?:web|nett(?:side|sted)?|hjemmeside)(?:adresse)?[: ]+\S+\.\p{L}{2,}\/?$/iu,
  /^(?:betalingsfrist|forfall|kredittid|betaling)[: ]+\d+ dag(?:er)?(?: netto)?$/iu,
]
const DOMAIN = /^(?:[\p{L}\d-]+\.)+(?:no|com|net|org|se|dk|eu|io)\/?$/iu

/**
 * Returns true for a part that the invoice must not state.
 *
 * @param isFirst true for the first part of the text, because a company may be called "Solsiden.no"
 */
export function isNotSaid(part: string, isFirst: boolean): boolean {
  return NOT_SAID.some((pattern) => pattern.test(part)) || (!isFirst && DOMAIN.test(part))
}
