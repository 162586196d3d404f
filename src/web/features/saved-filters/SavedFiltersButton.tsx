import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PressChip } from '../../ui/ChoiceChip.tsx'
import type { SavedFiltersProps } from './SavedFiltersDialog.tsx'
import { text } from './text.ts'

const SavedFiltersDialog = lazy(() =>
  import('./SavedFiltersDialog.tsx').then((part) => ({ default: part.SavedFiltersDialog })),
)

/** The chip of a filter bar behind which its saved filters are. */
export function SavedFiltersButton(props: Omit<SavedFiltersProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PressChip
        icon={<Bookmark aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {text.saved}
      </PressChip>
      {open && (
        <Suspense>
          <SavedFiltersDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
