import { lazy, Suspense, useEffect, useState } from 'react'
import type { EditCustomerProps } from './EditCustomer.tsx'

const EditCustomer = lazy(() =>
  import('./EditCustomer.tsx').then((part) => ({ default: part.EditCustomer })),
)
const AFTER_THE_LIST_MS = 1_000

/** A place for the dialog, whose code is loaded one second after the list, or when it opens. */
export function EditPlace(props: EditCustomerProps) {
  const [fetched, setFetched] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setFetched(true), AFTER_THE_LIST_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!fetched && props.asked === null) return null
  return (
    <Suspense>
      <EditCustomer {...props} />
    </Suspense>
  )
}
