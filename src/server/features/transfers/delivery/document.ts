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
 * Returns the document that a run works on.
 * @param company where the draft may have been created earlier, if not the run's company
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

/**
 * The most attempts of the pre-send check; a second one is needed only when the user changes the
 * settings back during the check.
 */
const TRIES = 5

/**
 * Makes the pre-send check: a request that cannot be undone is sent only if the run still holds its
 * claim and the settings still allow the request once the rate limiter lets it through; during a
 * long wait, the user may have chosen another company. The rule itself is `blockerOf` in
 * settings-store.ts. The SQL statement that checks also writes the patch.
 * @throws ClaimLost, NotSent: the request is not sent
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
    // Settings are locked before the row, in the same order as in every other transaction.
    const read = ({ askedWhileOff }: { askedWhileOff: boolean }) =>
      readBlocker(tx, row.userId, askedWhileOff, fiken.slug, { hold: true })
    const blocker = await read(row)
    // Every transaction locks rows in this order.
    const rows = [row, ...others].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const held = []
    for (const one of rows) held.push(await lockClaimed(tx, one, claim))
    if (held.some((one) => one === null)) throw new ClaimLost()
    const other = held.find((one) => one?.askedWhileOff !== row.askedWhileOff)
    return other ? ((await read(other)) ?? blocker) : blocker
  })
}

/**
 * Returns the ending that requeues the row for another lookup at the given time; the user sees
 * "Sjekkes i Fiken".
 */
export function lookAgain(absence: Absence | null, at: Date): Ending {
  return new Ending(checking(at), `Sjekkes i Fiken igjen kl. ${formatClock(at)}`, { absence })
}

/**
 * Returns the ending for an invoice that Fiken has confirmed but does not list. We never create
 * another invoice, however long the lists lag.
 */
export function stillUnlisted(absence: Absence): Ending {
  return failed(
    'outcome_unknown',
    'Fiken har bekreftet at fakturaen er laget, men den er ikke i Fikens lister ennå. Se i Fiken, og sjekk igjen her.',
    { absence },
  )
}

/**
 * Returns the ending for a document that is gone from Fiken. It carries out the user's request;
 * without a request, the row fails and the user decides.
 */
function afterAbsence(row: TransferRow, absence: Absence, isKnown: boolean): Ending {
  if (isKnown && absence.then !== null)
    return absence.then === SEND_AGAIN ? sendAgain(row) : forgetTransfer()
  // The requested invoice can no longer appear, because it has been looked for during the longest
  // lag of Fiken's lists.
  const requested = isKnown ? { invoiceRequest: null } : {}
  return failed('draft_deleted', undefined, { absence, ...requested })
}

/**
 * Returns the ending that sends the job again, because the former draft is gone and the user wants
 * a new one. The new revision gives a new uuid.
 */
function sendAgain(row: TransferRow): Ending {
  return new Ending(
    { kind: 'queued' },
    'Utkastet er borte fra Fiken, og det er ingen faktura av det. Jobben sendes på nytt.',
    { ...forgotten('gone'), revision: row.revision + 1, needsFetch: true },
    'text',
  )
}

/**
 * Returns the ending that deletes the transfer. The uuid is kept, so that the document is looked up
 * again if the user restores the transfer.
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
