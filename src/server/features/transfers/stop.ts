import type { CauseCode, Problem } from '#shared/causes'
import { causeOf } from '#shared/causes'
import { problemSummary } from '#shared/problems'
import type { NewTransfer } from './store.ts'

/** A run ends before its end, by a decision and not by a fault: the row's new state, and what the timeline says. */
export class Stop extends Error {
  override name = 'Stop'
  readonly change: Partial<NewTransfer>
  /** How the activity log words it; null = nothing worth an entry. */
  readonly logged: boolean

  constructor(text: string, change: Partial<NewTransfer>, logged = true) {
    super(text)
    this.change = change
    this.logged = logged
  }
}

/** The data must be mended by a person: status failed, with the cause's words or this case's own. */
export function failWith(code: CauseCode, message: string = causeOf(code).explanation, more: Partial<NewTransfer> = {}): Stop {
  return new Stop(message, {
    status: 'failed',
    errorCode: code,
    errorMessage: message,
    nextAttemptAt: null,
    pendingReason: null,
    ...more,
  })
}

/** All problems of a draft at once, as the one text a row shows. */
export function failWithProblems(problems: readonly Problem[]): Stop {
  return failWith(problems[0]?.code ?? 'unknown', problemSummary(problems))
}
