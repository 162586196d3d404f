import type { FikenCompany } from '#clients/fiken/client'
import type { Stage } from '#shared/transfer-status'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { GateClosed } from '../../platform/vendor-gate.ts'
import type { CompanyProfile } from '../connections/company-profile.ts'
import type { ConfigurationRow } from '../configuration/read-configuration.ts'
import { writeClaimed } from './lane-store.ts'
import type { NewTransfer, TransferRow } from './store.ts'
import type { Journal } from './timeline.ts'

/** One run of one transfer: what its steps share. */
export interface Run {
  platform: Platform
  /** As claimed, with each write of this run laid over it. */
  row: TransferRow
  claim: string
  journal: Journal
  signal: AbortSignal
  configuration: ConfigurationRow
  company: CompanyProfile
  /** Fiken, within the chosen company. */
  fiken: FikenCompany
  /** Asked when a request's place at Fiken has come, before it leaves (take-leave.ts); null while nothing is at stake. */
  lastWord: { ask: (() => Promise<void>) | null }
  /** Where it is, for the error's cause and the progress that people see. */
  stage: Stage | 'issue'
}

/** The row was taken over by another run (this one slept past its lease), or is no longer wanted. Stop without a word. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** Writes to the row and to the run's own copy of it. @throws ClaimLost */
export async function write(run: Run, change: Partial<NewTransfer>): Promise<void> {
  const full = { ...change, updatedAt: instant(run.platform.clock) }
  if (!(await writeClaimed(run.platform.db, run.row, run.claim, full))) throw new ClaimLost()
  Object.assign(run.row, full)
}

/** Begins a stage: people see it at once, and a shutdown is heard between stages. */
export async function enter(run: Run, stage: Run['stage'], text: string): Promise<void> {
  if (run.signal.aborted) throw new GateClosed('the process is stopping')
  run.stage = stage
  run.journal.step(stage, text, null)
  await write(run, { stage: stage === 'issue' ? 'verify' : stage })
  // What has happened so far is kept even if the process is killed in this stage.
  await run.journal.flush(run.platform.db, run.row)
}
