import type { AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import { TOO_MANY } from './plan-rows.ts'
import type { AttachmentRow } from './tables.ts'

/**
 * Returns true when another attempt may succeed. A file does not change under its uuid, so one that is
 * refused for its content stays refused.
 */
const mayRetry = ({ state, why }: Pick<AttachmentRow, 'state' | 'why'>) =>
  state === 'failed' || (state === 'refused' && why === TOO_MANY)

/** Returns a file as the drawer shows it. A state on a former draft no longer counts. */
export function presentFile(row: AttachmentRow, draftUuid: string | null): AttachmentAnswer {
  const isOfThis = draftUuid !== null && row.draftUuid === draftUuid
  return {
    uuid: row.attachmentUuid,
    name: row.name,
    kind: row.kind,
    state: isOfThis ? row.state : 'idle',
    why: isOfThis ? row.why : '',
    chosen: row.chosen,
    bytes: isOfThis ? row.bytes : null,
    mayRetry: isOfThis && mayRetry(row),
    nextTryAt: isOfThis ? (row.nextTryAt?.toISOString() ?? null) : null,
  }
}
