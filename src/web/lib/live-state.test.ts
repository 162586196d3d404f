import { describe, expect, it } from 'vitest'
import { createRefresher, EVERYTHING, keysOf, topicsIn } from './live-state.ts'

describe('a hint', () => {
  it('names what has changed; words that this page does not know are passed over', () => {
    expect(topicsIn('stats transfers weather')).toEqual(['transfers', 'stats'])
    expect(topicsIn('')).toEqual([])
  })
  it('makes old what is shown of it, and nothing else', () => {
    expect(keysOf(['transfers'])).toEqual([['api', 'transfers']])
    expect(keysOf(['activity', 'weather'])).toEqual([['api', 'activity-logs']])
    expect(keysOf(EVERYTHING)).toContainEqual(['api', 'system-status'])
    expect(keysOf(EVERYTHING)).toContainEqual(['api', 'reconciliation'])
  })
})

describe('reading anew', () => {
  it('waits for the round before, and takes what was heard meanwhile together', async () => {
    const rounds: string[][] = []
    const answers: (() => void)[] = []
    const hint = createRefresher((topics) => {
      rounds.push([...topics])
      return new Promise<void>((resolve) => answers.push(resolve))
    })
    hint(['transfers'])
    hint(['stats'])
    hint(['transfers', 'stats'])
    expect(rounds).toEqual([['transfers']])
    answers[0]?.()
    await Promise.resolve().then(() => undefined)
    await Promise.resolve()
    expect(rounds).toEqual([['transfers'], ['stats', 'transfers']])
  })
  it('goes on after a round that failed', async () => {
    const rounds: string[][] = []
    const hint = createRefresher(async (topics) => {
      rounds.push([...topics])
      throw new Error('the server is away')
    })
    hint(['stats'])
    await new Promise((resolve) => setImmediate(resolve))
    hint(['activity'])
    expect(rounds).toEqual([['stats'], ['activity']])
  })
})
