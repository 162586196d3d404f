import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { text } from './text.ts'

/**
 * The page shown when a screen threw, or when its code could not be loaded (a new version may have
 * been deployed meanwhile).
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
