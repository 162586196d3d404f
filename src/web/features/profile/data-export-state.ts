import type { DataExport } from '#shared/contracts/profile'

/** A requested export: the start of the previous export, and the time of the click in ms. */
export interface Asked {
  before: string | null
  at: number
}

export type ExportPhase = 'idle' | 'starting' | 'unstarted' | 'running' | 'done' | 'left' | 'failed'

/** Maximum time in ms before the browser requests the file; a blocked download never does. */
const STARTS_WITHIN_MS = 15_000

/**
 * Returns the phase of the export. The outcome is shown only if the export was started or seen
 * running on this page, because the latest export can be months old.
 * @param seen start time of the export that this page saw running
 * @param readAt time at which `latest` was read, in ms
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
