/** The variable that names the file with the clock of a run of `npm run test:midnight`. */
export const CLOCK_FILE = 'MIDNIGHT_CLOCK'
/**
 * The place of the clock, set by preload.ts: Node loads that file, and Vitest would load it again.
 */
export const MIDNIGHT = Symbol.for('fakturabro.midnight')

export interface MidnightClock {
  /** Milliseconds ahead of the machine's clock. */
  ahead(): number
  /** True when the clock stands in the last seconds of the month. */
  isSet(): boolean
  /** Sets the clock to the last seconds of the month, once. */
  setToEve(): void
}

/** Returns the clock of this run, if it is a run over midnight. */
export const midnightClock = () => (globalThis as { [MIDNIGHT]?: MidnightClock })[MIDNIGHT]

let hasWorld = false
let hasBegun = false

/** Sets the clock when a world is ready: its tests then run in the last seconds of a month. */
export function worldIsReady(): void {
  hasWorld = true
  if (hasBegun) midnightClock()?.setToEve()
}

/**
 * Sets the clock when a test begins and has a world, or needs none.
 * @param needsWorld false where a test has no world
 */
export function testBegins(needsWorld: boolean): void {
  hasBegun = true
  if (hasWorld || !needsWorld) midnightClock()?.setToEve()
}
