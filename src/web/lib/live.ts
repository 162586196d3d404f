import { useEffect } from 'react'
import { ENDED_EVENT, LIVE_EVENT, liveEvents } from '#shared/contracts/events'
import { LIVE_TOPICS, type LiveTopic } from '#shared/live-topics'
import { urlOf } from './api.ts'
import { createRefresher, topicsIn } from './live-state.ts'
import { queryClient, topicsOf } from './query-client.ts'

/**
 * A browser has six connections to a server for all its tabs; a tab that has been hidden this long
 * gives its connection back.
 */
const HIDDEN_MS = 10_000
/** After a refusal the browser does not reconnect automatically. Until we do, the polls go on. */
const RECONNECT_MS = 30_000

const refresher = createRefresher((topics) =>
  queryClient.invalidateQueries({
    predicate: (query) => topicsOf(query).some((topic) => topics.includes(topic)),
  }),
)

/** Reads what shows these topics now, for a change that was made elsewhere. */
export const refresh = (...topics: LiveTopic[]): Promise<void> => refresher.refresh(topics)

/**
 * For `onSettled` of a mutation: what these calls change is read again, once. What has failed is
 * not published, so that the screen then looks for itself. That reading is not waited for: the
 * failure is on the screen by then, and whoever tries again at once is not to be ignored.
 */
export function afterWrite(...endpoints: { changes: readonly LiveTopic[] }[]) {
  const topics = [...new Set(endpoints.flatMap(({ changes }) => changes))]
  return async (_answer?: unknown, error?: unknown): Promise<void> => {
    if (error) void refresher.refresh(topics)
    else await refresher.written(topics)
  }
}

/**
 * Follows the server's hints while somebody is logged in and the tab is visible. The slow polls go
 * on beside it, so that a change is only late when the stream is lost.
 */
export function useLive(loggedIn: boolean): void {
  useEffect(() => (loggedIn ? follow() : undefined), [loggedIn])
}

/**
 * When the server made the page, which has asked for its first answers itself (app/screens.ts): of
 * what changed between them and the stream, the server then speaks at once.
 */
const madeAt = () => document.querySelector<HTMLMetaElement>('meta[name=made-at]')?.content

function follow(): () => void {
  let source: EventSource | null = null
  let timer: number | undefined
  // What was published while the stream was down is not repeated.
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
    // The polls find out that the session is over, and say so as always.
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

  // The browser keeps a page that is left for "back", and its connection with it: after six of them
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
