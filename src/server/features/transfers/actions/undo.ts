import { causeOf } from '#shared/causes/index'
import { isBeingUndone, may } from '#shared/transfer-status'
import { enumerate } from '#shared/norwegian'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { changesByOthers } from '../../drafts/draft-diff.ts'
import { standing } from '../outcome.ts'
import { emptyLook } from '../../documents/gone.ts'
import { sharesDraft, transferById } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { change, changedSince, underLock, findTransfer } from '../act.ts'
import { askFiken } from './in-fiken.ts'
import { wakeLaneOf } from '../lane.ts'

const PATIENCE_MS = 8_000
const LOOK_EVERY_MS = 100

const UNDONE = 'Utkastet er slettet i Fiken, og jobben venter på deg.'
const ALL_UNDONE = 'Utkastet er slettet i Fiken, og alle jobbene som var på det, venter på deg.'
const ON_ITS_WAY = 'Utkastet slettes i Fiken så snart Fiken svarer.'

interface Undone {
  message: string
  /** True when the draft is deleted; false while the lane keeps trying. */
  isUndone: boolean
}

/**
 * Deletes our own unchanged draft in Fiken ("Angre"). The draft is read first, so that a refusal is
 * shown immediately. The lane then deletes the draft (delete-draft.ts), so that the user's request
 * survives a crash or a lost response.
 * @param draftId the draft that the user saw; an outdated screen cannot delete another draft
 * @throws HttpError 404, 409; Fiken's errors from the lookup
 */
export async function undo(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  draftId?: string,
): Promise<Undone> {
  const asked = await findTransfer(platform, companyId, id)
  if (!isDone(asked)) {
    refuseOther(asked, draftId)
    await lookAt(platform, asked, actor)
    await underLock(platform, companyId, id, async (inside, row) => {
      if (isDone(row)) return
      refuseOther(row, asked.fikenInvoiceDraftId ?? '')
      const set = { ...standing({ kind: 'undoing' }), absence: null }
      await change(inside, row, 'undo', set, { text: 'Angret', actor })
    })
    wakeLaneOf(platform, companyId)
  }
  return waitForLane(platform, asked)
}

const isDone = (row: TransferRow) =>
  isBeingUndone(row) || (row.status === 'pending' && row.pendingReason === 'undone')

function refuseOther(row: TransferRow, draftId: string | undefined): void {
  if (!may('undo', row.status)) {
    throw new HttpError(409, 'wrong_status', 'Bare en fullført overføring kan angres.', {
      status: row.status,
    })
  }
  if (row.fikenInvoiceNumber !== null) throw invoiced(row.fikenInvoiceNumber)
  if (
    row.fikenInvoiceDraftId === null ||
    !row.fikenDraftUuid ||
    !row.fikenCompanySlug ||
    !row.fikenData
  ) {
    throw new HttpError(409, 'no_draft', 'Overføringen har ikke noe utkast å slette.')
  }
  if (draftId !== undefined && draftId !== row.fikenInvoiceDraftId) throw changedSince()
}

/**
 * Checks that the draft in Fiken is unchanged.
 * @throws HttpError when somebody has changed, invoiced or deleted the draft; an invoice or a
 * deletion is stored on the row
 */
async function lookAt(platform: Platform, row: TransferRow, actor: Actor | null): Promise<void> {
  const found = await askFiken(platform, row)
  if (found.kind === 'draft') {
    const changes = row.fikenData ? changesByOthers(row.fikenData, found.draft) : []
    if (changes.length === 0) return
    throw new HttpError(
      409,
      'draft_changed',
      `Noen har endret ${enumerate(changes)} på utkastet i Fiken, så det slettes ikke herfra. Rett eller slett det i Fiken.`,
    )
  }
  if (found.kind === 'invoice') {
    const { invoiceId, invoiceNumber } = found.invoice
    const seen = { fikenInvoiceId: String(invoiceId), fikenInvoiceNumber: invoiceNumber }
    const text = `Utkastet er fakturert i Fiken (faktura ${invoiceNumber})`
    await note(platform, row, seen, { text, actor })
    throw invoiced(invoiceNumber)
  }
  const { title, explanation } = causeOf('draft_deleted')
  const { absence } = emptyLook(platform, row)
  await note(
    platform,
    row,
    { ...standing({ kind: 'failed', cause: 'draft_deleted' }), absence },
    { text: title, actor },
  )
  throw new HttpError(409, 'draft_deleted', explanation)
}

function note(
  platform: Platform,
  row: TransferRow,
  found: Parameters<typeof change>[3],
  said: Parameters<typeof change>[4],
): Promise<void> {
  return underLock(platform, row.companyId, row.id, async (inside, now) => {
    if (now.status === row.status && now.fikenInvoiceDraftId === row.fikenInvoiceDraftId)
      await change(inside, now, 'undo', found, said)
  })
}

function invoiced(number: string): HttpError {
  return new HttpError(
    409,
    'already_invoiced',
    `${causeOf('already_invoiced').title} (faktura ${number}), og kan ikke angres. Lag en kreditnota i Fiken.`,
  )
}

async function waitForLane(platform: Platform, asked: TransferRow): Promise<Undone> {
  const { companyId, id } = asked
  const until = platform.clock.now() + PATIENCE_MS
  for (;;) {
    const row = await transferById(platform.db, companyId, id)
    if (!row || !isBeingUndone(row)) return answerTo(row, asked)
    if (platform.clock.now() >= until || row.nextAttemptAt)
      return { message: ON_ITS_WAY, isUndone: false }
    await platform.clock.sleep(LOOK_EVERY_MS)
  }
}

function answerTo(row: TransferRow | null, asked: TransferRow): Undone {
  if (row === null || isDone(row))
    return { message: sharesDraft(asked) ? ALL_UNDONE : UNDONE, isUndone: true }
  if (row.fikenInvoiceNumber) throw invoiced(row.fikenInvoiceNumber)
  throw new HttpError(
    409,
    'not_undone',
    row.errorMessage ?? 'Utkastet ble ikke slettet. Se under Hendelser hvorfor.',
  )
}
