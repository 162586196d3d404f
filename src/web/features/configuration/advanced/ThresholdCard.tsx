import { Card } from '../../../ui/Card.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { PERCENT_MAX, PERCENT_MIN } from '../configuration-state.ts'
import { text } from '../text.ts'

export interface ThresholdCardProps {
  /** False while similar names are not recognised at all. */
  enabled: boolean
  threshold: string
  onThreshold: (text: string) => void
  error: string | null
  /** The threshold that another window has saved during editing; null otherwise. */
  elsewhere: number | null
}

/** A card with how alike two names must be. */
export function ThresholdCard({
  enabled,
  threshold,
  onThreshold,
  error,
  elsewhere,
}: ThresholdCardProps) {
  return (
    <div id="likhet" className="scroll-mt-20">
      <Card>
        <TextField
          className="max-w-md"
          label={text.threshold}
          hint={elsewhere === null ? text.thresholdHint : text.savedElsewhere(String(elsewhere))}
          error={error ?? undefined}
          type="number"
          inputMode="numeric"
          min={PERCENT_MIN}
          max={PERCENT_MAX}
          step={1}
          disabled={!enabled}
          value={threshold}
          onChange={(event) => onThreshold(event.target.value)}
        />
      </Card>
    </div>
  )
}
