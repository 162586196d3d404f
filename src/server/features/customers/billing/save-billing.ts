import { randomUUID } from 'node:crypto'
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
import { versionOf } from './billing-version.ts'
import { checkedBilling } from './check-billing.ts'
import { tryToWrite } from './write-billing.ts'

/** While the person waits for the answer, the queue does not try the same save. */
const HEAD_START_MS = 30_000

/**
 * `saved`: kept here, and written to ServiceM8 or waiting for that. `changed`: nothing was saved,
 * because the client is not as the person saw it. `clientUuid` is the one that is billed.
 */
export type Saved =
  | { kind: 'saved'; clientUuid: string; write: BillingWrite }
  | { kind: 'changed'; clientUuid: string; client: Client }

/**
 * Keeps who receives a client's invoices, and writes it to ServiceM8. A site's is its head
 * office's: that is who is billed.
 *
 * @param version as the screen knew the client; absent: not compared
 * @throws HttpError 400 for a field, 404 for a client that is not there
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
  // What is wrong with a field is said before anything is asked of ServiceM8.
  checkedBilling(fields)
  const client = await billedClient(platform, userId, uuid)
  return keep(platform, userId, client, (now) => {
    if (version !== undefined && version !== versionOf(client, now.override, now.write)) return null
    const override = checkedBilling(fields, now.override)
    return { override, text: billingText(override) }
  })
}

/**
 * Takes a save back, here and in ServiceM8.
 *
 * @param change the save, as it was answered; a later one answers `changed`
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

/** @param decide what is to be kept, by what is kept now; null: nothing, it has changed */
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
 * What ServiceM8 may still have when this save comes to it: what it has now, and what an earlier
 * save was about to write, whose request may only be slow.
 */
function expectedBefore(client: Client, earlier: BillingWrite | null): string[] {
  const pending = earlier && earlier.state !== 'written' ? [...earlier.expected, earlier.text] : []
  return [client.billingAddress, ...pending].filter(
    (text, index, all) => all.findIndex((one) => isSameText(one, text)) === index,
  )
}

/**
 * The client as ServiceM8 has it now, else as it was last seen: a save is kept also while
 * ServiceM8 is away. A site's head office in its place.
 */
async function billedClient(platform: Platform, userId: string, uuid: string): Promise<Client> {
  const client = await latest(platform, userId, uuid)
  if (client.parentUuid === null || client.parentUuid === client.uuid) return client
  return latest(platform, userId, client.parentUuid)
}

async function latest(platform: Platform, userId: string, uuid: string): Promise<Client> {
  const mirrored = await clientFromMirror(platform.db, userId, uuid)
  // Only clients that are known here: a made-up uuid costs no call.
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
