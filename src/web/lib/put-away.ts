import { useState } from 'react'

/**
 * Has what is said here been put away on this device? It comes back as soon as it says something
 * else.
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
    // A browser may forbid storage; then it is put away until the next load.
    return null
  }
}

function write(key: string, said: string): void {
  try {
    localStorage.setItem(key, said)
  } catch {
    // As above.
  }
}
