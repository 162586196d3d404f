// The theme that was chosen on this device, before anything is painted: a script of its own that
// blocks the page, because the content security policy allows none inside the page. The app keeps
// the choice in a cookie and says so with an event (theme.ts). Not in localStorage: opening that
// for the first time holds a phone up for a tenth of a second, before anything is seen. Another tab
// follows when it is looked at.
;(() => {
  const apply = () => {
    const chosen = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
    if (chosen) document.documentElement.dataset.theme = chosen
    else delete document.documentElement.dataset.theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      // Each page has one for either theme, told apart by their query.
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
