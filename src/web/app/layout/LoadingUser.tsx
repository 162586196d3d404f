import { Spinner } from '../../ui/Spinner.tsx'
import { text } from './text.ts'

/** The markup that the server put into the page (FirstPaint.tsx), read before React replaces it. */
const firstPaint = document.getElementById('root')?.innerHTML ?? ''

/** Shows the server's markup until the session has been read. */
export function LoadingUser() {
  if (firstPaint) return <div dangerouslySetInnerHTML={{ __html: firstPaint }} />
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-ink-2">
      <span className="flex items-center gap-3">
        <Spinner label={null} className="size-5" />
        {text.loadingUser}
      </span>
    </div>
  )
}
