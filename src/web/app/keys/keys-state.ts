/** What a key asks for, wherever on the page it is pressed. */
export type KeyWish = 'palette' | 'search' | 'help' | 'rows'

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/**
 * Ctrl or ⌘ with K works everywhere; single keys only where nobody is writing, and not while a
 * panel is open, whose keys are its own.
 */
export function keyWish(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  place: { writing: boolean; inPanel: boolean },
): KeyWish | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null
  if (place.writing || place.inPanel) return null
  if (key === '/') return 'search'
  if (key === 'j' || key === 'k') return 'rows'
  return key === '?' ? 'help' : null
}

/** @param platform `navigator.platform`: deprecated, but only Chromium has its successor */
export const isApple = (platform: string) => /^(Mac|iPhone|iPad)/.test(platform)

/** What has been typed after one more letter, or the key that takes the last one back. */
export function typedAfter(typed: string, key: string): string {
  return key === 'Backspace' ? typed.slice(0, -1) : typed + key
}
