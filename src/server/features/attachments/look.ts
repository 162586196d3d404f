import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { draftWithFiles, takeDueForFiles } from '../transfers/attachment-store.ts'
import { judgeFailure } from './judge-failure.ts'
import { addLooks, changeLook, dueLooks, endLook, postponeLooks } from './looks-store.ts'
import { planRows } from './plan-rows.ts'
import { recordOn } from './record.ts'
import { filesOfTransfer, forgetFiles, writePlanned } from './store.ts'
import type { LookRow } from './tables.ts'

export const OTHER_ACCOUNT =
  'Jobben er fra en annen ServiceM8-konto enn den som er tilkoblet, så vedleggene kan ikke hentes.'

/**
 * Lists the files of the jobs whose drafts are in Fiken, and plans which files are sent. Returns
 * the ids of the transfers whose files were listed.
 */
export async function lookAtDue(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { db, clock } = platform
  await db.transaction(async (tx) => {
    await addLooks(tx, companyId, await takeDueForFiles(tx, companyId), instant(clock))
  })
  const listed = new Set<string>()
  for (const look of await dueLooks(db, companyId, instant(clock))) {
    if (signal.aborted) break
    try {
      await lookAt(platform, look, signal)
      listed.add(look.transferId)
    } catch (error) {
      if (!(await settle(platform, look, error))) break
    }
  }
  return listed
}

async function lookAt(platform: Platform, look: LookRow, signal: AbortSignal): Promise<void> {
  const { db, clock } = platform
  const { companyId, transferId } = look
  const draft = await draftWithFiles(db, companyId, transferId)
  // The draft was deleted or is being created again; once it is created, a new look is requested.
  if (!draft) return endLook(db, look)
  const { attachments: choice } = await configurationOf(db, companyId)
  const known = await filesOfTransfer(db, companyId, transferId)
  if (choice === 'none' && known.length === 0) return endLook(db, look)
  const { client, accountUuid } = await openServicem8(platform, companyId, {
    unhurried: true,
    signal,
  })
  if (accountUuid.toLowerCase() !== draft.accountUuid.toLowerCase()) {
    await changeLook(db, look, { nextLookAt: null, why: OTHER_ACCOUNT })
    return
  }
  const found = await client.attachments.ofJob(draft.jobUuid, signal)
  const { rows, gone } = planRows({ found, known, choice, draftUuid: draft.draftUuid })
  const isNothing = rows.length === 0 && gone.length === 0
  if (isNothing) return endLook(db, look)
  await recordOn(
    platform,
    draft,
    async (tx) => {
      const of = { companyId, transferId, draftUuid: draft.draftUuid }
      await writePlanned(tx, of, rows, instant(clock))
      await forgetFiles(tx, companyId, transferId, gone)
      await endLook(tx, look)
    },
    null,
  )
}

/**
 * Stores a failure to list a job's files. Returns false if listing the user's other jobs would fail
 * too.
 */
async function settle(platform: Platform, look: LookRow, error: unknown): Promise<boolean> {
  const { db, clock, log, ladderScale: scale } = platform
  const { companyId, transferId, failures } = look
  const failure = judgeFailure(error, { failures, random: platform.random(), scale })
  if (failure.kind === 'given_back') return false
  log.info({ err: error, companyId, transferId }, "a job's files could not be listed")
  if (failure.kind === 'consent') {
    await changeLook(db, look, { nextLookAt: null, needsConsent: true })
    return true
  }
  const again = failure.kind === 'again' ? new Date(clock.now() + failure.afterMs) : null
  await changeLook(db, look, { failures: failures + 1, nextLookAt: again, why: failure.why })
  platform.live.publish(companyId, 'transfers')
  if (failure.kind !== 'again' || !failure.outage || !again) return true
  await postponeLooks(db, companyId, again)
  return false
}
