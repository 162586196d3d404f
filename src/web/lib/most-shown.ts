import { formatCount } from '#shared/counts'

/** The maximum number of rows in a list without pages, which may have tens of thousands. */
export const MOST_SHOWN = 200

/** Returns the line below such a list with the number left out; null when all rows are shown. */
export const moreText = (count: number) =>
  count > MOST_SHOWN ? `… og ${formatCount(count - MOST_SHOWN)} til` : null
