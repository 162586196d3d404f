import { expect, test } from 'vitest'

/**
 * The browser steps for each row, or the key of another row whose steps cover this row as well. A
 * row without an entry does not compile.
 */
export type Walks<Key extends string> = Record<Key, (() => Promise<void>) | Key>

/**
 * Declares a test case for the steps of each group of rows, named after the rows.
 * @param done sets in which the steps record the rows they have tested; a row missing at the end
 * fails the test
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
