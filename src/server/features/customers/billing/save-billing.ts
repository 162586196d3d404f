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

/** The time in which the queue leaves a save to the request that the user waits for. */
const HEAD_START_MS = 30_000

/**
 * The result of a save. `saved`: stored here, and written to ServiceM8 or waiting for it.
 * `changed`: nothing was stored, because the client has changed since the user saw it. `clientUuid`
 * is the billed client's.
 */
export type Saved =
  | { kind: 'saved'; clientUuid: string; write: BillingWrite }
  | { kind: 'changed'; clientUuid: string; client: Client }

/**
 * Stores the recipient of a client's invoices and writes it to ServiceM8. For a site it is stored
 * on the head office, which is billed.
 *
 * @param version the client's version on the screen; absent: not compared
 * @throws HttpError 400 for a field, 404 for an unknown client
 */
export async function saveBilling(
  platform: Platform,
  userId: string,
  uuid: string,
  fields: BillingFields,
  version: string | undefined,
): Promise<Saved> {
  if (uuid.trim() === '')
    throw new HttpError(400, 'invalid', 'Customer UUID is required for updates')
  // Invalid fields are refused before ServiceM8 is asked.
  checkedBilling(fields)
  const client = await billedClient(platform, userId, uuid)
  return keep(platform, userId, client, (now) => {
    if (version !== undefined && version !== versionOf(client, now.override, now.write)) return null
    const override = checkedBilling(fields, now.override)
    return { override, text: billingText(override) }
  })
}

/**
 * Undoes a save, here and in ServiceM8.
 *
 * @param change the id that the save was answered with; `changed` is returned when a later save
 *   exists
 * @throws HttpError 404
 */
export async function undoBilling(
  platform: Platform,
  userId: string,
  uuid: string,
  change: string,
): Promise<Saved> {
  const client = await billedClient(platform, userId, uuid)
  return keep(platform, userId, client, ({ write }) =>
    write?.change === change ? { override: write.overrideBefore, text: write.textBefore } : null,
  )
}

interface Known {
  override: BillingOverride | null
  write: BillingWrite | null
}

/**
 * @param decide returns the address to store, given the stored one; null stops the save, because
 *   the client has changed
 */
async function keep(
  platform: Platform,
  userId: string,
  client: Client,
  decide: (now: Known) => { override: BillingOverride | null; text: string } | null,
): Promise<Saved> {
  const clientUuid = client.uuid
  const write = await platform.db.transaction(async (tx) => {
    const now = await lockBilling(tx, userId, clientUuid)
    const wanted = decide(now)
    if (!wanted) return null
    const next: BillingWrite = {
      userId,
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
    write: (await writeOf(platform.db, userId, clientUuid)) ?? write,
  }
}

/**
 * Returns the texts that ServiceM8 may still have when this save reaches it: its present one, and
 * those of an earlier save whose request may only be slow.
 */
function expectedBefore(client: Client, earlier: BillingWrite | null): string[] {
  const pending = earlier && earlier.state !== 'written' ? [...earlier.expected, earlier.text] : []
  return [client.billingAddress, ...pending].filter(
    (text, index, all) => all.findIndex((one) => isSameText(one, text)) === index,
  )
}

/**
 * Returns the billed client, a site's head office, as ServiceM8 has it now, else as last seen: an
 * address can be saved while ServiceM8 is down.
 */
async function billedClient(platform: Platform, userId: string, uuid: string): Promise<Client> {
  const client = await latest(platform, userId, uuid)
  if (client.parentUuid === null || client.parentUuid === client.uuid) return client
  return latest(platform, userId, client.parentUuid)
}

async function latest(platform: Platform, userId: string, uuid: string): Promise<Client> {
  const mirrored = await clientFromMirror(platform.db, userId, uuid)
  // Only clients in the mirror are looked up, so that a made-up uuid costs no call.
  if (!mirrored) throw notFound('Kunden finnes ikke.')
  try {
    const servicem8 = await openServicem8(platform, userId, { interactive: true })
    const client = await servicem8.client.clients.get(uuid)
    if (!client.active) throw notFound('Kunden finnes ikke lenger i ServiceM8.')
    await writeThroughClient(platform.db, userId, client)
    return client
  } catch (error) {
    if (isExternalError(error, 'not_found'))
      throw notFound('Kunden finnes ikke lenger i ServiceM8.')
    if (error instanceof HttpError && error.status === 404) throw error
    if (!isVendorTrouble(error)) throw error
    return mirrored.client
  }
}

/**
 * Returns the version of what the edit dialog shows of a client. It changes when the name or an
 * address is changed in ServiceM8, or saved here.
 */
export function versionOf(
  { name, address, billingAddress }: Pick<Client, 'name' | 'address' | 'billingAddress'>,
  override: BillingOverride | null,
  write: Pick<BillingWrite, 'change'> | null,
): string {
  const seen = JSON.stringify([name, address, billingAddress, override ? write?.change : null])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22)
}
