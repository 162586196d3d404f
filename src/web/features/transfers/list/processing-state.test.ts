import { describe, expect, it } from 'vitest'
import { STAGES } from '#shared/transfer-status'
import { isOnItsWay, nextShown, progressAt, reachedStage } from './processing-state.ts'

describe('the processing indicator', () => {
  it('shows one stage at a time and stops where the server is', () => {
    const reached = reachedStage('processing', 'send')
    const shown: number[] = []
    for (let at = 0, steps = 0; steps < 6; steps++) shown.push((at = nextShown(at, reached)))
    expect(shown.map((at) => progressAt('processing', at, '').percent)).toEqual([
      25, 45, 70, 70, 70, 70,
    ])
  })
  it.each(['verify', 'done', null] as const)(
    'never shows 100 %% before the server says completed (stage %s)',
    (stage) => {
      expect(
        progressAt('processing', reachedStage('processing', stage), '').percent,
      ).toBeLessThanOrEqual(90)
    },
  )
  it('shows 100 % when the server says completed, 0 % when it failed', () => {
    expect(progressAt('completed', reachedStage('completed', null), '')).toEqual({
      text: 'Ferdig',
      percent: 100,
    })
    expect(progressAt('failed', reachedStage('failed', 'send'), '').percent).toBe(0)
  })
  it('says that a pending transfer waits', () => {
    expect(progressAt('pending', reachedStage('pending', null), 'Venter på behandling')).toEqual({
      text: 'Venter på behandling',
      percent: 0,
    })
  })
  it('speaks of an invoice only where invoices are made', () => {
    const at = STAGES.findIndex(({ stage }) => stage === 'send')
    expect(progressAt('processing', at, '').text).toBe('Oppretter utkast i Fiken')
    expect(progressAt('processing', at, '', 'invoice').text).toBe('Oppretter faktura i Fiken')
  })
  it('goes straight to the end when the server says so', () => {
    expect(nextShown(1, reachedStage('completed', null))).toBe(STAGES.length - 1)
  })
  it('is shown from the wait for a turn on; what backs off says itself when it goes on', () => {
    expect(isOnItsWay({ status: 'queued', errorCode: null })).toBe(true)
    expect(isOnItsWay({ status: 'queued', errorCode: 'fiken_down' })).toBe(false)
    expect(isOnItsWay({ status: 'pending', errorCode: null })).toBe(false)
  })
  it('goes straight back when the run starts over', () => {
    expect(nextShown(STAGES.length - 2, 0)).toBe(0)
  })
})
