import { lazy, Suspense } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Bone } from '../../ui/Skeleton.tsx'
import type { AttachmentFieldsProps } from './AttachmentFields.tsx'
import { text } from './text.ts'

// Loaded later because it lies below the first screen; the card itself is there at once, as the
// target of links.
const AttachmentFields = lazy(() =>
  import('./AttachmentFields.tsx').then((part) => ({ default: part.AttachmentFields })),
)

/** The card for the choice of a job's files that go with its draft. */
export function AttachmentCard(props: AttachmentFieldsProps) {
  return (
    <Card id="vedlegg" title={text.attachments} intro={text.attachmentsIntro}>
      <Suspense fallback={<Bone className="h-22 w-full" />}>
        <AttachmentFields {...props} />
      </Suspense>
    </Card>
  )
}
