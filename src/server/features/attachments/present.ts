import type { AttachmentAnswer } from '#shared/contracts/transfers/attachments'
import { TOO_MANY } from './plan-rows.ts'
import type { AttachmentRow } from './tables.ts'

/** A file does not become another under its uuid: what is refused for what it is, stays refused. */
const mayRetry = ({ state, why }: Pick<AttachmentRow, 'state' | 'why'>) =>
  state === 'failed' || (state === 'refused' && why === TOO_MANY)

/** A file as the drawer shows it. What was about a former draft is over with that draft. */
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
