import { useEffect } from 'react'
import { ENDED_EVENT, LIVE_EVENT, liveEvents } from '#shared/contracts/events'
import { createRefresher, EVERYTHING, keysOf, topicsIn } from './live-state.ts'
import { queryClient } from './query-client.ts'

/** A browser has six lines to a server for all its tabs; one that has not been seen this long gives its line to others. */
const UNSEEN_MS = 10_000
/** After a refusal the browser does not come back by itself. Until we do, the polls go on as they always do. */
const AGAIN_MS = 30_000

/**
 * Hears the server's hints while somebody is logged in and the tab is seen, and reads anew what they speak of. Polling goes on beside it,
 * so that nothing but time is lost when the stream is.
 */
export function useLive(loggedIn: boolean): void {
  useEffect(() => (loggedIn ? follow() : undefined), [loggedIn])
}

function follow(): () => void {
  const refresh = createRefresher((topics) =>
    Promise.all(keysOf(topics).map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  )
  let source: EventSource | null = null
  let timer: number | undefined
  // What was said while nobody listened is not said again.
  let missed = false
  let over = false

  const listen = () => {
    window.clearTimeout(timer)
    if (source || over) return
    source = new EventSource(liveEvents.path)
    source.addEventListener('open', () => {
      if (missed) refresh(EVERYTHING)
      missed = false
    })
    source.addEventListener(LIVE_EVENT, (event: MessageEvent<string>) => refresh(topicsIn(event.data)))
    // The polls find out what the session is, and tell it as they always do.
    source.addEventListener(ENDED_EVENT, () => {
      over = true
      leave()
    })
    source.addEventListener('error', () => {
      missed = true
      if (source?.readyState !== EventSource.CLOSED) return
      leave()
      timer = window.setTimeout(listen, AGAIN_MS)
    })
  }
  const leave = () => {
    source?.close()
    source = null
  }
  const look = () => {
    window.clearTimeout(timer)
    if (document.visibilityState === 'visible') return listen()
    timer = window.setTimeout(() => {
      missed = true
      leave()
    }, UNSEEN_MS)
  }

  // A page that is left lives on behind "back", and its line with it: after six of them nothing would load any more.
  const rest = () => {
    window.clearTimeout(timer)
    missed = true
    leave()
  }

  look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', rest)
  window.addEventListener('pageshow', look)
  return () => {
    window.clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pagehide', rest)
    window.removeEventListener('pageshow', look)
    leave()
  }
}
