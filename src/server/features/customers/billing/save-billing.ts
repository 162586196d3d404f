import { createHash, randomUUID } from 'node:crypto'
import { isExternalError } from '#clients/http/external-error'
import type { Client } from '#clients/servicem8/types'
import type { BillingFields } from '#shared/contracts/customers'
import { instant } from '../../../platform/clock.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openServicem8 } from '../../connections/tokens/open-clients.ts'
import { isVendorTrouble } from '../../connections/vendor-trouble.ts'
import { clientFromMirror, writeThroughClient } from '../../mirrors/clients.ts'
import type { BillingOverride } from '../reading/recipient.ts'
import { lockBilling, storeBilling, writeOf } from './billing-store.ts'
import type { BillingWrite } from '../queries.ts'
import { billingText, isSameText } from './billing-text.ts'
import { checkedBilling } from './check-billing.ts'
import { tryToWrite } from './write-billing.ts'

/**
 * The time in ms that the queue waits before it writes a new save, so that the user's own request
 * can write it first.
 */
const HEAD_START_MS = 30_000

/**
 * The result of a save. `saved` means that the address is stored in Fakturabro, and written to
 * ServiceM8 or waiting to be written. `changed` means that nothing was stored, because the client
 * has changed since the user loaded it. `clientUuid` is the uuid of the billed client.
 */
export type Saved =
  | { kind: 'saved'; clientUuid: string; write: BillingWrite }
  | { kind: 'changed'; clientUuid: string; client: Client }

/**
 * Stores a client's billing address and writes it to ServiceM8. A site's address is stored on its
 * head office, which is billed.
 *
 * @param version the client's version that the user saw; not checked when undefined
 * @throws HttpError 400 for an invalid field, 404 for an unknown client
 */
export async function saveBilling(
  platform: Platform,
  companyId: string,
  uuid: string,
  fields: BillingFields,
  version: string | undefined,
): Promise<Saved> {
  if (uuid.trim() === '')
    throw new HttpError(400, 'invalid', 'Customer UUID is required for updates')
  // Invalid fields are rejected before any request to ServiceM8.
  checkedBilling(fields)
  const client = await billedClient(platform, companyId, uuid)
  return keep(platform, companyId, client, (now) => {
    if (version !== undefined && version !== versionOf(client, now.override, now.write)) return null
    const override = checkedBilling(fields, now.override)
    return { override, text: billingText(override) }
  })
}

/**
 * Undoes a saved address, both in Fakturabro and in ServiceM8.
 *
 * @param change the id returned by the save; the result is `changed` when a later save exists
 * @throws HttpError 404 for an unknown client
 */
export async function undoBilling(
  platform: Platform,
  companyId: string,
  uuid: string,
  change: string,
): Promise<Saved> {
  const client = await billedClient(platform, companyId, uuid)
  return keep(platform, companyId, client, ({ write }) =>
    write?.change === change ? { override: write.overrideBefore, text: write.textBefore } : null,
  )
}

interface Known {
  override: BillingOverride | null
  write: BillingWrite | null
}

/**
 * Stores an address and tries to write it to ServiceM8.
 * @param decide returns the address to store, given the stored address; null when the client has
 * changed and nothing may be stored
 */
async function keep(
  platform: Platform,
  companyId: string,
  client: Client,
  decide: (now: Known) => { override: BillingOverride | null; text: string } | null,
): Promise<Saved> {
  const clientUuid = client.uuid
  const write = await platform.db.transaction(async (tx) => {
    const now = await lockBilling(tx, companyId, clientUuid)
    const wanted = decide(now)
    if (!wanted) return null
    const next: BillingWrite = {
      companyId,
      clientUuid,
      change: randomUUID(),
      text: wanted.text,
      expected: expectedBefore(client, now.write),
      textBefore: client.billingAddress,
      overrideBefore: now.override,
      state: 'waiting',
      why: '',
      failures: 0,
      nextTryAt: new Date(platform.clock.now() + HEAD_START_MS * platform.ladderScale),
      savedAt: instant(platform.clock),
    }
    await storeBilling(tx, wanted.override, next)
    return next
  })
  if (!write) return { kind: 'changed', clientUuid, client }
  await tryToWrite(platform, write, { interactive: true })
  return {
    kind: 'saved',
    clientUuid,
    write: (await writeOf(platform.db, companyId, clientUuid)) ?? write,
  }
}

/**
 * Returns the texts that ServiceM8 might have when this save is written: its present text, and the
 * texts of an earlier save whose request can still arrive.
 */
function expectedBefore(client: Client, earlier: BillingWrite | null): string[] {
  const pending = earlier && earlier.state !== 'written' ? [...earlier.expected, earlier.text] : []
  return [client.billingAddress, ...pending].filter(
    (text, index, all) => all.findIndex((one) => isSameText(one, text)) === index,
  )
}

/**
 * Returns the billed client, which is the head office for a site. While ServiceM8 is unavailable,
 * uses our copy, so that an address can still be saved.
 */
async function billedClient(platform: Platform, companyId: string, uuid: string): Promise<Client> {
  const client = await latest(platform, companyId, uuid)
  if (client.parentUuid === null || client.parentUuid === client.uuid) return client
  return latest(platform, companyId, client.parentUuid)
}

async function latest(platform: Platform, companyId: string, uuid: string): Promise<Client> {
  const mirrored = await clientFromMirror(platform.db, companyId, uuid)
  // Only clients in our copy are requested from ServiceM8, so an invented uuid causes no request.
  if (!mirrored) throw notFound('Kunden finnes ikke.')
  try {
    const servicem8 = await openServicem8(platform, companyId, { interactive: true })
    const client = await servicem8.client.clients.get(uuid)
    if (!client.active) throw notFound('Kunden finnes ikke lenger i ServiceM8.')
    await writeThroughClient(platform.db, companyId, client)
    return client
  } catch (error) {
    if (isExternalError(error, 'not_found'))
      throw notFound('Kunden finnes ikke lenger i ServiceM8.')
    if (error instanceof HttpError && error.status === 404) throw error
    if (!isVendorTrouble(error)) throw error
    return mirrored.client
  }
}

/** Returns a hash of the edit dialog's data, which detects a change in ServiceM8 or Fakturabro. */
export function versionOf(
  { name, address, billingAddress }: Pick<Client, 'name' | 'address' | 'billingAddress'>,
  override: BillingOverride | null,
  write: Pick<BillingWrite, 'change'> | null,
): string {
  const seen = JSON.stringify([name, address, billingAddress, override ? write?.change : null])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22)
}
