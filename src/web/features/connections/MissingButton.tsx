import { Link } from 'react-router'
import { Button, type ButtonTone } from '../../ui/Button.tsx'
import { MayConnect } from '../../lib/access/MayConnect.tsx'
import { MISSING } from './missing.ts'

interface MissingButtonProps {
  missing: keyof typeof MISSING
  tone?: ButtonTone
  size?: 'sm' | 'md'
}

export function MissingButton({ missing, tone = 'secondary', size = 'md' }: MissingButtonProps) {
  const card = missing === 'servicem8' ? 'servicem8' : 'fiken'
  return (
    <MayConnect missing={missing}>
      <Button asChild tone={tone} size={size}>
        <Link to={`/configuration#${card}`}>{MISSING[missing]}</Link>
      </Button>
    </MayConnect>
  )
}
