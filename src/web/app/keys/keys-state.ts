export type KeyWish = 'palette' | 'search' | 'help' | 'rows'

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/**
 * Returns the action for a key press, or null. Single keys (all but Ctrl or ⌘ K) work only while no
 * text field has the focus and no panel is open.
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

/**
 * Returns true on Apple devices.
 * @param platform `navigator.platform`: deprecated, but its successor exists only in Chromium
 */
export const isApple = (platform: string) => /^(Mac|iPhone|iPad)/.test(platform)

/** Returns the name of the key that is held for shortcuts. */
export const commandKey = () => (isApple(navigator.platform) ? '⌘' : 'Ctrl')

/** Returns the typed text after one more key press (a letter or Backspace). */
export function typedAfter(typed: string, key: string): string {
  return key === 'Backspace' ? typed.slice(0, -1) : typed + key
}
