import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonRows } from './Skeleton.tsx'

interface NotLoadedProps {
  words: { loading: string; failed: string; tryAgain: string }
  /** The error when the read failed; null while it is running. */
  why: string | null
  /** True while it is being read again. */
  pending: boolean
  onRetry: () => void
  rows: number
}

/**
 * The placeholder of content being read: grey rows until it comes, and a retry button when it
 * fails.
 */
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
