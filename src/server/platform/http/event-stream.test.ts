import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openEventStream, type EventStreamOptions } from './event-stream.ts'

function opened(options: Partial<EventStreamOptions> = {}) {
  const headers: Record<string, string> = {}
  let body: Readable | undefined
  const reply = {
    header(name: string, value: string) {
      headers[name] = value
      return reply
    },
    send(stream: Readable) {
      body = stream
      return reply
    },
  }
  const closed = vi.fn()
  const stream = openEventStream(reply as unknown as FastifyReply, {
    event: 'changed',
    lastEvent: 'ended',
    mayGoOn: () => Promise.resolve(true),
    closed,
    ...options,
  })
  const read = () => String(body?.read() ?? '')
  return { stream, headers, closed, read, ended: () => body?.readableEnded || body?.destroyed }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a stream of hints', () => {
  it('begins immediately, and asks every proxy on the way not to buffer it', () => {
    const { headers, read } = opened()
    expect(read()).toBe('retry: 2000\nid: open\n\n')
    expect(headers).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
  })

  it('sends the first hint immediately, and never more than two a second, each topic once', async () => {
    const { stream, read } = opened()
    read()
    stream.say(['transfers'])
    await vi.advanceTimersByTimeAsync(1)
    expect(read()).toBe('event: changed\ndata: transfers\n\n')
    for (let n = 0; n < 10; n += 1) stream.say(['stats', 'transfers'])
    await vi.advanceTimersByTimeAsync(490)
    expect(read()).toBe('')
    await vi.advanceTimersByTimeAsync(20)
    expect(read()).toBe('event: changed\ndata: stats transfers\n\n')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(read()).toBe('')
  })

  it('ends once, without breaking the response off, when two checks find at once that it may not go on', async () => {
    const { stream, closed, read, ended } = opened({ mayGoOn: () => Promise.resolve(false) })
    read()
    stream.check()
    stream.check()
    await vi.advanceTimersByTimeAsync(1)
    expect(read()).toBe('event: ended\ndata: ended\n\n')
    await vi.advanceTimersByTimeAsync(1)
    expect(ended()).toBe(true)
    expect(closed).toHaveBeenCalledOnce()
  })

  it('sends heartbeats so that the connection is not considered dead, and checks at each whether it may continue', async () => {
    let may = true
    const { closed, read } = opened({ mayGoOn: () => Promise.resolve(may) })
    read()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(read()).toBe(': \n\n')
    may = false
    await vi.advanceTimersByTimeAsync(15_000)
    const last: string[] = []
    for (let part = read(); part !== ''; part = read()) last.push(part)
    expect(last.join('')).toBe(': \n\nevent: ended\ndata: ended\n\n')
    await vi.advanceTimersByTimeAsync(1)
    expect(closed).toHaveBeenCalledOnce()
  })

  it('continues when it cannot find out whether it may', async () => {
    const { closed, read } = opened({
      mayGoOn: () => Promise.reject(new Error('the database is unavailable')),
    })
    await vi.advanceTimersByTimeAsync(60_000)
    while (read() !== '');
    await vi.advanceTimersByTimeAsync(1)
    expect(closed).not.toHaveBeenCalled()
  })

  it('disconnects a reader who does not read', async () => {
    const { stream, closed } = opened({ gapMs: 1 })
    for (let n = 0; n < 50; n += 1) {
      stream.say(['x'.repeat(1_000)])
      await vi.advanceTimersByTimeAsync(2)
    }
    expect(closed).toHaveBeenCalledOnce()
  })
})
