/**
 * The media query of the dark pictures. A theme chosen on this device takes precedence over the
 * system's. The pictures are below the first screen and have not loaded yet.
 */
const DARK = '(prefers-color-scheme: dark)'
const { theme } = document.documentElement.dataset
for (const source of theme ? document.querySelectorAll('source') : []) {
  if (!source.media.includes(DARK)) continue
  if (theme === 'dark') source.media = source.media.replace(DARK, '(min-width: 0)')
  else source.remove()
}

export {}
