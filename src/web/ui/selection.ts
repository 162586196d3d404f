import { useState } from 'react'

/**
 * Returns the selection. A row that is no longer on the page is deselected, so that no action
 * affects invisible rows.
 */
export function useSelection<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter((row) => ids.has(idOf(row)))
  return {
    ids,
    chosen,
    all: chosen.length === 0 ? false : chosen.length === rows.length ? true : ('some' as const),
    choose: (id: string, now: boolean) =>
      setIds((known) => {
        const next = new Set(known)
        if (now) next.add(id)
        else next.delete(id)
        return next
      }),
    chooseAll: (now: boolean) => setIds(new Set(now ? rows.map(idOf) : [])),
    clear: () => setIds(new Set()),
  }
}
