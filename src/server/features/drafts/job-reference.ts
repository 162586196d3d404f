import type { Job } from '#clients/servicem8/types'

/** "#1085"; of a job that has no number yet, the end of its uuid. */
export const jobReference = ({ number, uuid }: Pick<Job, 'number' | 'uuid'>): string =>
  `#${number.trim() || uuid.slice(-8)}`
