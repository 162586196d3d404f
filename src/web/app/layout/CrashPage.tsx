import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { text } from './text.ts'

/**
 * A page shown when a screen threw an error or its code could not be loaded, for example because a
 * new version has been deployed.
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
