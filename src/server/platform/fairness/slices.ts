/**
 * Work that would block the thread is done in slices. Between any two of them, whoever they are
 * for, the thread serves everybody else: a hundred files read at the same time keep a visitor
 * waiting no longer than one.
 */

const SLICE_MS = 4

const waiting: (() => void)[] = []

function startNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}

const nextTurn = () =>
  new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext)
  })

/**
 * Returns the function that the work awaits between its steps, each of which takes far less than a
 * slice: it waits for the next turn once the slice is used up.
 */
export function inSlices(sliceMs = SLICE_MS): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < sliceMs) return
    await nextTurn()
    begun = performance.now()
  }
}
