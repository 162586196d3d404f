import { expect, it, vi } from 'vitest'
import { ExternalError, type ExternalErrorKind } from '#clients/http/external-error'
import { patiently } from './patiently.ts'

const failure = (kind: ExternalErrorKind) =>
  new ExternalError({ vendor: 'servicem8', kind, doing: 'GET /material.json', details: '' })

function attempts(...ends: (ExternalErrorKind | 'done')[]) {
  const waits: number[] = []
  const clock = { now: () => 0, sleep: async (ms: number) => void waits.push(ms) }
  const attempt = vi.fn<(again: boolean) => Promise<string>>(async () => {
    const end = ends.shift() ?? 'done'
    if (end !== 'done') throw failure(end)
    return 'written'
  })
  const result = patiently({ clock, ladderScale: 1 }, new AbortController().signal, attempt)
  return { result, attempt, waits }
}

it.each(['unavailable', 'rate_limited', 'bad_answer'] as const)(
  'an item that met %s is tried again, and told that it may have been written',
  async (kind) => {
    const { result, attempt, waits } = attempts(kind, kind)
    expect(await result).toBe('written')
    expect(attempt.mock.calls).toEqual([[false], [true], [true]])
    expect(waits).toEqual([1_000, 5_000])
  },
)

it.each(['invalid', 'not_found', 'forbidden', 'conflict'] as const)(
  'an item that the vendor answers %s to is not tried again',
  async (kind) => {
    const { result, attempt } = attempts(kind)
    await expect(result).rejects.toThrow()
    expect(attempt).toHaveBeenCalledOnce()
  },
)

it('an item whose vendor never answers properly is given up after the fourth attempt', async () => {
  const bad = 'bad_answer' as const
  const { result, attempt } = attempts(bad, bad, bad, bad)
  await expect(result).rejects.toMatchObject({ status: 503, code: 'vendor_bad_answer' })
  expect(attempt).toHaveBeenCalledTimes(4)
})
