import { everything } from '../size.ts'

/**
 * Returns the windows in which a test runs its steps: all of them, or the first alone in a smaller
 * run (docs/decisions/0058-three-sizes-of-tests.md). Only for a user's steps: the look of a screen
 * is checked in every window.
 */
export function seenAt<const T>(windows: readonly T[]): readonly T[] {
  return everything ? windows : windows.slice(0, 1)
}

/** A light desktop and a dark phone. */
export const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const
