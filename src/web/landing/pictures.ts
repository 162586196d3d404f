/**
 * The pictures follow the system's theme; where the user has chosen one on this device, they follow
 * that. They lie below the first screen, so none has been loaded yet.
 */
const DARK = '(prefers-color-scheme: dark)'
const { theme } = document.documentElement.dataset
for (const source of theme ? document.querySelectorAll('source') : []) {
  if (!source.media.includes(DARK)) continue
  if (theme === 'dark') source.media = source.media.replace(DARK, '(min-width: 0)')
  else source.remove()
}

export {}
