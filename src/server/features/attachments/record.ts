import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { holdTransfer, noteFiles, type DraftWithFiles } from '../transfers/attachment-store.ts'
import { filesOfTransfer } from './store.ts'
import type { AttachmentRow } from './tables.ts'

type Written = Pick<DraftWithFiles, 'id' | 'companyId' | 'draftUuid' | 'jobNumber' | 'jobUuid'>

/**
 * Returns the note on the transfer's row that names the files missing in Fiken; null when no file
 * is missing.
 */
export function noteOf(
  rows: readonly Pick<AttachmentRow, 'state' | 'name' | 'draftUuid'>[],
  draftUuid: string,
): string | null {
  const missing = rows
    .filter((row) => row.draftUuid === draftUuid)
    .filter(({ state }) => state === 'failed' || state === 'refused')
    .map(({ name }) => name || 'uten navn')
  if (missing.length === 0) return null
  const [first = '', second] = missing
  const more = missing.length - 2
  const named =
    second === undefined ? first : more > 0 ? `${first}, ${second}` : `${first} og ${second}`
  return `Vedlegg ikke sendt: ${named}${more > 0 ? ` og ${more} til` : ''}`
}

/**
 * Performs a change to a draft's files. In the same transaction, updates the note on the transfer's
 * row, writes to the timeline and, if `log` is true, writes to the activity log.
 */
export async function recordOn(
  platform: Platform,
  draft: Written,
  change: (tx: Db) => Promise<void>,
  said: { text: string; ok: boolean; log: boolean } | null,
): Promise<void> {
  const at = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    // If the account is deleted while a file is being sent, nothing is recorded about the file.
    if (!(await holdTransfer(tx, draft))) return
    await change(tx)
    const note = noteOf(await filesOfTransfer(tx, draft.companyId, draft.id), draft.draftUuid)
    const entries = said
      ? [{ at, kind: 'step' as const, step: 'attachments', text: said.text, ok: said.ok }]
      : []
    await noteFiles(tx, draft, note, entries)
    if (!said?.log) return
    const title = draft.jobNumber ? `Jobb #${draft.jobNumber}` : 'Jobben'
    await recordActivity(tx, {
      companyId: draft.companyId,
      actor: null,
      type: said.ok ? 'transfer' : 'error',
      action: said.ok ? 'attachments_sent' : 'attachment_failed',
      description: `${title}: ${said.text}`,
      success: said.ok,
      metadata: { jobUuid: draft.jobUuid, transferId: draft.id },
      at,
    })
  })
  platform.live.publish(draft.companyId, 'transfers', ...(said?.log ? (['activity'] as const) : []))
}
