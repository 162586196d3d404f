import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIVE_TOPICS } from '#shared/live-topics'
import { createLive, payloadsOf, readPayload } from './live.ts'

const log = pino({ level: 'silent' })

function twoProcesses({ fails = false } = {}) {
  const listeners: ((payload: string) => void)[] = []
  const sent: string[] = []
  const database = {
    kind: 'postgres' as const,
    notify: async (_channel: string, payload: string) => {
      sent.push(payload)
      if (fails) throw new Error('the database is unavailable')
      for (const receive of listeners) receive(payload)
    },
    listen: async (_channel: string, receive: (payload: string) => void) => {
      listeners.push(receive)
      return () => Promise.resolve()
    },
  }
  const clock = { now: () => Date.now() }
  const live = () => createLive({ database, log, clock })
  return { one: live(), other: live(), sent }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('hints', () => {
  it('published together are one, and reach every process once', async () => {
    const { one, other, sent } = twoProcesses()
    await Promise.all([one.start(), other.start()])
    const heard: string[] = []
    one.subscribe('kari', (topics) => heard.push(`one ${topics.join(' ')}`))
    other.subscribe('kari', (topics) => heard.push(`other ${topics.join(' ')}`))
    for (let n = 0; n < 50; n += 1) one.publish('kari', 'transfers', n % 2 ? 'stats' : 'activity')
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toEqual(['one transfers activity stats', 'other transfers activity stats'])
    expect(sent).toHaveLength(1)
  })

  it('reach only their user, and nobody who has unsubscribed', async () => {
    const { one } = twoProcesses()
    const heard: string[] = []
    one.subscribe('ola', () => heard.push('ola'))
    const stop = one.subscribe('kari', () => heard.push('kari'))
    one.publish('kari', 'transfers')
    await vi.advanceTimersByTimeAsync(100)
    stop()
    one.publish('kari', 'transfers')
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toEqual(['kari'])
  })

  it('are told afterwards to who has read before listening, and everything to who read long ago', async () => {
    const { one, other } = twoProcesses()
    await Promise.all([one.start(), other.start()])
    one.publish('kari', 'transfers')
    await vi.advanceTimersByTimeAsync(1_000)
    const read = Date.now()
    expect(other.since('kari', read)).toEqual([])
    one.publish('kari', 'stats')
    one.publish('ola', 'tasks')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([one.since('kari', read), other.since('kari', read)]).toEqual([['stats'], ['stats']])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(one.since('kari', read)).toEqual(LIVE_TOPICS)
  })

  it('are not known from before the process began: then everything may have changed', () => {
    const { one } = twoProcesses()
    expect(one.since('kari', Date.now() - 1)).toEqual(LIVE_TOPICS)
  })

  it('that the database cannot carry are lost to other processes without an error', async () => {
    const { one, sent } = twoProcesses({ fails: true })
    const heard: string[] = []
    one.subscribe('kari', (topics) => heard.push(...topics))
    one.publish('kari', 'transfers')
    await vi.advanceTimersByTimeAsync(100)
    one.publish('kari', 'stats')
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toEqual(['transfers', 'stats'])
    expect(sent).toHaveLength(2)
  })

  it('of many users fit into a few messages of the size PostgreSQL accepts, and are read back unchanged', () => {
    const hints = Array.from(
      { length: 500 },
      (_, n) => [`user-${n}`, 'transfers', 'stats'] as const,
    )
    const payloads = payloadsOf('me', hints, 1_000)
    expect(payloads.every((payload) => payload.length <= 1_000)).toBe(true)
    expect(payloads.length).toBeLessThan(20)
    expect(payloads.flatMap((payload) => readPayload(payload).hints)).toEqual(hints)
    expect(readPayload(payloads[0] ?? '').from).toBe('me')
  })

  it('of a newer process lose the topics that this one does not know', () => {
    expect(readPayload('me;kari,transfers,weather;ola,weather').hints).toEqual([
      ['kari', 'transfers'],
      ['ola'],
    ])
  })
})
