import { Card } from '../../ui/Card.tsx'
import { Bone, Delayed, SkeletonRows } from '../../ui/Skeleton.tsx'
import { text } from './text.ts'

/** The shape of what comes: the sentence on top, and the rows of the first list. */
export function OperationsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div
        aria-hidden
        className="flex h-11 items-center rounded-card border border-line bg-surface px-4"
      >
        <Delayed>
          <Bone className="h-4 w-48" />
        </Delayed>
      </div>
      <Card flush title={text.queues} intro={text.queuesIntro}>
        <SkeletonRows rows={12} label={text.loading} />
      </Card>
    </div>
  )
}
