import type { Platform } from '../../platform/platform.ts'
import { ClaimLost, NothingSent } from './document-run.ts'
import { policyFor, type FailureContext, type FailureDecision } from './failure-policy.ts'

/** The owner of a document: a job, a set of jobs, or a month's bill. */
export interface Owner<Ended> {
  platform: Pick<Platform, 'clock' | 'ladderScale' | 'log' | 'random'>
  about: Record<string, string>
  /**
   * Stores how the run has ended.
   * @throws ClaimLost
   */
  end(ended: Ended): Promise<void>
  stopped(error: NothingSent): Ended
  afterFault(): Promise<AfterFault>
}

export interface AfterFault {
  context: Omit<FailureContext, 'random' | 'scale'>
  giveBack(): Promise<void>
  waitForGrant(decision: Decided<'wait_for_grant'>): Promise<void>
  tryAgain(decision: Decided<'again'>, at: Date): Promise<void>
  fail(decision: Decided<'fail'>): Promise<void>
}

type Decided<Kind> = Extract<FailureDecision, { kind: Kind }>

export type Ran<T = never> =
  | { kind: 'goes_on'; with: T }
  | { kind: 'ended' }
  | { kind: 'stopped' }
  | { kind: 'lost' }
  | { kind: 'given_back' }
  | { kind: 'failed' }
  /** Fiken is down or the grant has ended, so other runs would fail too. */
  | { kind: 'not_reached' }
  | { kind: 'unwritten' }

export type Steps<Ended, T> = () => Promise<{ ended: Ended } | { goesOn: T }>

/**
 * Runs the steps and stores how the run has ended: as the steps decided, by the pre-send check, or
 * by an error. A run that has lost its claim ends silently. Never throws: if the database itself
 * fails, the owner's next drain picks the run up again.
 */
export async function runDocument<Ended, T = never>(
  owner: Owner<Ended>,
  steps: Steps<Ended, T>,
): Promise<Ran<T>> {
  try {
    const { ran, ended } = await takeSteps(owner, steps)
    if (ended !== null) await owner.end(ended)
    return ran
  } catch (error) {
    return endByFault(owner, error)
  }
}

async function takeSteps<Ended, T>(
  owner: Owner<Ended>,
  steps: Steps<Ended, T>,
): Promise<{ ran: Ran<T>; ended: Ended | null }> {
  try {
    const taken = await steps()
    if ('goesOn' in taken) return { ran: { kind: 'goes_on', with: taken.goesOn }, ended: null }
    return { ran: { kind: 'ended' }, ended: taken.ended }
  } catch (error) {
    if (!(error instanceof NothingSent)) throw error
    return { ran: { kind: 'stopped' }, ended: owner.stopped(error) }
  }
}

/**
 * Stores the consequences of an error in a run's own steps, or in steps shared by several runs.
 * Never throws.
 */
export async function endByFault(owner: Owner<unknown>, error: unknown): Promise<Ran> {
  if (error instanceof ClaimLost) return { kind: 'lost' }
  const { clock, ladderScale: scale, log, random } = owner.platform
  try {
    const fault = await owner.afterFault()
    const decision = policyFor(error, { ...fault.context, random: random(), scale })
    switch (decision.kind) {
      case 'give_back':
        await fault.giveBack()
        return { kind: 'given_back' }
      case 'wait_for_grant':
        await fault.waitForGrant(decision)
        return { kind: decision.vendor === 'fiken' ? 'not_reached' : 'failed' }
      case 'again':
        await fault.tryAgain(decision, new Date(clock.now() + decision.delayMs))
        return { kind: decision.pauseLane ? 'not_reached' : 'failed' }
      case 'fail':
        if (decision.ourFault) {
          const about = { err: error, ...owner.about, stage: fault.context.stage }
          log.error(about, 'a document failed because of an error in the product')
        }
        await fault.fail(decision)
        return { kind: 'failed' }
    }
  } catch (err) {
    if (err instanceof ClaimLost) return { kind: 'lost' }
    log.error({ err, ...owner.about }, 'the end of a run could not be written')
    return { kind: 'unwritten' }
  }
}
