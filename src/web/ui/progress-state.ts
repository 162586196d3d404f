/**
 * Returns the filled part in percent (0–100); null for an indeterminate bar, that is when max is 0
 * or less, or the value is outside 0 to max.
 */
export function progressPercent(value: number | null | undefined, max = 100): number | null {
  if (!(max > 0) || value === null || value === undefined || !(value >= 0 && value <= max))
    return null
  return (value / max) * 100
}
