/** Environment variable with the clock file's path, for `npm run test:midnight`. */
export const CLOCK_FILE = 'MIDNIGHT_CLOCK'
/** Global symbol for the clock, because Vitest would load the module a second time. */
export const MIDNIGHT = Symbol.for('fakturabro.midnight')

export interface MidnightClock {
  /** Returns the milliseconds that this clock is ahead of the machine's clock. */
  ahead(): number
  isSet(): boolean
  setToEve(): void
}

/** Returns the clock shared by `npm run test:midnight`; undefined in other runs. */
export const midnightClock = () => (globalThis as { [MIDNIGHT]?: MidnightClock })[MIDNIGHT]

let hasWorld = false
let hasBegun = false

/** Records that a world is ready, and sets the clock to the month's end if a test has begun. */
export function worldIsReady(): void {
  hasWorld = true
  if (hasBegun) midnightClock()?.setToEve()
}

/** Sets the clock to the month's end immediately, for a world whose own clock stays at daytime. */
export function meetMidnight(): void {
  midnightClock()?.setToEve()
}

/**
 * Sets the clock to the last seconds of the month when a test begins, if a world is ready or not
 * needed.
 * @param needsWorld false for a test without a world
 */
export function testBegins(needsWorld: boolean): void {
  hasBegun = true
  if (hasWorld || !needsWorld) midnightClock()?.setToEve()
}
