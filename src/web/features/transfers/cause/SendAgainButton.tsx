import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'

const SendAgainDialog = lazy(() =>
  import('./SendAgainDialog.tsx').then((module) => ({ default: module.SendAgainDialog })),
)

interface SendAgainButtonProps {
  label: string
  /** The button's accessible name, when the label alone does not name the job. */
  accessibleName?: string
  pending: boolean
  disabled?: boolean
  tone: 'inherit' | 'primary' | 'secondary'
  /** A sentence saying that the act concerns other jobs too. */
  concerns?: string | null
  /** `deleted` is true when the user says that they deleted the draft in Fiken. */
  onAnswer: (deleted: boolean) => void
}

/**
 * The button "Send på nytt". It first asks if the user deleted the draft, since a yes confirms much
 * sooner that the draft is gone.
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
