import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'

const SendAgainDialog = lazy(() =>
  import('./SendAgainDialog.tsx').then((module) => ({ default: module.SendAgainDialog })),
)

interface SendAgainButtonProps {
  label: string
  /** A name for screen readers, needed when the label does not name the job. */
  accessibleName?: string
  pending: boolean
  disabled?: boolean
  tone: 'inherit' | 'primary' | 'secondary'
  concerns?: string | null
  /** Sends the job again; `deleted` is true if the user answers that they deleted the draft. */
  onAnswer: (deleted: boolean) => void
}

/**
 * A button that first asks whether the user deleted the draft in Fiken, because a yes lets the
 * server confirm much sooner that the draft is gone.
 */
export function SendAgainButton({
  label,
  accessibleName,
  pending,
  disabled,
  tone,
  concerns,
  onAnswer,
}: SendAgainButtonProps) {
  const [asking, setAsking] = useState(false)
  const answer = (deleted: boolean) => {
    setAsking(false)
    onAnswer(deleted)
  }
  return (
    <>
      <Button
        size="sm"
        tone={tone}
        pending={pending}
        disabled={disabled ?? false}
        aria-label={accessibleName}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && (
        <Suspense>
          <SendAgainDialog concerns={concerns} onClose={() => setAsking(false)} onAnswer={answer} />
        </Suspense>
      )}
    </>
  )
}
