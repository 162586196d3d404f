import { createHash } from 'node:crypto'

/** Returns a random number in [0, 1); the same seed gives the same sequence. */
export type Random = () => number

/** Creates a mulberry32 generator, which is small, fast and random enough for faults and prices. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Derives a uuid from a name, so that tests can refer to a seeded record without a look-up. */
export function namedUuid(name: string): string {
  const hex = createHash('sha1').update(`fakturabro-sandbox:${name}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('pick needs at least one value')
  return value
}
