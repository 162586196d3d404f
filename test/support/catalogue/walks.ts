import { expect, test } from 'vitest'

/**
 * The steps in the browser for each row, or the row that it is walked together with. A row without
 * either does not compile.
 */
export type Walks<Key extends string> = Record<Key, (() => Promise<void>) | Key>

/**
 * Makes a test of each walk, named after its rows.
 * @param done where the walk notes the rows that it passes: a row missing in the end was not walked
 */
export function walkEach<Key extends string>(
  rows: Record<Key, { says: readonly string[]; fix: string }>,
  walks: Walks<NoInfer<Key>>,
  done: readonly Set<string>[],
): void {
  const given: Walks<Key> = walks
  const keys = Object.keys(walks) as Key[]
  for (const key of keys) {
    const walk: (() => Promise<void>) | Key = given[key]
    if (typeof walk !== 'function') {
      if (typeof given[walk] !== 'function') throw new Error(`${key} is walked with no walk`)
      continue
    }
    const together = keys.filter((each) => each === key || given[each] === key)
    const name = together.map((each) => `${each} → «${rows[each].says[0]}» → ${rows[each].fix}`)
    test(name.join(' · '), async () => {
      for (const noted of done) for (const each of together) noted.delete(each)
      await walk()
      for (const noted of done) expect(together.filter((each) => !noted.has(each))).toEqual([])
    })
  }
}
