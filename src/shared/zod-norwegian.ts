import * as z from 'zod/mini'

/**
 * Sets Norwegian messages for every validation error without its own message, because zod's mini
 * entry only has "Invalid input". Server and browser both call {@link speakNorwegian} at startup,
 * so that they give the same message for the same value.
 */
export function speakNorwegian(): void {
  z.config({ localeError: sentenceFor })
}

const MISSING = 'Feltet er påkrevd'

const KINDS: Partial<Record<string, string>> = {
  string: 'Må være en tekst',
  number: 'Må være et tall',
  int: 'Må være et helt tall',
  boolean: 'Må være ja eller nei',
  array: 'Må være en liste',
  object: 'Ugyldig innhold',
  record: 'Ugyldig innhold',
  date: 'Ugyldig dato',
}

const FORMATS: Partial<Record<string, string>> = {
  email: 'Ugyldig e-postadresse',
  url: 'Ugyldig nettadresse',
  uuid: 'Ugyldig id',
  date: 'Ugyldig dato',
  datetime: 'Ugyldig tidspunkt',
  time: 'Ugyldig klokkeslett',
}

function sentenceFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return MISSING
      return KINDS[issue.expected] ?? 'Ugyldig verdi'
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? MISSING : `Må ha minst ${issue.minimum} tegn`
      if (issue.origin === 'array' || issue.origin === 'set') return `Må ha minst ${issue.minimum}`
      return issue.inclusive === false
        ? `Må være større enn ${issue.minimum}`
        : `Må være minst ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `Kan ha høyst ${issue.maximum} tegn`
      if (issue.origin === 'array' || issue.origin === 'set') return `Kan ha høyst ${issue.maximum}`
      return issue.inclusive === false
        ? `Må være mindre enn ${issue.maximum}`
        : `Kan være høyst ${issue.maximum}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Ugyldig format'
    case 'not_multiple_of':
      return `Må kunne deles på ${issue.divisor}`
    case 'invalid_value':
      return 'Ugyldig valg'
    case 'unrecognized_keys':
      return `Ukjent felt: ${issue.keys.join(', ')}`
    default:
      return 'Ugyldig verdi'
  }
}
