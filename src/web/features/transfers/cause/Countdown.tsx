import { useEffect, useState } from 'react'
import { formatClock } from '#shared/dates'
import { text } from '../text.ts'
import { leftText } from './countdown-state.ts'

const EVERY_MS = 1_000

export function Countdown({ to }: { to: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const left = leftText(Date.parse(to) - now)
  return (
    <span className="block text-ink tabular-nums">
      {left === null ? 'Prøves om et øyeblikk' : text.countdown(formatClock(to), left)}
    </span>
  )
}
