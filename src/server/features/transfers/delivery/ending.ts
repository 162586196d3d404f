import type { CauseCode, Problem } from '#shared/causes/index'
import { causeOf } from '#shared/causes/index'
import { formatClock } from '#shared/dates'
import { problemSummary } from '#shared/problems'
import { SEND_AGAIN } from '#shared/transfer-status'
import type { Db } from '../../../platform/database/database.ts'
import { NothingSent } from '../../documents/document-run.ts'
import type { Absence } from '../../reservations/absence.ts'
import { forgotten } from '../forgotten-draft.ts'
import type { Outcome } from '../outcome.ts'
import { readBlocker, type Blocker } from '../settings-store.ts'
import type { TransferChange, TransferRow } from '../tables.ts'

export interface Entry {
  action: 'webhook_auto_transfer' | 'transfer_completed' | 'transfer_undone'
  description: string
  success: boolean
}

/** The ending of a run, which a step returns instead of the input for the next step. */
export class Ending {
  readonly outcome: Outcome
  readonly text: string
  readonly patch: TransferChange
  /** The entry for the activity log; with `text`, it gets the timeline's text. */
  readonly entry: ((title: string) => Entry) | 'text' | null
  /**
   * Decides the outcome of a row about to wait, inside the transaction that writes it. Otherwise
   * the awaited event could arrive just before the write, and nothing would start the row.
   */
  readonly asOfNow: ((tx: Db) => Promise<Outcome>) | null

  constructor(
    outcome: Outcome,
    text: string,
    patch: TransferChange = {},
    entry: Ending['entry'] = null,
    asOfNow: Ending['asOfNow'] = null,
  ) {
    this.outcome = outcome
    this.text = text
    this.patch = patch
    this.entry = entry
    this.asOfNow = asOfNow
  }
}

/**
 * Returns the ending of a transfer that fails until the user acts, with the cause's text or a more
 * specific one.
 */
export function failed(
  cause: CauseCode,
  message: string = causeOf(cause).explanation,
  patch: TransferChange = {},
): Ending {
  return new Ending({ kind: 'failed', cause, message }, message, patch, 'text')
}

export function failedBy(problems: readonly Problem[]): Ending {
  return failed(problems[0]?.code ?? 'unknown', problemSummary(problems))
}

/** Returns the outcome that retries at the given time; the user sees "Sjekkes i Fiken". */
export const checking = (at: Date | null) =>
  ({ kind: 'again', at, cause: 'checking', attempts: 0 }) as const

/** The error that is thrown through the vendor's client to stop a request. */
export class NotSent extends NothingSent {
  override name = 'NotSent'
  readonly ending: Ending

  constructor(ending: Ending) {
    super(ending.text)
    this.ending = ending
  }
}

/**
 * Returns the ending that waits until the customer or product is looked up again; shown as "Sjekkes
 * i Fiken".
 */
export function waitForAnswer(why: string, until: Date): Ending {
  return new Ending(
    { kind: 'again', at: until, cause: 'checking', message: why, attempts: 0 },
    `Sjekkes i Fiken igjen kl. ${formatClock(until)}`,
  )
}

export function blockedBy(
  blocker: Blocker,
  row: Pick<TransferRow, 'companyId' | 'askedWhileOff' | 'attempts'>,
): Ending {
  switch (blocker) {
    case 'locked_user':
      // The lane skips rows of a locked user; they continue when the user is unlocked.
      return new Ending(released(row), 'Brukeren er sperret; jobben venter')
    case 'inactive':
      return heldBy('inactive', 'Integrasjonen er slått av; jobben venter', row)
    case 'company':
      return heldBy('company', 'Selskap i Fiken er ikke valgt', row)
    case 'other_company':
      // The next run begins by looking for a draft in the former company.
      return new Ending(released(row), 'Et annet selskap er valgt; jobben bygges på nytt for det')
  }
}

function heldBy(
  reason: 'inactive' | 'company',
  text: string,
  row: Pick<TransferRow, 'companyId' | 'askedWhileOff' | 'attempts'>,
): Ending {
  const outcome = { kind: 'waiting', reason } as const
  return new Ending(outcome, text, {}, null, async (tx) => {
    const blocker = await readBlocker(tx, row.companyId, row.askedWhileOff, null, { hold: true })
    return blocker === null ? released(row) : outcome
  })
}

export const released = ({ attempts }: Pick<TransferRow, 'attempts'>): Outcome => ({
  kind: 'released',
  attempts,
})

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
export function afterAbsence(row: TransferRow, absence: Absence, isKnown: boolean): Ending {
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

export const uuidUsed = (absence: Absence) =>
  failed(
    'draft_deleted',
    'Fiken har hatt et utkast av denne jobben, men det finnes ikke lenger, verken som utkast eller faktura. Send på nytt lager et nytt.',
    { absence },
  )
