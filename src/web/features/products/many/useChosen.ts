import { useCallback, useState } from 'react'
import type { Listed } from '../items-state.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Returns the selection. A row hidden by search or filters is deselected, so that no action affects
 * invisible rows.
 */
export function useChosen() {
  const [ids, setIds] = useState(NONE)
  const put = useCallback(
    (rows: readonly string[], now: boolean) =>
      setIds((known) => {
        const next = new Set(known)
        for (const id of rows) {
          if (now) next.add(id)
          else next.delete(id)
        }
        return next
      }),
    [],
  )
  return {
    ids,
    among: (hits: readonly Listed[]) =>
      ids.size === 0 ? [] : hits.filter(({ id }) => ids.has(id)),
    choose: useCallback((id: string, now: boolean) => put([id], now), [put]),
    choosePage: (rows: readonly Listed[], now: boolean) =>
      put(
        rows.map(({ id }) => id),
        now,
      ),
    clear: () => setIds(NONE),
    ofPage: (rows: readonly Listed[]) => {
      const count = rows.filter(({ id }) => ids.has(id)).length
      return count === 0 ? false : count === rows.length ? true : ('some' as const)
    },
  }
}
