import type { DataExport } from '#shared/contracts/profile'

/** The click that asked for a download: which export was the latest then, and when it was. */
export interface Asked {
  before: string | null
  at: number
}

export type ExportPhase = 'idle' | 'starting' | 'unstarted' | 'running' | 'done' | 'left' | 'failed'

/** A browser may take this long to ask for the file; one that blocks downloads never does. */
const STARTS_WITHIN_MS = 15_000

/**
 * What to say of a download. How it ended is said only of one that was asked for here or seen
 * while it ran: another's end may be months ago.
 *
 * @param seen when the export began that was seen while it ran
 * @param readAt when `latest` was read
 */
export function exportPhase(
  latest: DataExport | undefined,
  { asked, seen, readAt }: { asked: Asked | null; seen: string | null; readAt: number },
): ExportPhase {
  if (!latest) return 'idle'
  if (latest.state === 'running') return 'running'
  if (asked && latest.startedAt === asked.before)
    return readAt - asked.at < STARTS_WITHIN_MS ? 'starting' : 'unstarted'
  if (latest.state === 'none' || (!asked && latest.startedAt !== seen)) return 'idle'
  return latest.state
}
