import { Bone, Delayed } from '../../../ui/Skeleton.tsx'
import { text } from '../text.ts'
import { PAGE_SIZE } from '../filter-state.ts'

/** Cards and rows in grey, as large as those to come. */
export function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{text.loading}</span>
      <Delayed>
        <div aria-hidden>
          <div className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-5">
            {Array.from({ length: 5 }, (_, card) => (
              <div
                key={card}
                className="h-22 rounded-card border border-line bg-surface p-4 last:max-sm:col-span-2"
              >
                <Bone className="h-4 w-24 max-w-full" />
              </div>
            ))}
          </div>
          <div className="rounded-card border border-line bg-surface">
            {Array.from({ length: PAGE_SIZE }, (_, row) => (
              <div
                key={row}
                className="flex h-13 items-center gap-6 border-b border-line px-5 last:border-b-0"
              >
                <Bone className="h-4 w-48 max-w-full" />
                <Bone className="h-4 w-24 max-w-full" />
              </div>
            ))}
          </div>
        </div>
      </Delayed>
    </div>
  )
}
