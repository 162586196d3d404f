const asks = new EventTarget()

/** Opens the command palette from elsewhere than the keyboard. */
export const askForPalette = (): void => void asks.dispatchEvent(new Event('asked'))

/** Calls the function at every {@link askForPalette}; returns how to stop. */
export function onPaletteAsked(act: () => void): () => void {
  asks.addEventListener('asked', act)
  return () => asks.removeEventListener('asked', act)
}
