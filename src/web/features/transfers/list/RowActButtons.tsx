import { Button, IconButton } from '../../../ui/Button.tsx'
import type { RowAct } from './row-acts.tsx'

/** In the table: words for what is likely, the rest as icons. */
export function RowActButtons({ acts, job }: { acts: readonly RowAct[]; job: string }) {
  return acts.map((act) =>
    act.isDeletion ? (
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
        className="prose-link inline-flex min-h-8 items-center gap-1 text-sm whitespace-nowrap"
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
    ),
  )
}
