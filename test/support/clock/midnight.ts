/** The variable that names the file with the clock of a run of `npm run test:midnight`. */
export const CLOCK_FILE = 'MIDNIGHT_CLOCK'
/** Where preload.ts puts the clock: Node loads it, and Vitest would load it again. */
export const MIDNIGHT = Symbol.for('fakturabro.midnight')

export interface MidnightClock {
  /** Milliseconds ahead of the machine's clock. */
  ahead(): number
  /** Has it been set to the last seconds of the month? */
  isSet(): boolean
  /** Sets it, once. */
  setToEve(): void
}

/** The clock of this run, if it is one over midnight. */
export const midnightClock = () => (globalThis as { [MIDNIGHT]?: MidnightClock })[MIDNIGHT]

let hasWorld = false
let hasBegun = false

/** A world is ready: what comes now, comes in the last seconds of a month. */
export function worldIsReady(): void {
  hasWorld = true
  if (hasBegun) midnightClock()?.setToEve()
}

/**
 * A test begins: its world is ready now if there is one, or will be.
 *
 * @param needsWorld false where a test has none
 */
export function testBegins(needsWorld: boolean): void {
  hasBegun = true
  if (hasWorld || !needsWorld) midnightClock()?.setToEve()
}
