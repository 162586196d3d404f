/** "1 sekund", "40 sekunder", "2 minutter": how long to wait, never less than it is. */
export function waitText(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  if (seconds < 60) return seconds === 1 ? '1 sekund' : `${seconds} sekunder`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minutt' : `${minutes} minutter`
}
