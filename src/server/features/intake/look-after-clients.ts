import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { INTAKE } from '../inbox/queue-names.ts'
import { addEvents } from '../inbox/store.ts'
import { clientsByUuid } from '../mirrors/clients.ts'
import { isChangedSince } from '../service-jobs/changed-since.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { draftedFor } from '../transfers/queries.ts'

/**
 * ServiceM8 pings about no client: the jobs whose draft names one otherwise than our copies do now
 * are looked at, and the look tells of the change.
 */
export async function lookAfterClients(
  platform: Platform,
  { userId, uuids }: { userId: string; uuids: readonly string[] },
): Promise<void> {
  const { db, clock, queue } = platform
  const drafted = await draftedFor(db, userId, uuids)
  if (drafted.length === 0) return
  const now = await partiesNow(platform, userId, drafted)
  const changed = drafted.filter((snapshot) => isChangedSince(snapshot, now(snapshot)))
  if (changed.length === 0) return
  const jobs = changed.map(({ job }) => job.uuid)
  await addEvents(db, userId, 'sweep', jobs, instant(clock))
  queue.wake(INTAKE, userId)
}

/** The same jobs with their client, head office and contacts as our copies have them. */
async function partiesNow(
  { db }: Platform,
  userId: string,
  snapshots: readonly JobSnapshot[],
): Promise<(snapshot: JobSnapshot) => JobSnapshot> {
  const uuids = snapshots.flatMap(({ client, headOffice }) => [
    ...(client ? [client.uuid] : []),
    ...(headOffice ? [headOffice.uuid] : []),
  ])
  const known = await clientsByUuid(db, userId, uuids)
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
