import type { CauseCode, Problem } from '#shared/causes/index'
import { causeOf } from '#shared/causes/index'
import { problemSummary } from '#shared/problems'
import { NothingSent } from '../../documents/document-run.ts'
import type { Outcome } from '../outcome.ts'
import type { TransferChange } from '../tables.ts'

/** The entry of the activity log that an ending leaves. */
export interface Entry {
  action: 'webhook_auto_transfer' | 'transfer_completed' | 'transfer_undone'
  /** Norwegian; begins with the job's title. */
  description: string
  success: boolean
}

/** How a run ends by a decision: a step returns it instead of what the next step needs. */
export class Ending {
  readonly outcome: Outcome
  /** What the timeline says, in Norwegian. */
  readonly text: string
  /** What else the row says from now on: ids, amounts, what was seen in Fiken. */
  readonly patch: TransferChange
  /** `text`: the activity log says the same as the timeline. */
  readonly entry: ((title: string) => Entry) | 'text' | null

  constructor(
    outcome: Outcome,
    text: string,
    patch: TransferChange = {},
    entry: Ending['entry'] = null,
  ) {
    this.outcome = outcome
    this.text = text
    this.patch = patch
    this.entry = entry
  }
}

/** Something must be fixed by a person first; in the cause's words, or in this case's own. */
export function failed(
  cause: CauseCode,
  message: string = causeOf(cause).explanation,
  patch: TransferChange = {},
): Ending {
  return new Ending({ kind: 'failed', cause, message }, message, patch, 'text')
}

/** All problems of a draft at once, as the one text that a row shows. */
export function failedBy(problems: readonly Problem[]): Ending {
  return failed(problems[0]?.code ?? 'unknown', problemSummary(problems))
}

/** Back into the queue, shown as "Sjekkes i Fiken". */
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
