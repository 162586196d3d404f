import type { CauseCode, Problem } from '#shared/causes/index'
import { causeOf } from '#shared/causes/index'
import { problemSummary } from '#shared/problems'
import { formatClock } from '#shared/dates'
import type { Db } from '../../../platform/database/database.ts'
import { NothingSent } from '../../documents/document-run.ts'
import type { Outcome } from '../outcome.ts'
import { readBlocker, type Blocker } from '../settings-store.ts'
import type { TransferChange, TransferRow } from '../tables.ts'

/** The entry of the activity log that an ending leaves. */
export interface Entry {
  action: 'webhook_auto_transfer' | 'transfer_completed' | 'transfer_undone'
  /** Norwegian; begins with the job's title. */
  description: string
  success: boolean
}

/** The end of a run by a decision: a step returns it instead of what the next step needs. */
export class Ending {
  readonly outcome: Outcome
  /** The line on the timeline, in Norwegian. */
  readonly text: string
  /** The other changes of the row: ids, amounts, what was seen in Fiken. */
  readonly patch: TransferChange
  /** `text`: the activity log says the same as the timeline. */
  readonly entry: ((title: string) => Entry) | 'text' | null
  /**
   * Set for a row that begins to wait: decides the outcome in the transaction that writes it. Should
   * what it waits for come just then, nothing else would start the row.
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
 * Fails the run until the user has fixed something; in the cause's words, or in this case's own.
 */
export function failed(
  cause: CauseCode,
  message: string = causeOf(cause).explanation,
  patch: TransferChange = {},
): Ending {
  return new Ending({ kind: 'failed', cause, message }, message, patch, 'text')
}

/** Fails the run by all problems of a draft, as the one text that a row shows. */
export function failedBy(problems: readonly Problem[]): Ending {
  return failed(problems[0]?.code ?? 'unknown', problemSummary(problems))
}

/** Requeues the row, shown as "Sjekkes i Fiken". */
export const checking = (at: Date | null) =>
  ({ kind: 'again', at, cause: 'checking', attempts: 0 }) as const

/** Thrown where a request was about to leave, through the vendor's client. */
export class NotSent extends NothingSent {
  override name = 'NotSent'
  readonly ending: Ending

  constructor(ending: Ending) {
    super(ending.text)
    this.ending = ending
  }
}

/**
 * Requeues the row until Fiken is asked again about a customer or a product that it was asked to make;
 * shown as "Sjekkes i Fiken".
 */
export function waitForAnswer(why: string, until: Date): Ending {
  return new Ending(
    { kind: 'again', at: until, cause: 'checking', message: why, attempts: 0 },
    `Sjekkes i Fiken igjen kl. ${formatClock(until)}`,
  )
}

/** Returns the ending of a run that the user's settings block. */
export function blockedBy(
  blocker: Blocker,
  row: Pick<TransferRow, 'userId' | 'askedWhileOff' | 'attempts'>,
): Ending {
  switch (blocker) {
    case 'locked_user':
      // The lane does not take rows of a locked user; unlocked again, they go on.
      return new Ending(released(row), 'Brukeren er sperret; jobben venter')
    case 'inactive':
      return heldBy('inactive', 'Integrasjonen er slått av; jobben venter', row)
    case 'company':
      return heldBy('company', 'Velg selskap i Fiken', row)
    case 'other_company':
      // What may be in the former company is looked for there when the next run begins.
      return new Ending(released(row), 'Et annet selskap er valgt; jobben bygges på nytt for det')
  }
}

function heldBy(
  reason: 'inactive' | 'company',
  text: string,
  row: Pick<TransferRow, 'userId' | 'askedWhileOff' | 'attempts'>,
): Ending {
  const outcome = { kind: 'waiting', reason } as const
  return new Ending(outcome, text, {}, null, async (tx) => {
    const blocker = await readBlocker(tx, row.userId, row.askedWhileOff, null, { hold: true })
    return blocker === null ? released(row) : outcome
  })
}

export const released = ({ attempts }: Pick<TransferRow, 'attempts'>): Outcome => ({
  kind: 'released',
  attempts,
})
