import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Clock } from '#clients/http/transport'
import { FIKEN_PACE, paced, SERVICEM8_PACE } from './pace.ts'
import { POINTS } from './points.ts'
import { pointsTable } from './report.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe('the points that are asked of the vendors', () => {
  it('have ids of their own', () => {
    expect(new Set(POINTS.map(({ id }) => id)).size).toBe(POINTS.length)
  })

  it('name files that are there', () => {
    expect(
      POINTS.map(({ file }) => file).filter((file) => !existsSync(path.join(ROOT, file))),
    ).toEqual([])
  })

  it('are printed as a table with a row each, which Markdown can read', () => {
    const [head = '', , ...rows] = pointsTable(POINTS).split('\n')
    const columns = head.split('|').length
    expect(rows.map((row) => row.split('|').length)).toEqual(POINTS.map(() => columns))
    expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(
      POINTS.map(({ id }) => `\`${id}\``),
    )
  })
})

describe('the pace', () => {
  it.each([
    ['Fiken', FIKEN_PACE, 4, 1_000],
    ['ServiceM8', SERVICEM8_PACE, 180, 60_000],
  ])(
    'of %s is never more than the vendor allows, one at a time',
    async (_name, pace, most, window) => {
      let now = 0
      let running = 0
      const clock: Clock = {
        now: () => now,
        sleep: async (ms) => void (now += ms),
      }
      const starts: number[] = []
      const limiter = paced(pace, clock)
      const run = async () => {
        running += 1
        expect(running).toBe(1)
        starts.push(now)
        now += 7
        await Promise.resolve()
        running -= 1
      }
      await Promise.all(Array.from({ length: most * 5 }, () => limiter(run)))
      for (const [index, start] of starts.entries())
        expect(
          starts.slice(index).filter((other) => other < start + window).length,
        ).toBeLessThanOrEqual(most)
    },
  )

  it('goes on after a request that failed', async () => {
    const clock: Clock = { now: () => 0, sleep: () => Promise.resolve() }
    const limiter = paced(FIKEN_PACE, clock)
    const failing = limiter(() => Promise.reject(new Error('no answer')))
    await expect(failing).rejects.toThrow('no answer')
    await expect(limiter(() => Promise.resolve('answer'))).resolves.toBe('answer')
  })
})
