import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveTopic } from '#shared/live-topics'
import { createRefresher, HINT_MS, topicsIn } from './live-state.ts'

/** Creates a refresher whose reads are recorded and completed by the test. */
function slowServer() {
  const rounds: string[] = []
  const answers: (() => void)[] = []
  const refresher = createRefresher((topics) => {
    rounds.push([...topics].sort().join(' '))
    return new Promise<void>((resolve) => answers.push(resolve))
  })
  const answer = async () => {
    answers.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { refresher, rounds, answer }
}

const tick = () => vi.advanceTimersByTimeAsync(0)
const ROW: readonly LiveTopic[] = ['transfers', 'stats']

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the topics of a hint', () => {
  it('are those that this page knows', () => {
    expect(topicsIn('stats transfers weather')).toEqual(['transfers', 'stats'])
    expect(topicsIn('')).toEqual([])
  })
})

describe('refetching', () => {
  it('waits for the round before, and reads what was reported in the meantime together', async () => {
    const { refresher, rounds, answer } = slowServer()
    refresher.hint(['transfers'])
    await tick()
    refresher.hint(['stats'])
    refresher.hint(['transfers', 'stats'])
    await tick()
    expect(rounds).toEqual(['transfers'])
    await answer()
    expect(rounds).toEqual(['transfers', 'stats transfers'])
  })

  it('continues after a round that failed', async () => {
    const rounds: string[] = []
    const refresher = createRefresher(async (topics) => {
      rounds.push(topics.join(' '))
      throw new Error('the server is unavailable')
    })
    await refresher.refresh(['stats'])
    await refresher.refresh(['activity'])
    expect(rounds).toEqual(['stats', 'activity'])
  })
})

describe('what a call from this page has changed', () => {
  it('is read once while the stream is open: when its hint comes', async () => {
    const { refresher, rounds, answer } = slowServer()
    refresher.setOpen(true)
    const done = vi.fn()
    void refresher.written(ROW).then(done)
    await tick()
    expect(rounds).toEqual([])
    refresher.hint(['activity', 'stats', 'transfers'])
    await tick()
    expect(done).not.toHaveBeenCalled()
    await answer()
    expect(done).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(2 * HINT_MS)
    expect(rounds).toEqual(['activity stats transfers'])
  })

  it('is not considered read by a hint of something else', async () => {
    const { refresher, rounds, answer } = slowServer()
    refresher.setOpen(true)
    void refresher.written(ROW)
    refresher.hint(['transfers'])
    await tick()
    await answer()
    refresher.hint(['stats', 'transfers'])
    await tick()
    expect(rounds).toEqual(['transfers', 'stats transfers'])
  })

  it('is read without the hint when that, or the stream, is lost', async () => {
    const { refresher, rounds, answer } = slowServer()
    refresher.setOpen(true)
    void refresher.written(ROW)
    await vi.advanceTimersByTimeAsync(HINT_MS - 1)
    expect(rounds).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(rounds).toEqual(['stats transfers'])
    await answer()
    void refresher.written(['vat'])
    refresher.setOpen(false)
    await tick()
    expect(rounds).toEqual(['stats transfers', 'vat'])
  })

  it('is read immediately, and once, without a stream', async () => {
    const { refresher, rounds, answer } = slowServer()
    const done = vi.fn()
    void refresher.written(ROW).then(done)
    await tick()
    await answer()
    await vi.advanceTimersByTimeAsync(2 * HINT_MS)
    expect(rounds).toEqual(['stats transfers'])
    expect(done).toHaveBeenCalledOnce()
  })

  it('may be nothing that is shown', async () => {
    const { refresher, rounds } = slowServer()
    refresher.setOpen(true)
    await refresher.written([])
    expect(rounds).toEqual([])
  })
})
