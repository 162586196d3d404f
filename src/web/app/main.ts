/**
 * Starts the app. The markup that the server put into the page (layout/FirstPaint.tsx) is painted
 * before the scripts, which are loaded meanwhile, occupy the thread.
 */
const LONGEST_WAIT_MS = 300

let started = false
function start() {
  if (!started) void import('./start.tsx')
  started = true
}

// A hidden tab never paints.
if (document.hidden || !document.getElementById('root')?.hasChildNodes()) start()
else {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, LONGEST_WAIT_MS)
}
