import { instant } from '../../platform/clock.ts'
import type { Reactions } from '../../platform/hooks.ts'
import type { Platform } from '../../platform/platform.ts'
import { INTAKE } from '../inbox/queue-names.ts'
import { addEvents } from '../inbox/store.ts'
import { clientsByUuid } from '../mirrors/clients.ts'
import { isChangedSince } from '../service-jobs/changed-since.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { draftedFor } from '../transfers/queries.ts'
import { requestSweep, resumeIntake, sweepFromStart } from './sweep.ts'

export const intakeReactions: Reactions = {
  connected: async (platform, { companyId, vendor }) => {
    if (vendor === 'servicem8') await resumeIntake(platform, companyId)
  },
  rulesWidened: (platform, { companyId, isActive }) =>
    sweepFromStart(platform, companyId, { now: isActive }),
  activated: (platform, { companyId }) => requestSweep(platform, companyId),
  clientsSeen: (platform, seen) => lookAfterClients(platform, seen),
}

/**
 * Adds events for jobs whose draft has outdated client data, because ServiceM8 sends no webhooks
 * about clients.
 */
async function lookAfterClients(
  platform: Platform,
  { companyId, uuids }: { companyId: string; uuids: readonly string[] },
): Promise<void> {
  const { db, clock, queue } = platform
  const drafted = await draftedFor(db, companyId, uuids)
  if (drafted.length === 0) return
  const now = await partiesNow(platform, companyId, drafted)
  const changed = drafted.filter((snapshot) => isChangedSince(snapshot, now(snapshot)))
  if (changed.length === 0) return
  const jobs = changed.map(({ job }) => job.uuid)
  await addEvents(db, companyId, 'sweep', jobs, instant(clock))
  queue.wake(INTAKE, companyId)
}

async function partiesNow(
  { db }: Platform,
  companyId: string,
  snapshots: readonly JobSnapshot[],
): Promise<(snapshot: JobSnapshot) => JobSnapshot> {
  const uuids = snapshots.flatMap(({ client, headOffice }) => [
    ...(client ? [client.uuid] : []),
    ...(headOffice ? [headOffice.uuid] : []),
  ])
  const known = await clientsByUuid(db, companyId, uuids)
  return (snapshot) => {
    const client = known.get(snapshot.client?.uuid ?? '')
    const headOffice = known.get(snapshot.headOffice?.uuid ?? '')
    const billed = headOffice ?? client
    return {
      ...snapshot,
      client: client?.client ?? snapshot.client,
      headOffice: headOffice?.client ?? snapshot.headOffice,
      clientContacts: billed?.contacts ?? snapshot.clientContacts,
    }
  }
}
