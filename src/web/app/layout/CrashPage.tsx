import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { text } from './text.ts'

/**
 * A screen that threw, or whose code could not be fetched (a new version may have been put out
 * in the meantime).
 */
export function CrashPage() {
  return (
    <ErrorState
      title={text.crashTitle}
      why={text.crashText}
      action={
        <Button tone="primary" onClick={() => window.location.reload()}>
          {text.reload}
        </Button>
      }
    />
  )
}
