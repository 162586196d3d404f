import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * Returns the text of a search field whose value is stored in the address. The text is kept here
 * while the user types, since the address follows with a delay and would lose letters; it goes into
 * the address when the typing pauses, and follows the address when that changes otherwise.
 */
export function useSearchText(
  inAddress: string,
  put: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [typed, setTyped] = useState(inAddress)
  const known = useRef(inAddress)
  const latestPut = useRef(put)
  useEffect(() => {
    latestPut.current = put
  })
  useEffect(() => {
    if (inAddress === known.current) return
    known.current = inAddress
    setTyped(inAddress)
  }, [inAddress])
  useEffect(() => {
    if (typed === known.current) return
    const timer = setTimeout(() => {
      known.current = typed
      latestPut.current(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
