import { useEffect, useState } from 'react'

/**
 * Returns the value once it has stayed the same for `pauseMs`: for requests made while the user
 * types.
 */
export function useLater<Value>(value: Value, pauseMs: number): Value {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return late
}
