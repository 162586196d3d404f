import { formatCount } from '#shared/counts'

/** Maximum number of rows in a list without pages, which may have tens of thousands of rows. */
export const MOST_SHOWN = 200

/** Returns the line with the number of rows beyond the maximum; null when all rows are shown. */
export const moreText = (count: number) =>
  count > MOST_SHOWN ? `… og ${formatCount(count - MOST_SHOWN)} til` : null
