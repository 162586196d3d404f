import { describe, expect, it } from 'vitest'
import { createRetries } from './retries.ts'

function start() {
  const pauses: number[] = []
  const lines: string[] = []
  const note = (_about: unknown, line: string) => void lines.push(line)
  const clock = {
    now: () => 0,
    sleep: async (ms: number) => {
      pauses.push(ms)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  const log = { warn: note, error: note } as unknown as Parameters<typeof createRetries>[0]['log']
  return { retries: createRetries({ clock, log }), pauses, lines }
}

function failing(times: number) {
  let tries = 0
  return {
    attempt: () => {
      tries += 1
      return tries > times ? Promise.resolve() : Promise.reject(new Error('away'))
    },
    tries: () => tries,
  }
}

describe('what must be written', () => {
  it('is retried until it is, with pauses that grow to five seconds', async () => {
    const { retries, pauses, lines } = start()
    const work = failing(8)
    expect(await retries.untilDone('writing', {}, work.attempt)).toBe(true)
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    expect(lines).toEqual(Array(8).fill('writing: not yet'))
  })

  it('is retried at short intervals when the process is to end, and given up when that takes too long', async () => {
    const { retries, pauses, lines } = start()
    const [soon, never] = [failing(3), failing(Number.POSITIVE_INFINITY)]
    const both = Promise.all([
      retries.untilDone('one', {}, soon.attempt),
      retries.untilDone('other', {}, never.attempt),
    ])
    await retries.stop(50)
    expect(await both).toEqual([true, false])
    expect(new Set(pauses)).toEqual(new Set([200]))
    expect(lines.at(-1)).toBe('other: given up, because the process ends')
  })

  it('does not delay a shutdown when there is nothing', async () => {
    await start().retries.stop(60_000)
  })

  it('does not delay a shutdown when an attempt gets no answer', async () => {
    const { retries } = start()
    void retries.untilDone('writing', {}, () => new Promise(() => undefined))
    await retries.stop(20)
  })
})
