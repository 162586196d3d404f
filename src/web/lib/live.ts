import { useEffect } from 'react'
import { ENDED_EVENT, LIVE_EVENT, liveEvents } from '#shared/contracts/events'
import { LIVE_TOPICS, type LiveTopic } from '#shared/live-topics'
import { urlOf } from './api.ts'
import { createRefresher, topicsIn } from './live-state.ts'
import { queryClient, topicsOf } from './query-client.ts'

/**
 * A browser has six connections to a server for all its tabs; a tab that has been hidden for this
 * long gives its connection back.
 */
const HIDDEN_MS = 10_000
/**
 * The pause before reconnecting after a refusal, since the browser does not reconnect by itself
 * then. The polls go on meanwhile.
 */
const RECONNECT_MS = 30_000

const refresher = createRefresher((topics) =>
  queryClient.invalidateQueries({
    predicate: (query) => topicsOf(query).some((topic) => topics.includes(topic)),
  }),
)

/** Reads the queries of these topics now, after a change made elsewhere. */
export const refresh = (...topics: LiveTopic[]): Promise<void> => refresher.refresh(topics)

/**
 * Returns an `onSettled` handler that reads everything these calls change again, once. A failed
 * call publishes no hint, so the queries are then read at once. That reading is not waited for: the
 * error is already on the screen, and a second attempt must not be ignored.
 */
export function afterWrite(...endpoints: { changes: readonly LiveTopic[] }[]) {
  const topics = [...new Set(endpoints.flatMap(({ changes }) => changes))]
  return async (_answer?: unknown, error?: unknown): Promise<void> => {
    if (error) void refresher.refresh(topics)
    else await refresher.written(topics)
  }
}

/**
 * Follows the server's hints while the user is logged in and the tab is visible. The slow polls go
 * on beside them, so a change is only late when the stream is lost.
 */
export function useLive(loggedIn: boolean): void {
  useEffect(() => (loggedIn ? follow() : undefined), [loggedIn])
}

/**
 * Returns the time at which the server made the page. The page's first answers (app/screens.ts) are
 * from then, and the stream begins with what has changed since.
 */
const madeAt = () => document.querySelector<HTMLMetaElement>('meta[name=made-at]')?.content

function follow(): () => void {
  let source: EventSource | null = null
  let timer: number | undefined
  // Hints published while the stream was down are not repeated.
  let missed = false
  let over = false

  const listen = () => {
    window.clearTimeout(timer)
    if (source || over) return
    source = new EventSource(urlOf(liveEvents, undefined, { since: missed ? '' : madeAt() }))
    source.addEventListener('open', () => {
      refresher.setOpen(true)
      if (missed) refresher.hint(LIVE_TOPICS)
      missed = false
    })
    source.addEventListener(LIVE_EVENT, (event: MessageEvent<string>) =>
      refresher.hint(topicsIn(event.data)),
    )
    // The polls discover that the session has ended, and announce it as usual.
    source.addEventListener(ENDED_EVENT, () => {
      over = true
      close()
    })
    source.addEventListener('error', () => {
      missed = true
      refresher.setOpen(false)
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      timer = window.setTimeout(listen, RECONNECT_MS)
    })
  }
  const close = () => {
    source?.close()
    source = null
    refresher.setOpen(false)
  }
  const onVisibility = () => {
    window.clearTimeout(timer)
    if (document.visibilityState === 'visible') return listen()
    timer = window.setTimeout(() => {
      missed = true
      close()
    }, HIDDEN_MS)
  }

  // The browser keeps a page for "back", and the page's connection with it: after six such pages
  // nothing would load any more.
  const onLeave = () => {
    window.clearTimeout(timer)
    missed = true
    close()
  }

  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', onLeave)
  window.addEventListener('pageshow', onVisibility)
  return () => {
    window.clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', onLeave)
    window.removeEventListener('pageshow', onVisibility)
    close()
  }
}
