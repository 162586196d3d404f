import { describe, expect, test } from 'vitest'
import { exportPhase } from './data-export-state.ts'

const NONE = { asked: null, seen: null, readAt: 0 }
const MAY = '2026-05-01T10:00:00.000Z'
const JUNE = '2026-06-01T10:00:00.000Z'

describe('what is said about a download of the user’s own data', () => {
  test('is nothing before one was requested, even when an earlier one failed', () => {
    expect(exportPhase(undefined, NONE)).toBe('idle')
    expect(exportPhase({ state: 'none', startedAt: null }, NONE)).toBe('idle')
    expect(exportPhase({ state: 'failed', startedAt: MAY }, NONE)).toBe('idle')
  })

  test('is that it is running, whoever requested it', () => {
    expect(exportPhase({ state: 'running', startedAt: JUNE }, NONE)).toBe('running')
  })

  test('is that it starts until it has begun, and that it did not when the browser never requests it', () => {
    const asked = { before: MAY, at: 1_000 }
    expect(
      exportPhase({ state: 'done', startedAt: MAY }, { asked, seen: null, readAt: 1_500 }),
    ).toBe('starting')
    expect(
      exportPhase(
        { state: 'none', startedAt: null },
        { asked: { before: null, at: 0 }, seen: null, readAt: 1 },
      ),
    ).toBe('starting')
    expect(
      exportPhase({ state: 'done', startedAt: MAY }, { asked, seen: null, readAt: 16_000 }),
    ).toBe('unstarted')
  })

  test.each(['done', 'left', 'failed'] as const)(
    'is how it ended (%s), when it was requested here or seen',
    (state) => {
      const latest = { state, startedAt: JUNE }
      expect(
        exportPhase(latest, { asked: { before: MAY, at: 0 }, seen: null, readAt: 60_000 }),
      ).toBe(state)
      expect(exportPhase(latest, { asked: null, seen: JUNE, readAt: 0 })).toBe(state)
      expect(exportPhase(latest, { asked: null, seen: MAY, readAt: 0 })).toBe('idle')
    },
  )
})
