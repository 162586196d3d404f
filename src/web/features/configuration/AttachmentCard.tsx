import { lazy, Suspense } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Bone } from '../../ui/Skeleton.tsx'
import type { AttachmentFieldsProps } from './AttachmentFields.tsx'
import { text } from './text.ts'

// Below what is seen first, so it need not be there with the rest; its card is, for links to it.
const AttachmentFields = lazy(() =>
  import('./AttachmentFields.tsx').then((part) => ({ default: part.AttachmentFields })),
)

/** Which of a job's files go with its draft. */
export function AttachmentCard(props: AttachmentFieldsProps) {
  return (
    <Card id="vedlegg" title={text.attachments} intro={text.attachmentsIntro}>
      <Suspense fallback={<Bone className="h-22 w-full" />}>
        <AttachmentFields {...props} />
      </Suspense>
    </Card>
  )
}
