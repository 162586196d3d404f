import type { FikenCompany } from '#clients/fiken/client'
import type { Stage } from '#shared/transfer-status'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { GateClosed } from '../../platform/vendor-gate.ts'
import type { ActivityEntry } from '../activity-log/record.ts'
import type { CompanyProfile } from '../connections/company-profile.ts'
import type { ConfigurationRow } from '../configuration/read-configuration.ts'
import { holdsClaim, writeClaimed, type ClaimedWrite } from './lane-store.ts'
import type { NewTransfer, TransferRow } from './store.ts'
import type { Journal } from './timeline.ts'

/** A transfer that is being worked on: by a run in the lane, or for somebody who waits at a screen. */
export interface Work {
  platform: Platform
  /** As it was read, with each write of ours laid over it. */
  row: TransferRow
  journal: Journal
  signal: AbortSignal
  configuration: ConfigurationRow
  company: CompanyProfile
  /** Fiken, within the chosen company. */
  fiken: FikenCompany
}

/** One run of one transfer in the lane: what its steps share. */
export interface Run extends Work {
  claim: string
  /** Asked when a request's place at Fiken has come, before it leaves (take-leave.ts); null while nothing is at stake. */
  lastWord: { ask: (() => Promise<void>) | null }
  /** Changes of the row that go with the next write, at the latest when the next request's place has come. */
  unwritten: { change: Partial<NewTransfer> }
  /** Where it is, for the error's cause and the progress that people see. */
  stage: Stage | 'issue'
}

/** The row was taken over by another run (this one slept past its lease), or is no longer wanted. Stop without a word. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** Changes the run's copy of the row; the row itself is changed by the next write. */
export function lay(run: Run, change: Partial<NewTransfer>): void {
  Object.assign(run.unwritten.change, change)
  Object.assign(run.row, change)
}

/**
 * Writes to the row and to the run's own copy of it, with all that has gathered since the last write, timeline included: what has happened
 * so far is kept even if the process is killed a moment later.
 *
 * @throws ClaimLost
 */
export async function write(run: Run, change: Partial<NewTransfer> = {}, activity?: ActivityEntry): Promise<void> {
  if (!(await tryWrite(run, change, { activity }))) throw new ClaimLost()
}

/** As write, but false when the claim is gone or it is not wanted any more; nothing is written then. */
export async function tryWrite(
  run: Run,
  change: Partial<NewTransfer>,
  more: Pick<ClaimedWrite, 'activity' | 'wantedIn'>,
): Promise<boolean> {
  const full = { ...run.unwritten.change, ...change, updatedAt: instant(run.platform.clock) }
  const entries = run.journal.take()
  let written = false
  try {
    written = await writeClaimed(run.platform.db, run.row, run.claim, { change: full, entries, ...more })
  } finally {
    if (!written) run.journal.putBack(entries)
  }
  if (!written) return false
  run.unwritten.change = {}
  Object.assign(run.row, full)
  run.platform.live.tell(run.row.userId, 'transfers')
  return true
}

/** Begins a stage. People see it where something in it takes time: it is written before the stage's first request leaves. */
export function enter(run: Run, stage: Run['stage'], text: string): void {
  if (run.signal.aborted) throw new GateClosed('the process is stopping')
  run.stage = stage
  run.journal.step(stage, text, null)
  const shown = stage === 'issue' ? 'verify' : stage
  if (run.row.stage !== shown) lay(run, { stage: shown })
}

/** Asked when a request's place at Fiken has come. A run that has lost its row may still read there, but changes nothing. @throws ClaimLost */
export async function mayLeave(run: Run, request: { safe: boolean }): Promise<void> {
  // Whatever is asked for then is what cannot be undone, also where it may safely be asked for twice.
  if (run.lastWord.ask) return run.lastWord.ask()
  if (Object.keys(run.unwritten.change).length > 0) return write(run)
  if (!request.safe && !(await holdsClaim(run.platform.db, run.row, run.claim))) throw new ClaimLost()
}
