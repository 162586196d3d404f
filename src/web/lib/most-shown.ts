import { formatCount } from '#shared/counts'

/** Maximum number of rows in a list without pages, which can have tens of thousands of rows. */
export const MOST_SHOWN = 200

export const moreText = (count: number) =>
  count > MOST_SHOWN ? `… og ${formatCount(count - MOST_SHOWN)} til` : null
