import { formatMonth } from '#shared/dates'

/** Returns a name such as «Fakturaen for mars 2027»; null if no bills are being created. */
export function nameBills(months: readonly string[]): string | null {
  const names = months.map(formatMonth)
  const last = names.pop()
  if (last === undefined) return null
  if (names.length === 0) return `Fakturaen for ${last}`
  return `Fakturaene for ${names.join(', ')} og ${last}`
}

/**
 * Returns the sentence about a new status, and says that bills already being created are still
 * sent.
 * @param what the words after «faktureres»
 */
export function billedAfter(name: string, what: string, months: readonly string[]): string {
  const bills = nameBills(months)
  if (bills === null) return `${name} faktureres ${what}`
  const them = months.length === 1 ? 'den' : 'dem'
  return `${bills} er alt på vei og blir laget. Etter ${them} faktureres ${name} ${what}`
}
