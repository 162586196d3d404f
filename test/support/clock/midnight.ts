/**
 * Environment variable with the path of the clock file that all processes of `npm run
 * test:midnight` share.
 */
export const CLOCK_FILE = 'MIDNIGHT_CLOCK'
/**
 * Global symbol under which preload.ts stores the clock, because Vitest would load the module a
 * second time.
 */
export const MIDNIGHT = Symbol.for('fakturabro.midnight')

export interface MidnightClock {
  /** Milliseconds ahead of the machine's clock. */
  ahead(): number
  isSet(): boolean
  setToEve(): void
}

/** Returns the clock shared by `npm run test:midnight`; undefined in other runs. */
export const midnightClock = () => (globalThis as { [MIDNIGHT]?: MidnightClock })[MIDNIGHT]

let hasWorld = false
let hasBegun = false

/**
 * Records that a world is ready. If a test has already begun, sets the clock to the last seconds of
 * the month.
 */
export function worldIsReady(): void {
  hasWorld = true
  if (hasBegun) midnightClock()?.setToEve()
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
