import { formatCount } from '#shared/counts'

/** The rows of a list that has no pages: it may have tens of thousands, and nobody reads them. */
export const MOST_SHOWN = 200

/** Below such a list; null where all are shown. */
export const moreText = (count: number) =>
  count > MOST_SHOWN ? `… og ${formatCount(count - MOST_SHOWN)} til` : null
