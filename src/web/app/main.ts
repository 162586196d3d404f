/** Longest wait in ms for the first paint (layout/FirstPaint.tsx), which scripts would delay. */
const LONGEST_WAIT_MS = 300

let started = false
function start() {
  // React first, so that its evaluation is a task of its own.
  if (!started) void import('react-dom/client').then(() => import('./start.tsx'))
  started = true
}

// Starts immediately in a hidden tab, which is never painted.
if (document.hidden || !document.getElementById('root')?.hasChildNodes()) start()
else {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, LONGEST_WAIT_MS)
}
