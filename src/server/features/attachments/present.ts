import type { AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import { TOO_MANY } from './plan-rows.ts'
import type { AttachmentRow } from './tables.ts'

/**
 * Returns true if another attempt can succeed. A file's content never changes under its uuid, so a
 * file that was refused for its content is not retried.
 */
const mayRetry = ({ state, why }: Pick<AttachmentRow, 'state' | 'why'>) =>
  state === 'failed' || (state === 'refused' && why === TOO_MANY)

/**
 * Converts a row for the transfer's drawer. A state that belongs to an earlier draft is not shown.
 */
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
