import { everything } from '../size.ts'

/**
 * Returns the viewports in which a test repeats the user's steps: all of them, or only the first in
 * a smaller run (docs/decisions/0058-three-sizes-of-tests.md). Not for tests of a screen's
 * appearance, which is checked in every viewport.
 */
export function seenAt<const T>(windows: readonly T[]): readonly T[] {
  return everything ? windows : windows.slice(0, 1)
}

export const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const
