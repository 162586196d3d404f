import { describe, expect, test } from 'vitest'
import { verdict } from './deviations.ts'
import { documentsOf } from './documents.ts'
import { of, recordEverything, recordRoad, type Recorded } from './exchanges.ts'
import { createJudge } from './judge.ts'

const live: Recorded = await recordEverything('live')
const published: Recorded = await recordEverything('published')
const road: Recorded = await recordRoad()

test('every operation of the clients was called', () => {
  expect(live.uncalled).toEqual([])
  expect(live.ours.length).toBeGreaterThan(60)
})

const forms = [
  ['as live accounts send rows', 'live', () => [live, road]],
  ['as the documents have rows', 'published', () => [published]],
] as const

for (const vendor of ['servicem8', 'fiken'] as const) {
  const documents = documentsOf(vendor)
  if (documents.length === 0) {
    test.skip(
      `${vendor}: there is no published document on this machine; ${vendor.toUpperCase()}_OPENAPI may name one`,
    )
    continue
  }

  describe.each(documents)(`${vendor}, by its $name document`, ({ document }) => {
    test.each(forms)(
      '%s, everything is as published except for the known deviations, and each of those occurs',
      (_name, form, recorded) => {
        const judge = createJudge(document)
        const ours = recorded().flatMap((one) => of(vendor, one.ours).flatMap(judge))
        const theirs = recorded().flatMap((one) => of(vendor, one.theirs).flatMap(judge))
        const answers = theirs.filter((finding) => /: answer /.test(finding))
        expect(verdict(vendor, form, [...ours, ...answers])).toEqual({ unexplained: [], stale: [] })
      },
    )
  })
}
