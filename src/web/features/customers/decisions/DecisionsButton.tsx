import { Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { text } from './text.ts'

const DecisionsDialog = lazy(() =>
  import('./DecisionsDialog.tsx').then((part) => ({ default: part.DecisionsDialog })),
)

export function DecisionsButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Link2 aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="max-sm:sr-only">{text.open}</span>
      </Button>
      {open && (
        <Suspense>
          <DecisionsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
