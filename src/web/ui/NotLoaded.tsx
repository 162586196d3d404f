import { ErrorState } from './ErrorState.tsx'
import { SkeletonRows } from './Skeleton.tsx'

interface NotLoadedProps {
  loading?: string
  failed: string
  why: string | null
  pending?: boolean
  onRetry: () => void
  rows: number
}

export function NotLoaded({ loading, failed, why, pending, onRetry, rows }: NotLoadedProps) {
  if (why === null) return <SkeletonRows rows={rows} label={loading} />
  return <ErrorState title={failed} why={why} pending={pending} onRetry={onRetry} />
}
