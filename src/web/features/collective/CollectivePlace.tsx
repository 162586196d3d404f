import { lazy, Suspense } from 'react'
import type { Billed } from './CollectiveDialog.tsx'

const CollectiveDialog = lazy(() =>
  import('./CollectiveDialog.tsx').then((part) => ({ default: part.CollectiveDialog })),
)
const PreviewDialog = lazy(() =>
  import('./PreviewDialog.tsx').then((part) => ({ default: part.PreviewDialog })),
)

/** What is asked about a customer: what is chosen, or how the draft stands. */
export interface AskedCollective {
  about: 'choice' | 'preview'
  client: Billed
  /** The site whose row asks; the choice is its head office's. */
  site?: string | undefined
}

/** Where the dialogs about a customer's collective drafts open; they are fetched when they do. */
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
