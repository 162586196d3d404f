import { Clock, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { SavedSays } from './found-state.ts'

export function SavedLine({
  says,
  name,
  busy,
  mayPress,
  onPress,
}: {
  says: SavedSays
  name: string
  busy: boolean
  mayPress: boolean
  onPress: () => void
}) {
  const Icon = says.tone === 'bad' ? TriangleAlert : Clock
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm @xl:flex-nowrap @xl:px-5 @xl:pt-0 @xl:pb-2">
      <p className="flex min-w-0 flex-1 basis-56 items-start gap-2 @xl:items-center">
        <Icon
          aria-hidden
          className={cx(
            'mt-0.5 size-4 shrink-0 @xl:mt-0',
            says.tone === 'bad' ? 'text-bad' : 'text-wait',
          )}
        />
        <span className="min-w-0 @xl:truncate">
          <strong className={cx('font-semibold', says.tone === 'bad' ? 'text-bad' : 'text-wait')}>
            {says.title}
          </strong>{' '}
          <span className="text-ink-2">{says.why}</span>
        </span>
      </p>
      {mayPress && (
        <Button
          size="sm"
          pending={busy}
          aria-label={`${says.button}: ${name}`}
          className="mr-2 shrink-0 @xl:mr-0"
          onClick={onPress}
        >
          {says.button}
        </Button>
      )}
    </div>
  )
}
