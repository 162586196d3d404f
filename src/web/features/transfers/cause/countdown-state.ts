/** Returns the time left, such as "2 t 5 min" or "38 s"; null when the time has passed. */
export function leftText(ms: number): string | null {
  if (ms <= 0) return null
  const seconds = Math.ceil(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  if (hours > 0) return `${hours} t ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}
