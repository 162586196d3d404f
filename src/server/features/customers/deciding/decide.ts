import type { Platform } from '../../../platform/platform.ts'
import { overrideOf } from '../link-store.ts'
import { decideRecipient, type RecipientInput, type RecipientResult } from '../reading/recipient.ts'

/** Returns whom a job is billed to, overridden by what a person has said about its client. */
export async function decide(
  platform: Platform,
  userId: string,
  snapshot: Omit<RecipientInput, 'override'>,
): Promise<RecipientResult> {
  const clientUuid = (snapshot.headOffice ?? snapshot.client)?.uuid ?? ''
  return decideRecipient({
    ...snapshot,
    override: await overrideOf(platform.db, userId, clientUuid),
  })
}
