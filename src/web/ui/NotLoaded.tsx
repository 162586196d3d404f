import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonRows } from './Skeleton.tsx'

interface NotLoadedProps {
  words: { loading: string; failed: string; tryAgain: string }
  why: string | null
  pending: boolean
  onRetry: () => void
  rows: number
}

export function NotLoaded({ words, why, pending, onRetry, rows }: NotLoadedProps) {
  if (why === null) return <SkeletonRows rows={rows} label={words.loading} />
  return (
    <ErrorState
      title={words.failed}
      why={why}
      action={
        <Button pending={pending} onClick={onRetry}>
          {words.tryAgain}
        </Button>
      }
    />
  )
}
