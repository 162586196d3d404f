import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Transfer } from '#shared/contracts/transfers/row'
import { OPEN_PARAM } from '../open-param.ts'

const TransferDrawer = lazy(() =>
  import('./TransferDrawer.tsx').then((part) => ({ default: part.TransferDrawer })),
)
const AFTER_THE_LIST_MS = 1_000

/**
 * A place for the drawer, whose code is loaded one second after the list or when it opens. `rows`
 * are in the list's order.
 */
export function DrawerPlace({ rows }: { rows: readonly Transfer[] }) {
  const [search] = useSearchParams()
  const [fetched, setFetched] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFetched(true), AFTER_THE_LIST_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!fetched && !search.has(OPEN_PARAM)) return null
  return (
    <Suspense>
      <TransferDrawer rows={rows} />
    </Suspense>
  )
}
