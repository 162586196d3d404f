import type { FikenCompany } from '#clients/fiken/client'
import { formatClock } from '#shared/dates'
import { SEND_AGAIN } from '#shared/transfer-status'
import type { DocumentChange, DocumentRun, DocumentState } from '../../documents/document-run.ts'
import type { Absence } from '../../reservations/absence.ts'
import { forgotten } from '../forgotten-draft.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import { beforeSend } from './before-send.ts'
import { write, type Run } from './context.ts'
import { checking, Ending, failed } from './ending.ts'

/**
 * A transfer's document, for the steps in documents/.
 *
 * @param company another than the run's: where the draft may have been made before
 */
export function documentOf(
  run: Run,
  uuid: string = run.row.fikenDraftUuid ?? '',
  company: FikenCompany = run.fiken,
): DocumentRun<Ending> {
  const { platform, signal, row } = run
  return {
    platform,
    fiken: company,
    signal,
    uuid,
    failures: row.attempts,
    keepsLooking: false,
    state: () => stateOf(run.row),
    note: (text, ok) => run.timeline.step(run.stage, text, ok),
    write: (change) => write(run, columnsOf(run.row, change)),
    beforeSend: (change) => beforeSend(run, columnsOf(run.row, change)),
    endings: {
      lookAgain,
      unlisted: stillUnlisted,
      gone: (absence, isKnown) => afterAbsence(run.row, absence, isKnown),
      uuidUsed,
      noNumberSeries: () => failed('missing_number_series'),
    },
  }
}

function stateOf(row: TransferRow): DocumentState {
  const { fikenInvoiceDraftId, outcomeUnknown, fikenData, invoiceRequest, absence } = row
  const attempts = fikenData?.attempts ?? []
  return { draftId: fikenInvoiceDraftId, outcomeUnknown, attempts, invoiceRequest, absence }
}

function columnsOf(
  { fikenData }: TransferRow,
  { draftId, attempts, ...same }: DocumentChange,
): TransferChange {
  return {
    ...same,
    ...(draftId === undefined ? {} : { fikenInvoiceDraftId: draftId }),
    ...(attempts && fikenData ? { fikenData: { ...fikenData, attempts: [...attempts] } } : {}),
  }
}

/** Back into the queue until then; what a person sees is "Sjekkes i Fiken". */
export function lookAgain(absence: Absence | null, at: Date): Ending {
  return new Ending(checking(at), `Sjekkes i Fiken igjen kl. ${formatClock(at)}`, { absence })
}

/**
 * Fiken has said that the invoice is made, so no new one is ever made by us, however long its lists
 * do not show it.
 */
export function stillUnlisted(absence: Absence): Ending {
  return failed(
    'outcome_unknown',
    'Fiken har bekreftet at fakturaen er laget, men den er ikke i Fikens lister ennå. Se i Fiken, og sjekk igjen her.',
    { absence },
  )
}

/** Does what a person wanted once the draft is known to be gone; if nothing was asked for, asks. */
function afterAbsence(row: TransferRow, absence: Absence, isKnown: boolean): Ending {
  if (isKnown && absence.then !== null)
    return absence.then === SEND_AGAIN ? sendAgain(row) : forgetTransfer()
  // Of an invoice that may have been requested nothing can come any more: it has been looked for
  // as long as any lag lasts.
  const requested = isKnown ? { invoiceRequest: null } : {}
  return failed('draft_deleted', undefined, { absence, ...requested })
}

/**
 * The revision rises: a person wanted that, and the former draft is gone. Claimed again
 * immediately, under a new uuid.
 */
function sendAgain(row: TransferRow): Ending {
  return new Ending(
    { kind: 'queued' },
    'Utkastet er borte fra Fiken, og det er ingen faktura av det. Jobben sendes på nytt.',
    {
      ...forgotten('gone'),
      revision: row.revision + 1,
      needsFetch: true,
      // The jobs of one draft go together again.
      collectiveRun: row.collectiveId,
    },
    'text',
  )
}

/** The uuid stays: should a person restore the transfer, it is looked for again. */
function forgetTransfer(): Ending {
  return new Ending(
    { kind: 'failed', cause: 'draft_deleted' },
    'Utkastet er borte fra Fiken. Overføringen er slettet.',
    { skipTransfer: true, outcomeUnknown: false, invoiceRequest: null, absence: null },
  )
}

const uuidUsed = (absence: Absence) =>
  failed(
    'draft_deleted',
    'Fiken har hatt et utkast av denne jobben, men det finnes ikke lenger, verken som utkast eller faktura. Send på nytt lager et nytt.',
    { absence },
  )
