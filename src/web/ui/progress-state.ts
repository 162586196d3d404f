/**
 * Returns a progress bar's fill in percent (0–100), or null when indeterminate: max at or below 0,
 * or a value outside 0 to max.
 */
export function progressPercent(value: number | null | undefined, max = 100): number | null {
  if (!(max > 0) || value === null || value === undefined || !(value >= 0 && value <= max))
    return null
  return (value / max) * 100
}
