import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonRows } from './Skeleton.tsx'

interface NotLoadedProps {
  words: { loading: string; failed: string; tryAgain: string }
  /** Why it could not be read; null while it is. */
  why: string | null
  /** It is being read again. */
  pending: boolean
  onRetry: () => void
  /** How many grey rows. */
  rows: number
}

/** In the place of what is read: grey rows until it comes, and another try when it does not. */
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
