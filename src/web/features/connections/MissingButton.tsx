import { Link } from 'react-router'
import { useMay } from '../../lib/access/may.tsx'
import { Button, type ButtonTone } from '../../ui/Button.tsx'
import { MISSING } from './missing.ts'

interface MissingButtonProps {
  missing: keyof typeof MISSING
  tone?: ButtonTone
  size?: 'sm' | 'md'
}

export function MissingButton({ missing, tone = 'secondary', size = 'md' }: MissingButtonProps) {
  const card = missing === 'servicem8' ? 'servicem8' : 'fiken'
  const may = useMay()
  if (!may(`renew_${card}`)) return null
  return (
    <Button asChild tone={tone} size={size}>
      <Link to={`/configuration#${card}`}>{MISSING[missing]}</Link>
    </Button>
  )
}
