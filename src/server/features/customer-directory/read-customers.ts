import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Client } from '#clients/servicem8/types'
import type { BillingFields, Customer } from '#shared/contracts/customers'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { decidedContacts, savedBilling } from '../customers/queries.ts'
import {
  clientFromMirror,
  clientsFor,
  refreshClients,
  type MirroredClient,
} from '../mirrors/clients.ts'
import { waitingByClient } from '../transfers/queries.ts'
import { customerRow, theirBilling, type KnownClient } from './customer-row.ts'

/**
 * The number of rows computed before other requests get a turn, because address parsing blocks the
 * thread.
 */
const AT_ONCE = 200

/** Returns all customers, both sites and head offices, sorted by name. */
export async function readCustomers(platform: Platform, companyId: string): Promise<Customer[]> {
  const { know, clients } = await inOneSnapshot(platform, async (tx) => ({
    know: await readAround(tx, companyId),
    clients: await clientsFor(tx, companyId),
  }))
  const byUuid = new Map(clients.map((one) => [one.client.uuid, one]))
  const rows: Customer[] = []
  for (const [position, one] of clients.entries()) {
    if (position % AT_ONCE === 0) await nextTurn()
    rows.push(customerRow(know(one, byUuid.get(one.client.parentUuid ?? '') ?? null)))
  }
  return rows
}

/**
 * Returns one customer; null when the client is not in our copy or has been deleted in ServiceM8.
 */
export async function readCustomer(
  platform: Platform,
  companyId: string,
  uuid: string,
): Promise<Customer | null> {
  return inOneSnapshot(platform, async (tx) => {
    const found = await clientFromMirror(tx, companyId, uuid)
    if (!found?.client.active) return null
    const { parentUuid } = found.client
    const parent = parentUuid === null ? null : await clientFromMirror(tx, companyId, parentUuid)
    const know = await readAround(tx, companyId)
    return customerRow(know(found, parent?.client.active ? parent : null))
  })
}

/**
 * Returns the billed client's fields in ServiceM8. `client` must be the client's newest version.
 */
export async function readTheirs(
  platform: Platform,
  companyId: string,
  client: Client,
): Promise<BillingFields> {
  const { db } = platform
  const found = await clientFromMirror(db, companyId, client.uuid)
  const know = await readAround(db, companyId)
  return theirBilling(know({ client, contacts: found?.contacts ?? [] }, null))
}

/**
 * Fetches changed clients from ServiceM8 into our copy.
 *
 * @throws HttpError when the request to ServiceM8 fails
 */
export async function refreshCustomers(platform: Platform, companyId: string): Promise<void> {
  try {
    const { client } = await openServicem8(platform, companyId, { interactive: true })
    await refreshClients(platform, companyId, client)
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke hente ferske data.')
  }
}

/**
 * Runs `read` in one database snapshot, because a client's address in ServiceM8 and the saved
 * address's state change together. With separate reads, the user could be asked to choose between
 * two versions of which one no longer exists.
 */
const inOneSnapshot = <Answer>({ db }: Platform, read: (tx: Db) => Promise<Answer>) =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

async function readAround(
  db: Db,
  companyId: string,
): Promise<(one: MirroredClient, parent: MirroredClient | null) => KnownClient> {
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  const { overrides, writes } = await savedBilling(db, companyId)
  const waiting = await waitingByClient(db, companyId)
  const decided = slug === null ? [] : await decidedContacts(db, companyId, slug)
  const links = new Map(
    decided.map(({ clientUuid, recipientKey, contactId, name }) => [
      linkKey(clientUuid, recipientKey),
      { contactId, name: name ?? '' },
    ]),
  )
  return ({ client, contacts }, parent) => {
    const headOffice = parent && parent.client.uuid !== client.uuid ? parent : null
    const billed = headOffice?.client ?? client
    return {
      client,
      headOffice: headOffice?.client ?? null,
      contacts: contacts ?? [],
      billingContacts: (headOffice ? headOffice.contacts : contacts) ?? [],
      override: overrides.get(billed.uuid) ?? null,
      write: writes.get(billed.uuid) ?? null,
      linked: (clientUuid, recipientKey) => links.get(linkKey(clientUuid, recipientKey)) ?? null,
      waiting: waiting.get(client.uuid),
    }
  }
}

const linkKey = (clientUuid: string, recipientKey: string) => `${clientUuid} ${recipientKey}`
