import { Ellipsis } from 'lucide-react'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { text } from '../text.ts'
import type { RowAct } from './row-acts.tsx'

/** On a card: all of them behind one button. */
export function RowActMenu({ acts, job }: { acts: readonly RowAct[]; job: string }) {
  if (acts.length === 0) return null
  return (
    <MenuButton
      label={text.actsOf(job)}
      pending={acts.some(({ pending }) => pending)}
      icon={<Ellipsis aria-hidden className="size-5" />}
      items={acts.map(({ label, icon, onSelect, isDeletion }) => ({
        label,
        icon,
        onSelect,
        ...(isDeletion ? { tone: 'danger' as const } : {}),
      }))}
    />
  )
}
