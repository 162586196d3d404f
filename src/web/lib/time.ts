import { useEffect, useState } from 'react'

export function useNow(everyMs = 60_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Returns the value once unchanged for `pauseMs`; used for requests while the user types. */
export function useLater<Value>(value: Value, pauseMs: number): Value {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return late
}
