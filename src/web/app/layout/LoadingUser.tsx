import { Spinner } from '../../ui/Spinner.tsx'
import { text } from './text.ts'

/** While it is not yet known who is logged in. */
export function LoadingUser() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-ink-2">
      <span className="flex items-center gap-3">
        <Spinner label={null} className="size-5" />
        {text.loadingUser}
      </span>
    </div>
  )
}
