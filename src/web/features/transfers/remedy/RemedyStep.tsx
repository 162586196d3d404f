import { Link } from 'react-router'
import { May } from '../../../lib/access/may.tsx'
import { Button, type ButtonTone } from '../../../ui/Button.tsx'
import { MayConnect } from '../../../lib/access/MayConnect.tsx'
import type { LinkStep } from '../link-step.ts'
import { openRemedy } from './open-remedy.ts'

interface RemedyStepProps {
  step: LinkStep
  tone?: ButtonTone
}

/** The button of a step, or whom to ask for it. */
export function RemedyStep({ step, tone = 'secondary' }: RemedyStepProps) {
  const { label, href, asks, cause, transferId } = step
  const button =
    asks && cause ? (
      <Button tone={tone} size="sm" onClick={() => openRemedy({ asks, cause, transferId })}>
        {label}
      </Button>
    ) : (
      <Button asChild tone={tone} size="sm">
        <Link to={href}>{label}</Link>
      </Button>
    )
  const needs = step.needs ?? (cause === 'no_company' ? 'company' : asks)
  if (needs === 'servicem8' || needs === 'fiken' || needs === 'company')
    return <MayConnect missing={needs}>{button}</MayConnect>
  return (
    <May act={needs ?? 'transfers'} asks={needs !== undefined}>
      {button}
    </May>
  )
}
