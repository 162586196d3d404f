import { isDeepStrictEqual } from 'node:util'
import type { Client } from '#clients/servicem8/types'
import type { Contact } from '#clients/fiken/types'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { knownCustomer, rememberCustomer } from './customer-store.ts'
import type { Decided } from './link-store.ts'
import type { Recipient } from './reading/recipient.ts'

/** Keeps what the customers table says of a job's client. Returns its row's id; null without a client. */
export async function rememberClient(
  platform: Platform,
  userId: string,
  { client }: { client: Client | null },
  recipient: Recipient,
  { contactId }: Contact,
  before: Decided | null,
): Promise<string | null> {
  if (!client) return null
  const known = knownCustomer({ contactId, recipient, name: client.name })
  if (before && isDeepStrictEqual(known, before.customer)) return before.customerId
  return rememberCustomer(platform.db, {
    userId,
    servicem8Id: client.uuid,
    known,
    at: instant(platform.clock),
  })
}
