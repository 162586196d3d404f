import { lazy, Suspense } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Bone } from '../../ui/Skeleton.tsx'
import type { AttachmentFieldsProps } from './AttachmentFields.tsx'
import { text } from './text.ts'

// Loaded later, because the fields are below the first screen. The card itself is rendered
// immediately, since links point to it.
const AttachmentFields = lazy(() =>
  import('./AttachmentFields.tsx').then((part) => ({ default: part.AttachmentFields })),
)

export function AttachmentCard(props: AttachmentFieldsProps) {
  return (
    <Card id="vedlegg" title={text.attachments}>
      <Suspense fallback={<Bone className="h-22 w-full" />}>
        <AttachmentFields {...props} />
      </Suspense>
    </Card>
  )
}
