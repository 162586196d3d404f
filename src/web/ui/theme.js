// Applies the theme chosen on this device before the first paint. The build puts it into every page,
// and the content security policy allows it by its hash. The app stores the choice in a cookie and
// announces it with an event (ThemeChoice.tsx). Does not use localStorage, whose first access delays
// a phone's first paint by a tenth of a second. Other tabs apply the theme when they become visible.
;(() => {
  const apply = () => {
    const chosen = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
    if (chosen) document.documentElement.dataset.theme = chosen
    else delete document.documentElement.dataset.theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      // Each page has one meta element per theme, distinguished by the media query.
      meta.dataset.theme ??= /dark/.test(meta.media) ? 'dark' : 'light'
      const own = meta.dataset.theme
      if (!chosen) meta.media = `(prefers-color-scheme: ${own})`
      else meta.media = own === chosen ? 'all' : 'not all'
    }
  }
  apply()
  addEventListener('theme', apply)
  addEventListener('visibilitychange', apply)
})()
