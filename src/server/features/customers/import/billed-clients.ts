import type { Client } from '#clients/servicem8/types'
import type { Db } from '../../../platform/database/database.ts'
import { clientFromMirror, clientsFor, type MirroredClient } from '../../mirrors/clients.ts'
import { overrideOf } from '../link-store.ts'
import { savedBilling } from '../queries.ts'
import {
  SILENT_JOB,
  decideRecipient,
  type BillingOverride,
  type RecipientInput,
  type RecipientResult,
} from '../reading/recipient.ts'

export interface BilledClient {
  client: Client
  snapshot: Omit<RecipientInput, 'override'>
  decided: RecipientResult
}

/**
 * Returns the clients that are billed themselves, in a fixed order. Sites are left out, because
 * their head office is billed.
 */
export async function billedClients(db: Db, companyId: string): Promise<BilledClient[]> {
  const clients = await clientsFor(db, companyId)
  const { overrides } = await savedBilling(db, companyId)
  const known = new Set(clients.map(({ client }) => client.uuid))
  return clients
    .filter(({ client }) => !isSite(client, known))
    .map((one) => billed(one, overrides.get(one.client.uuid) ?? null))
}

/**
 * Returns the client if it is billed itself. Returns null when the client is unknown, deleted, or
 * billed through its head office.
 */
export async function billedClient(
  db: Db,
  companyId: string,
  uuid: string,
): Promise<BilledClient | null> {
  const found = await clientFromMirror(db, companyId, uuid)
  if (!found?.client.active) return null
  const { parentUuid } = found.client
  const head = parentUuid === null ? null : await clientFromMirror(db, companyId, parentUuid)
  if (head?.client.active && isSite(found.client, new Set([head.client.uuid]))) return null
  return billed(found, await overrideOf(db, companyId, uuid))
}

function isSite({ uuid, parentUuid }: Client, known: ReadonlySet<string>): boolean {
  return parentUuid !== null && parentUuid !== uuid && known.has(parentUuid)
}

function billed(
  { client, contacts }: MirroredClient,
  override: BillingOverride | null,
): BilledClient {
  const snapshot = {
    job: SILENT_JOB,
    client,
    headOffice: null,
    jobContacts: [],
    clientContacts: contacts ?? [],
  }
  return { client, snapshot, decided: decideRecipient({ ...snapshot, override }) }
}
