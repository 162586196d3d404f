import { useEffect } from 'react'
import { readSession } from '#shared/contracts/auth'
import { ENDED_EVENT, LIVE_EVENT, liveEvents } from '#shared/contracts/events'
import { LIVE_TOPICS, type LiveTopic } from '#shared/live-topics'
import { call, companyUrlOf } from './api.ts'
import { createRefresher, topicsIn } from './live-state.ts'
import { queryClient, topicsOf } from './query-client.ts'
import { rememberUser } from './session.ts'

/** Time in ms after which a hidden tab closes its connection; a browser has only six per server. */
const HIDDEN_MS = 10_000
/**
 * Pause in ms before reconnecting, because the browser does not reconnect by itself after a
 * refusal. Polling continues.
 */
const RECONNECT_MS = 30_000

const refresher = createRefresher(async (topics) => {
  const read = (last: boolean) =>
    queryClient.invalidateQueries({
      predicate: (query) =>
        topicsOf(query).some((topic) => topics.includes(topic)) &&
        (query.meta?.['last'] === true) === last,
    })
  await read(false)
  await read(true)
})

export const refresh = (...topics: LiveTopic[]): Promise<void> => refresher.refresh(topics)

/**
 * Returns a handler that reads everything changed by these endpoints once. A failed request causes
 * no live update, so its queries are read immediately and without waiting: the user must be able to
 * retry.
 */
export function afterWrite(...endpoints: { changes: readonly LiveTopic[] }[]) {
  const topics = [...new Set(endpoints.flatMap(({ changes }) => changes))]
  return async (_answer?: unknown, error?: unknown): Promise<void> => {
    if (error) void refresher.refresh(topics)
    else await refresher.written(topics)
  }
}

/**
 * Follows the live updates of the user with this id; null for nobody. The slow polls continue, so a
 * lost stream only delays changes.
 */
export function useLive(user: string | null): void {
  useEffect(() => (user === null ? undefined : follow()), [user])
}

/**
 * Returns the time when the server rendered the page and its first responses (app/screens.ts). The
 * stream begins with the changes since then.
 */
const madeAt = () => document.querySelector<HTMLMetaElement>('meta[name=made-at]')?.content

function follow(): () => void {
  let source: EventSource | null = null
  let timer: number | undefined
  // Live updates published while the stream was down are not repeated.
  let missed = false
  let over = false

  const listen = () => {
    window.clearTimeout(timer)
    if (source || over) return
    source = new EventSource(companyUrlOf(liveEvents, undefined, { since: missed ? '' : madeAt() }))
    source.addEventListener('open', () => {
      refresher.setOpen(true)
      if (missed) refresher.hint(LIVE_TOPICS)
      missed = false
    })
    source.addEventListener(LIVE_EVENT, (event: MessageEvent<string>) =>
      refresher.hint(topicsIn(event.data)),
    )
    // If the session has ended, the polls show the usual message.
    source.addEventListener(ENDED_EVENT, () => {
      over = true
      close()
      call(readSession, {}).then(rememberUser, () => undefined)
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

  // The browser keeps a left page for the back button, including its connection; after six such
  // pages, nothing more could be loaded.
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
