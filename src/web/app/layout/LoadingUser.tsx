import { Spinner } from '../../ui/Spinner.tsx'
import { text } from './text.ts'

/** What the server put into the page (FirstPaint.tsx), before React takes its place. */
const firstPaint = document.getElementById('root')?.innerHTML ?? ''

/** While it is not yet known who is logged in: what is already seen stays. */
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
