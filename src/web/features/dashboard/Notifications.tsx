import { CircleCheck, RefreshCw, TriangleAlert, X } from 'lucide-react'
import { formatTime } from '#shared/dates'
import { words } from '../../ui/words.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RemedyStep } from '../transfers/remedy/RemedyStep.tsx'
import type { Notification } from './sync-state.ts'
import { text } from './text.ts'
import { useAutoHide, type Sync } from './useSync.ts'

/**
 * Lies over what follows the page's header, so that nothing moves and "Synkroniser nå" can be
 * pressed; stays in view when the page is scrolled.
 */
export function Notifications({ sync }: { sync: Sync }) {
  return (
    <section
      aria-label={text.notifications}
      className="pointer-events-none sticky top-[calc(0.5rem+var(--below-top-bar))] z-15 h-0 md:top-4"
    >
      <div className="mx-auto grid max-w-96 gap-2 md:mr-0">
        {sync.notifications.map((notification) => (
          <Item key={notification.id} notification={notification} sync={sync} />
        ))}
      </div>
    </section>
  )
}

function Item({ notification, sync }: { notification: Notification; sync: Sync }) {
  useAutoHide(notification, sync.dismiss)
  const { status, title, message, progress, details, step } = notification
  const failed = status === 'error'
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={`pointer-events-auto animate-rise rounded-card border bg-surface p-3 pl-4 shadow-raised ${failed ? 'border-bad' : 'border-line'}`}
    >
      <div className="flex items-start gap-3">
        {failed ? (
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        ) : status === 'success' ? (
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
        ) : (
          <RefreshCw aria-hidden className="mt-0.5 size-5 shrink-0 animate-spin text-brand" />
        )}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold">{title}</span>
            <time dateTime={notification.timestamp} className="text-xs text-ink-2">
              {formatTime(notification.timestamp)}
            </time>
          </p>
          <p className="text-sm text-ink-2">{message}</p>
        </div>
        <IconButton
          label={text.dismiss}
          icon={<X aria-hidden className="size-4" />}
          className="-my-2 -mr-1"
          onClick={() => sync.dismiss(notification.id)}
        />
      </div>
      {progress !== undefined && (
        <div className="mt-2 grid gap-1 pr-1 pl-8">
          <ProgressBar
            label={title}
            value={progress}
            tone={status === 'success' ? 'ok' : 'brand'}
          />
          <span className="text-xs text-ink-2 tabular-nums">{text.percentDone(progress)}</span>
        </div>
      )}
      {details && <p className="mt-1 pl-8 text-xs text-ink-2">{details}</p>}
      {failed && (
        <div className="mt-2 ml-8 flex flex-wrap gap-2">
          {step && <RemedyStep step={step} />}
          <Button size="sm" disabled={sync.syncing} onClick={() => sync.retry(notification.id)}>
            {words.tryAgain}
          </Button>
        </div>
      )}
    </div>
  )
}
