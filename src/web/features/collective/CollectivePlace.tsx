import { lazy, Suspense } from 'react'
import type { Billed } from './CollectiveDialog.tsx'

const CollectiveDialog = lazy(() =>
  import('./CollectiveDialog.tsx').then((part) => ({ default: part.CollectiveDialog })),
)
const PreviewDialog = lazy(() =>
  import('./PreviewDialog.tsx').then((part) => ({ default: part.PreviewDialog })),
)

/** The dialog asked for: the customer's choice, or the preview of the draft. */
export interface AskedCollective {
  about: 'choice' | 'preview'
  client: Billed
  /** Name of the site whose row asked; the choice belongs to its head office. */
  site?: string | undefined
}

/** The place of the dialogs about a customer's collective drafts, loaded when one opens. */
export function CollectivePlace({
  asked,
  onClose,
}: {
  asked: AskedCollective | null
  onClose: () => void
}) {
  if (!asked) return null
  const { about, client, site } = asked
  return (
    <Suspense>
      {about === 'choice' ? (
        <CollectiveDialog client={client} site={site} onClose={onClose} />
      ) : (
        <PreviewDialog client={client} onClose={onClose} />
      )}
    </Suspense>
  )
}
