/**
 * This file splits work that would block the thread into slices. Between two slices the thread
 * serves other requests, so reading a hundred files at the same time delays a visitor no more than
 * reading one file.
 */

const SLICE_MS = 4

const waiting: (() => void)[] = []

function startNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}

/** Waits for a turn of the event loop in which no other waiting work starts. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext)
  })
}

/**
 * Returns a function to await between steps far shorter than a slice; it waits for the next turn
 * when the current slice is used up.
 */
export function inSlices(sliceMs = SLICE_MS): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < sliceMs) return
    await nextTurn()
    begun = performance.now()
  }
}
