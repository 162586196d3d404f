import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'

const SendAgainDialog = lazy(() =>
  import('./SendAgainDialog.tsx').then((module) => ({ default: module.SendAgainDialog })),
)

interface SendAgainButtonProps {
  label: string
  /** Of the button, where its label alone does not say which job it is about. */
  accessibleName?: string
  pending: boolean
  disabled?: boolean
  tone: 'inherit' | 'primary' | 'secondary'
  /** That it concerns more jobs than the one. */
  concerns?: string | null
  /** `deleted`: yes, the person deleted the draft in Fiken. */
  onAnswer: (deleted: boolean) => void
}

/**
 * "Send på nytt": asks first whether the person deleted the draft, because then it is known much
 * sooner that it is gone.
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
