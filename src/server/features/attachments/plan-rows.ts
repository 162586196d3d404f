import type { Attachment } from '#clients/servicem8/types'
import {
  isMeant,
  MOST_ATTACHMENTS,
  type AttachmentChoice,
  type AttachmentState,
  type ToldKind,
} from '#shared/attachments'
import type { AttachmentRow } from './tables.ts'
import { isOwnDocument, toldKind } from './told-kind.ts'

export type Known = Pick<
  AttachmentRow,
  'attachmentUuid' | 'chosen' | 'state' | 'why' | 'draftUuid' | 'askedAt'
>

export interface PlannedRow {
  attachmentUuid: string
  name: string
  kind: ToldKind
  state: AttachmentState
  why: string
  isNew: boolean
}

export const TOO_MANY = `Flere enn ${MOST_ATTACHMENTS} vedlegg på ett utkast sendes ikke. Ta bort noen av de andre, og prøv igjen.`

/**
 * Plans which of a job's files are sent once the job's draft is in Fiken. A file that is already on
 * this draft stays, so an updated draft gets only new files; a different draft gets all files
 * again. The user's choice for a file overrides the setting.
 *
 * Returns the rows to write, and the uuids whose rows are to be removed because the file is deleted
 * in ServiceM8 and was never sent to this draft.
 */
export function planRows({
  found,
  known,
  choice,
  draftUuid,
}: {
  found: readonly Attachment[]
  known: readonly Known[]
  choice: AttachmentChoice
  draftUuid: string
}): { rows: PlannedRow[]; gone: string[] } {
  const byUuid = new Map(known.map((row) => [row.attachmentUuid, row]))
  const there = found.filter((one) => one.active && !isOwnDocument(one))
  const present = new Set(there.map(({ uuid }) => uuid))
  const isDone = (row: Known | undefined) => row?.draftUuid === draftUuid && row.state === 'sent'
  let room = MOST_ATTACHMENTS - known.filter(isDone).length
  const rows: PlannedRow[] = []
  for (const one of inOrder(there)) {
    const row = byUuid.get(one.uuid)
    const kind = toldKind(one)
    const isWanted = row?.chosen ?? isMeant(choice, kind)
    if (isDone(row) || (!row && !isWanted)) continue
    const about = { attachmentUuid: one.uuid, name: one.name, kind }
    if (!isWanted) {
      rows.push({ ...about, state: 'idle', why: '', isNew: false })
      continue
    }
    if (room <= 0) {
      rows.push({ ...about, state: 'refused', why: TOO_MANY, isNew: false })
      continue
    }
    room -= 1
    const isOfThis = row?.draftUuid === draftUuid
    // A refused file would be refused again, and a file that might have arrived needs a look at
    // Fiken's list first.
    const stays = isOfThis && (isFinal(row) || (row.state === 'waiting' && row.askedAt !== null))
    rows.push(
      stays
        ? { ...about, state: row.state, why: row.why, isNew: false }
        : { ...about, state: 'waiting', why: '', isNew: true },
    )
  }
  const gone = known
    .filter((row) => !present.has(row.attachmentUuid) && !isDone(row))
    .map((row) => row.attachmentUuid)
  return { rows, gone }
}

const isFinal = ({ state, why }: Known) => state === 'refused' && why !== TOO_MANY

/**
 * Sorts files by age, oldest first, and then by uuid, so that the limit always excludes the same
 * files.
 */
function inOrder(files: readonly Attachment[]): Attachment[] {
  return [...files].sort((one, other) =>
    one.editDate === other.editDate
      ? one.uuid < other.uuid
        ? -1
        : 1
      : one.editDate < other.editDate
        ? -1
        : 1,
  )
}
