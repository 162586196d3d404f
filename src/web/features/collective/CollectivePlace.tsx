import { lazy, Suspense } from 'react'
import type { Billed } from './CollectiveDialog.tsx'

const CollectiveDialog = lazy(() =>
  import('./CollectiveDialog.tsx').then((part) => ({ default: part.CollectiveDialog })),
)
const PreviewDialog = lazy(() =>
  import('./PreviewDialog.tsx').then((part) => ({ default: part.PreviewDialog })),
)

/** The open dialog: the customer's choice, or the preview of the collective draft. */
export interface AskedCollective {
  about: 'choice' | 'preview'
  client: Billed
  /** Name of the site whose row opened the dialog; the choice belongs to the site's head office. */
  site?: string | undefined
}

/** Renders the dialogs about a customer's collective drafts, loaded when one opens. */
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
