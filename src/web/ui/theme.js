// Applies the theme chosen on this device before anything is painted. It is a file of its own that
// blocks the page, because the content security policy allows no inline script. The app stores the
// choice in a cookie and announces it with an event (ThemeChoice.tsx). Not in localStorage: opening that for
// the first time delays a phone's first paint by a tenth of a second. Another tab follows when it
// becomes visible.
;(() => {
  const apply = () => {
    const chosen = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
    if (chosen) document.documentElement.dataset.theme = chosen
    else delete document.documentElement.dataset.theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      // Each page has one for each theme, distinguished by their media query.
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
