import { useState } from 'react'

/**
 * Tells whether the user has dismissed a notice on this device. It comes back when its content
 * changes.
 * @param what the notice, as a key of the local storage
 * @param said the notice's present content
 */
export function usePutAway(what: string, said: string): [putAway: boolean, putItAway: () => void] {
  const key = `put-away:${what}`
  const [seen, setSeen] = useState(() => read(key))
  return [
    seen === said,
    () => {
      setSeen(said)
      write(key, said)
    },
  ]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser may forbid storage; the dismissal then lasts until the next load.
    return null
  }
}

function write(key: string, said: string): void {
  try {
    localStorage.setItem(key, said)
  } catch {
    // Storage is forbidden, as in `read`.
  }
}
