import { useState } from 'react'
import { pageSizeOf, type PageSize } from '../filter-state.ts'

const KEPT = 'products:page-size'

/** Returns the number of products on a page, which is kept on the device, and its setter. */
export function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState(readKept)
  const keep = (chosen: PageSize) => {
    setSize(chosen)
    try {
      localStorage.setItem(KEPT, String(chosen))
    } catch {
      // The browser can block storage; the choice then lasts until the screen is left.
    }
  }
  return [size, keep]
}

function readKept(): PageSize {
  try {
    return pageSizeOf(localStorage.getItem(KEPT))
  } catch {
    return pageSizeOf(null)
  }
}
