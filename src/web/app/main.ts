/**
 * The app's first lines. What the server put into the page (layout/FirstPaint.tsx) is seen before
 * the scripts, which are fetched meanwhile, take the thread.
 */
const LONGEST_WAIT_MS = 300

let started = false
function start() {
  if (!started) void import('./start.tsx')
  started = true
}

// In a tab that nobody looks at, nothing is painted.
if (document.hidden || !document.getElementById('root')?.hasChildNodes()) start()
else {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, LONGEST_WAIT_MS)
}
