import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * Returns the text of a search field whose value is stored in the URL. The typed text is kept here,
 * because the URL is updated with a delay and would lose letters.
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
