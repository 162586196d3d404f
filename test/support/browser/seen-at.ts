import { everything } from '../size.ts'

/**
 * The windows in which a test does what it does: all of them, or the first alone in a smaller run
 * (docs/decisions/0058-three-sizes-of-tests.md). Only for what a person does: how a
 * screen looks is tried in every window.
 */
export function seenAt<const T>(windows: readonly T[]): readonly T[] {
  return everything ? windows : windows.slice(0, 1)
}
