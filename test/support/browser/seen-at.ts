/**
 * The windows in which a test does what it does: all of them, or the first alone with
 * TEST_WINDOWS=first, as in .ci/run (docs/decisions/0057-what-the-gate-tries-in-one-window.md).
 * Only for what a person does: how a screen looks is tried in every window.
 */
export function seenAt<const T>(windows: readonly T[]): readonly T[] {
  return process.env['TEST_WINDOWS'] === 'first' ? windows.slice(0, 1) : windows
}
