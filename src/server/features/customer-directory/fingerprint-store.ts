import { and, eq } from 'drizzle-orm'
import { fingerprintOf } from '../../platform/database/fingerprint.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { billingOverrides, billingWrites, customerLinks } from '../customers/tables.ts'
import { fikenContacts, servicem8Clients } from '../mirrors/tables.ts'
import { waitingByClient } from '../transfers/queries.ts'

/** Returns a string that changes whenever the customer list might have changed. */
export async function customersFingerprint(
  { db }: Pick<Platform, 'db'>,
  userId: string,
): Promise<string> {
  const { fikenCompanySlug: slug } = await configurationOf(db, userId)
  const waiting = await waitingByClient(db, userId)
  const ofUser = (
    table: typeof servicem8Clients | typeof billingOverrides | typeof billingWrites,
  ) => eq(table.userId, userId)
  const ofCompany = (table: typeof customerLinks | typeof fikenContacts) =>
    and(eq(table.userId, userId), eq(table.fikenCompanySlug, slug ?? ''))
  const { clientUuid, recipientKey } = customerLinks
  const rows = await fingerprintOf(db, [
    { table: servicem8Clients, key: [servicem8Clients.uuid], which: ofUser(servicem8Clients) },
    {
      table: billingOverrides,
      key: [billingOverrides.clientUuid],
      which: ofUser(billingOverrides),
    },
    { table: billingWrites, key: [billingWrites.clientUuid], which: ofUser(billingWrites) },
    { table: customerLinks, key: [clientUuid, recipientKey], which: ofCompany(customerLinks) },
    { table: fikenContacts, key: [fikenContacts.contactId], which: ofCompany(fikenContacts) },
  ])
  return JSON.stringify([slug, [...waiting], rows])
}
