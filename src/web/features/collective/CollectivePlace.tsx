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
  site?: string | undefined
}

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
