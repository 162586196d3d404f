import { useEffect, useState } from 'react'

/** The value once it has stayed the same for `pauseMs`: for what is asked while somebody types. */
export function useLater<Value>(value: Value, pauseMs: number): Value {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return late
}
