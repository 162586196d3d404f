import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** An open stream of hints to one screen (the WHATWG's server-sent events). */
export interface EventStream {
  /** Sends these words at once, or together with later ones when an event has just been sent. */
  say(words: readonly string[]): void
  /** Checks now whether the stream may go on. */
  check(): void
  end(): void
}

export interface EventStreamOptions {
  event: string
  /** The last event of a stream that may not go on, which keeps its reader from reconnecting. */
  lastEvent: string
  /**
   * Called at every beat; false ends the stream. When it throws, the answer is unknown, and the
   * stream goes on.
   */
  mayGoOn: () => Promise<boolean>
  closed: () => void
  beatMs?: number
  gapMs?: number
}

/** The interval of the beats, which keep proxies from cutting an idle connection. */
const BEAT_MS = 15_000
/** The least time between events: a screen can use no more than two a second. */
const GAP_MS = 500
const RETRY_MS = 2_000
/** The unread bytes at which a reader is dropped; its browser reconnects when it can. */
const UNREAD_BYTES = 16_384

/** Answers the request with a stream that stays open until either side ends it. */
export function openEventStream(reply: FastifyReply, options: EventStreamOptions): EventStream {
  const { event, lastEvent, mayGoOn, closed, beatMs = BEAT_MS, gapMs = GAP_MS } = options
  const waiting = new Set<string>()
  let saidAt = -Infinity
  let later: NodeJS.Timeout | undefined
  const body = new Readable({ read: () => undefined })
  const beat = setInterval(() => {
    write(': \n\n')
    check()
  }, beatMs).unref()

  body.once('close', () => {
    clearInterval(beat)
    clearTimeout(later)
    closed()
  })

  function write(text: string): void {
    if (body.destroyed || body.readableEnded) return
    if (body.readableLength > UNREAD_BYTES) body.destroy()
    else body.push(text)
  }

  function say(words: readonly string[]): void {
    for (const word of words) waiting.add(word)
    if (waiting.size > 0)
      later ??= setTimeout(sayWaiting, Math.max(0, saidAt + gapMs - performance.now())).unref()
  }

  function sayWaiting(): void {
    later = undefined
    saidAt = performance.now()
    write(`event: ${event}\ndata: ${[...waiting].join(' ')}\n\n`)
    waiting.clear()
  }

  function check(): void {
    void mayGoOn().then(
      (may) => {
        if (may) return
        write(`event: ${lastEvent}\ndata: ${lastEvent}\n\n`)
        end()
      },
      () => undefined,
    )
  }

  function end(): void {
    if (!body.destroyed) body.push(null)
  }

  // The id comes back as Last-Event-ID when the browser reconnects by itself.
  write(`retry: ${RETRY_MS}\nid: open\n\n`)
  void reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    // No proxy may cache, change or buffer it; the last header is nginx's own.
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(body)
  return { say, check, end }
}
