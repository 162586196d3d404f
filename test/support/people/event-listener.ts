import type { Visitor } from './browserless.ts'

export interface EventListener {
  status: number
  headers: Headers
  /** Returns the topics received since the last call. */
  heard(): Set<string>
  ended(): boolean
  /** Returns true when the connection was cut before the server had ended the stream. */
  cut(): boolean
  /** Returns true when the server has sent the event that the session has ended. */
  sessionOver(): boolean
  close(): void
}

/**
 * Opens the user's event stream.
 * @param since the time at which the page was rendered
 */
export async function listen(visitor: Visitor, since?: number): Promise<EventListener> {
  const abort = new AbortController()
  const response = await visitor.fetch(
    since === undefined ? '/api/events' : `/api/events?since=${since}`,
    { signal: abort.signal },
  )
  let topics = new Set<string>()
  let ended = false
  let cut = false
  let over = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('event: ended\n')) over = true
        const data = /^event: changed\ndata: (.*)$/.exec(event)?.[1]
        for (const topic of data?.split(' ') ?? []) topics.add(topic)
      }
    }
  }
  void read()
    .catch(() => (cut = true))
    .finally(() => (ended = true))
  return {
    status: response.status,
    headers: response.headers,
    heard: () => {
      const said = topics
      topics = new Set()
      return said
    },
    ended: () => ended,
    cut: () => cut,
    sessionOver: () => over,
    close: () => abort.abort(),
  }
}
