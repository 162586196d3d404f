/**
 * The pictures follow the system; where a theme was chosen on this device, they follow that. They
 * are below what is seen first, so none has been fetched yet.
 */
const DARK = '(prefers-color-scheme: dark)'
const { theme } = document.documentElement.dataset
for (const source of theme ? document.querySelectorAll('source') : []) {
  if (!source.media.includes(DARK)) continue
  if (theme === 'dark') source.media = source.media.replace(DARK, '(min-width: 0)')
  else source.remove()
}

export {}
