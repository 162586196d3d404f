import { Bone, Delayed } from '../../../ui/Skeleton.tsx'
import { text } from '../text.ts'

const ROWS = 8

/** Grey rows as high as a customer's: the table's head and rows, or cards. */
export function ListSkeleton() {
  return (
    <div role="status" className="@container">
      <span className="sr-only">{text.loading}</span>
      <Delayed>
        <div aria-hidden>
          <div className="hidden h-9 border-b border-line @xl:block" />
          {Array.from({ length: ROWS }, (_, row) => (
            <div
              key={row}
              className="grid h-20 grid-cols-1 content-center gap-x-6 gap-y-1.5 border-b border-line px-4 last:border-b-0 @xl:h-13 @xl:grid-cols-[1fr_1fr_9rem] @xl:px-5"
            >
              <Bone className="h-4 w-40 max-w-full" />
              <Bone className="h-3.5 w-56 max-w-full" />
              <Bone className="h-3.5 w-28 max-w-full" />
            </div>
          ))}
        </div>
      </Delayed>
    </div>
  )
}
