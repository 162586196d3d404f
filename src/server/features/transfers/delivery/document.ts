import type { FikenCompany } from '#clients/fiken/client'
import { formatClock } from '#shared/dates'
import { SEND_AGAIN } from '#shared/transfer-status'
import {
  ClaimLost,
  type DocumentChange,
  type DocumentRun,
  type DocumentState,
} from '../../documents/document-run.ts'
import type { Absence } from '../../reservations/absence.ts'
import { forgotten } from '../forgotten-draft.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import { lockClaimed, readBlocker, type Blocker } from '../settings-store.ts'
import { tryWrite, write, type Run } from './context.ts'
import { blockedBy, checking, Ending, failed, NotSent } from './ending.ts'

/**
 * Lends the transfer's document to the steps in documents/.
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

/** The user cannot change the settings back and forth more often than this. */
const TRIES = 5

/**
 * The pre-send check: a request that cannot be undone leaves only if the run still holds its row and the
 * user's settings still allow the request when its turn at Fiken has come. The wait for that turn may be
 * long, and the user may have chosen another company meanwhile. The rule itself is `blockerOf` in
 * settings-store.ts. The patch is written by the statement that checks.
 *
 * @throws ClaimLost, NotSent: the request does not leave
 */
async function beforeSend(run: Run, patch: TransferChange): Promise<void> {
  for (let tries = 1; !(await tryWrite(run, patch, { company: run.fiken.slug })); tries += 1) {
    const blocker = await whyNot(run)
    if (blocker !== null) throw new NotSent(blockedBy(blocker, run.row))
    if (tries === TRIES) throw new Error('The pre-send check and its reason do not agree')
  }
}

async function whyNot({ platform, row, others, claim, fiken }: Run): Promise<Blocker | null> {
  return platform.db.transaction(async (tx) => {
    // Settings before the row, as every other transaction takes them.
    const read = ({ askedWhileOff }: { askedWhileOff: boolean }) =>
      readBlocker(tx, row.userId, askedWhileOff, fiken.slug, { hold: true })
    const blocker = await read(row)
    // Every transaction takes the rows in this order.
    const rows = [row, ...others].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const held = []
    for (const one of rows) held.push(await lockClaimed(tx, one, claim))
    if (held.some((one) => one === null)) throw new ClaimLost()
    const other = held.find((one) => one?.askedWhileOff !== row.askedWhileOff)
    return other ? ((await read(other)) ?? blocker) : blocker
  })
}

/** Requeues the row until then; the user sees "Sjekkes i Fiken". */
export function lookAgain(absence: Absence | null, at: Date): Ending {
  return new Ending(checking(at), `Sjekkes i Fiken igjen kl. ${formatClock(at)}`, { absence })
}

/**
 * Fails a run whose invoice Fiken has confirmed: no new one is ever made by us, however long Fiken's
 * lists do not show it.
 */
export function stillUnlisted(absence: Absence): Ending {
  return failed(
    'outcome_unknown',
    'Fiken har bekreftet at fakturaen er laget, men den er ikke i Fikens lister ennå. Se i Fiken, og sjekk igjen her.',
    { absence },
  )
}

/** Does what the user wanted once the draft is known to be gone; asks when nothing was wanted. */
function afterAbsence(row: TransferRow, absence: Absence, isKnown: boolean): Ending {
  if (isKnown && absence.then !== null)
    return absence.then === SEND_AGAIN ? sendAgain(row) : forgetTransfer()
  // Of an invoice that may have been requested nothing can come any more: it has been looked for
  // as long as any lag lasts.
  const requested = isKnown ? { invoiceRequest: null } : {}
  return failed('draft_deleted', undefined, { absence, ...requested })
}

/**
 * Queues the row under a new revision, and so a new uuid: the user wanted that, and the former draft
 * is gone.
 */
function sendAgain(row: TransferRow): Ending {
  return new Ending(
    { kind: 'queued' },
    'Utkastet er borte fra Fiken, og det er ingen faktura av det. Jobben sendes på nytt.',
    {
      ...forgotten('gone'),
      revision: row.revision + 1,
      needsFetch: true,
    },
    'text',
  )
}

/**
 * Deletes the transfer, as the user wanted. The uuid stays: should the user restore it, it is looked
 * for again.
 */
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
