import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PressChip } from '../../ui/ChoiceChip.tsx'
import type { SavedFiltersProps } from './SavedFiltersDialog.tsx'

const SavedFiltersDialog = lazy(() =>
  import('./SavedFiltersDialog.tsx').then((part) => ({ default: part.SavedFiltersDialog })),
)

export function SavedFiltersButton(props: Omit<SavedFiltersProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PressChip
        icon={<Bookmark aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Lagrede filtre
      </PressChip>
      {open && (
        <Suspense>
          <SavedFiltersDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
