import { Card } from '../../ui/Card.tsx'
import { Bone, Delayed, SkeletonRows } from '../../ui/Skeleton.tsx'
import { text } from './text.ts'

/** The shape of the panel to come: the figures, and the rows of its first list. */
export function PanelSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div
        aria-hidden
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4"
      >
        {[1, 2, 3, 4].map((place) => (
          <div
            key={place}
            className="grid h-21 content-start gap-2.5 bg-surface px-4 py-3.5 sm:px-5"
          >
            <Delayed>
              <Bone className="h-3.5 w-24" />
              <Bone className="h-7 w-14" />
            </Delayed>
          </div>
        ))}
      </div>
      <Card flush>
        <SkeletonRows rows={12} label={text.loading} />
      </Card>
    </div>
  )
}
