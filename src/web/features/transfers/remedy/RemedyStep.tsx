import { Link } from 'react-router'
import { useMay } from '../../../lib/access/may.tsx'
import { Button, type ButtonTone } from '../../../ui/Button.tsx'
import type { Step } from '../transfer-state.ts'
import { openRemedy } from './open-remedy.ts'

export function RemedyStep({
  step: { label, href, asks, cause, transferId },
  tone = 'secondary',
}: {
  step: Extract<Step, { href: string }>
  tone?: ButtonTone
}) {
  const may = useMay()
  // A link leads to a screen that shows its values to everybody; a dialog only asks.
  if (!may(asks ? (asks === 'vat' ? asks : `renew_${asks}`) : 'transfers')) return null
  if (asks && cause) {
    return (
      <Button tone={tone} size="sm" onClick={() => openRemedy({ asks, cause, transferId })}>
        {label}
      </Button>
    )
  }
  return (
    <Button asChild tone={tone} size="sm">
      <Link to={href}>{label}</Link>
    </Button>
  )
}
