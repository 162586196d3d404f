import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLive, payloadsOf, readPayload } from './live.ts'

const log = pino({ level: 'silent' })

/** Two processes on one database, whose messages arrive at once; `fails` makes it refuse to carry them. */
function twoProcesses({ fails = false } = {}) {
  const listeners: ((payload: string) => void)[] = []
  const sent: string[] = []
  const database = {
    kind: 'postgres' as const,
    notify: async (_channel: string, payload: string) => {
      sent.push(payload)
      if (fails) throw new Error('the database is away')
      for (const heard of listeners) heard(payload)
    },
    listen: async (_channel: string, heard: (payload: string) => void) => {
      listeners.push(heard)
      return () => Promise.resolve()
    },
  }
  return { one: createLive({ database, log }), other: createLive({ database, log }), sent }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('hints', () => {
  it('that come together are one, and reach every process once', async () => {
    const { one, other, sent } = twoProcesses()
    await Promise.all([one.start(), other.start()])
    const heard: string[] = []
    one.hear('kari', (topics) => heard.push(`one ${topics.join(' ')}`))
    other.hear('kari', (topics) => heard.push(`other ${topics.join(' ')}`))
    for (let n = 0; n < 50; n += 1) one.tell('kari', 'transfers', n % 2 ? 'stats' : 'activity')
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toEqual(['one transfers activity stats', 'other transfers activity stats'])
    expect(sent).toHaveLength(1)
  })

  it('reach nobody but whom they concern, and nobody who has stopped hearing', async () => {
    const { one } = twoProcesses()
    const heard: string[] = []
    one.hear('ola', () => heard.push('ola'))
    const stop = one.hear('kari', () => heard.push('kari'))
    one.tell('kari', 'transfers')
    await vi.advanceTimersByTimeAsync(100)
    stop()
    one.tell('kari', 'transfers')
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toEqual(['kari'])
  })

  it('that the database cannot carry are lost to others, and nobody fails of it', async () => {
    const { one, sent } = twoProcesses({ fails: true })
    const heard: string[] = []
    one.hear('kari', (topics) => heard.push(...topics))
    one.tell('kari', 'transfers')
    await vi.advanceTimersByTimeAsync(100)
    one.tell('kari', 'stats')
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toEqual(['transfers', 'stats'])
    expect(sent).toHaveLength(2)
  })

  it('of many users fit into as few messages as PostgreSQL takes, and come out as they went in', () => {
    const told = Array.from({ length: 500 }, (_, n) => [`user-${n}`, 'transfers', 'stats'] as const)
    const payloads = payloadsOf('me', told, 1_000)
    expect(payloads.every((payload) => payload.length <= 1_000)).toBe(true)
    expect(payloads.length).toBeLessThan(20)
    expect(payloads.flatMap((payload) => readPayload(payload).told)).toEqual(told)
    expect(readPayload(payloads[0] ?? '').from).toBe('me')
  })
})
