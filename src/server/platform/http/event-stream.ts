import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface EventStream {
  /** Sends the words immediately, or combined with later words if an event has just been sent. */
  say(words: readonly string[]): void
  check(): void
  end(): void
}

export interface EventStreamOptions {
  event: string
  /** The last event of a stream that may not continue; it makes the browser stop reconnecting. */
  lastEvent: string
  /**
   * Returns whether the stream may continue, checked at every heartbeat. If it returns false, the
   * stream ends. If it throws, the stream continues, because the result is unknown.
   */
  mayGoOn: () => Promise<boolean>
  closed: () => void
  beatMs?: number
  gapMs?: number
}

/** The interval in ms between heartbeats, which keep proxies from closing an idle connection. */
const BEAT_MS = 15_000
/**
 * The minimum interval in milliseconds between events; a screen cannot make use of more than two a
 * second.
 */
const GAP_MS = 500
const RETRY_MS = 2_000
/** The number of unread bytes at which a client is disconnected; its browser reconnects later. */
const UNREAD_BYTES = 16_384

export function openEventStream(reply: FastifyReply, options: EventStreamOptions): EventStream {
  const { event, lastEvent, mayGoOn, closed, beatMs = BEAT_MS, gapMs = GAP_MS } = options
  const waiting = new Set<string>()
  let saidAt = -Infinity
  let later: NodeJS.Timeout | undefined
  let isOver = false
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
    if (isOver || body.destroyed) return
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
    // Two checks can find at the same time that the stream may not go on, and what is pushed after
    // the end breaks the response off.
    if (isOver || body.destroyed) return
    isOver = true
    body.push(null)
  }

  // A browser that reconnects automatically sends this id as Last-Event-ID.
  write(`retry: ${RETRY_MS}\nid: open\n\n`)
  void reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    // These headers keep proxies from caching, changing or buffering the stream; the last is
    // specific to nginx.
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(body)
  return { say, check, end }
}
