import { Ellipsis } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import type { RowAct } from './row-acts.tsx'

export function RowActButtons({ acts, job }: { acts: readonly RowAct[]; job: string }) {
  const aside = acts.filter(({ isAside }) => isAside)
  return [
    ...acts.filter(({ isAside }) => !isAside).map((act) => actButton(act, job)),
    aside.length > 0 && <RowActMenu key="aside" acts={aside} job={job} />,
  ]
}

function actButton(act: RowAct, job: string) {
  return act.isDeletion ? (
    <IconButton
      key={act.label}
      label={act.label}
      title={act.label}
      pending={act.pending}
      icon={act.icon}
      className="size-8!"
      onClick={act.onSelect}
    />
  ) : act.isLink ? (
    <button
      key={act.label}
      type="button"
      aria-label={`${act.label}, ${job}`}
      onClick={act.onSelect}
      className="prose-link inline-flex min-h-8 items-center gap-1 text-sm whitespace-nowrap pointer-coarse:-my-1.5 pointer-coarse:min-h-11"
    >
      {act.label}
      {act.icon}
    </button>
  ) : (
    <Button
      key={act.label}
      size="sm"
      pending={act.pending}
      icon={act.icon}
      className="whitespace-nowrap"
      aria-label={act.short && act.label}
      onClick={act.onSelect}
    >
      {act.short ?? act.label}
    </Button>
  )
}

export function RowActMenu({ acts, job }: { acts: readonly RowAct[]; job: string }) {
  if (acts.length === 0) return null
  return (
    <MenuButton
      label={`Flere valg for ${job}`}
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
