import type { DataExport } from '#shared/contracts/profile'

/**
 * The click that asked for a download: the latest export's start at that time, and the click's time
 * in ms.
 */
export interface Asked {
  before: string | null
  at: number
}

export type ExportPhase = 'idle' | 'starting' | 'unstarted' | 'running' | 'done' | 'left' | 'failed'

/** The time within which a browser requests the file; one that blocks downloads never does. */
const STARTS_WITHIN_MS = 15_000

/**
 * Returns the state of a download. Its outcome is shown only when it was started here or seen while
 * it ran: another export may have ended months ago.
 *
 * @param seen the start of the export that was seen running
 * @param readAt the time at which `latest` was read, in ms
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
