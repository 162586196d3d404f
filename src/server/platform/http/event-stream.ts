import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** One open stream of hints to one screen (the WHATWG's server-sent events). */
export interface EventStream {
  /**
   * Says these words immediately, or together with others when the last ones have just been said.
   */
  say(words: readonly string[]): void
  /** Asks now whether the stream may go on. */
  check(): void
  end(): void
}

export interface EventStreamOptions {
  /** The name of every event. */
  event: string
  /**
   * The last event of a stream that may not go on, so that its reader does not come back for
   * another.
   */
  lastEvent: string
  /**
   * Asked at every beat: ends the stream when it answers false. When it throws, that is not known,
   * and the stream goes on.
   */
  mayGoOn: () => Promise<boolean>
  closed: () => void
  beatMs?: number
  gapMs?: number
}

/** Between two beats, which keep proxies from cutting an idle line. */
const BEAT_MS = 15_000
/** Two a second are as many as a screen can use. */
const GAP_MS = 500
/** How soon a browser comes back when the line is cut. */
const RETRY_MS = 2_000
/** A reader that does not read is dropped: its browser comes back when it can. */
const UNREAD_BYTES = 16_384

/** Returns the request with a stream that stays open until either side has enough. */
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
    // No proxy may cache, change or buffer it; the last is nginx's own header.
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(body)
  return { say, check, end }
}
