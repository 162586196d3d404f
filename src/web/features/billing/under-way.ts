import { formatMonth } from '#shared/dates'

/** «Fakturaen for mars 2027», of the months whose bill is on its way; null when none is. */
export function nameBills(months: readonly string[]): string | null {
  const names = months.map(formatMonth)
  const last = names.pop()
  if (last === undefined) return null
  if (names.length === 0) return `Fakturaen for ${last}`
  return `Fakturaene for ${names.join(', ')} og ${last}`
}

/**
 * What becomes of a customer's bills under another status. A bill that is on its way is made all
 * the same.
 *
 * @param what what follows «faktureres»
 */
export function billedAfter(name: string, what: string, months: readonly string[]): string {
  const bills = nameBills(months)
  if (bills === null) return `${name} faktureres ${what}`
  const them = months.length === 1 ? 'den' : 'dem'
  return `${bills} er alt på vei og blir laget. Etter ${them} faktureres ${name} ${what}`
}
