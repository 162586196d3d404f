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
  companyId: string,
): Promise<string> {
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  const waiting = await waitingByClient(db, companyId)
  const ofCompany = (
    table: typeof servicem8Clients | typeof billingOverrides | typeof billingWrites,
  ) => eq(table.companyId, companyId)
  const ofFikenCompany = (table: typeof customerLinks | typeof fikenContacts) =>
    and(eq(table.companyId, companyId), eq(table.fikenCompanySlug, slug ?? ''))
  const { clientUuid, recipientKey } = customerLinks
  const rows = await fingerprintOf(db, [
    { table: servicem8Clients, key: [servicem8Clients.uuid], which: ofCompany(servicem8Clients) },
    {
      table: billingOverrides,
      key: [billingOverrides.clientUuid],
      which: ofCompany(billingOverrides),
    },
    { table: billingWrites, key: [billingWrites.clientUuid], which: ofCompany(billingWrites) },
    { table: customerLinks, key: [clientUuid, recipientKey], which: ofFikenCompany(customerLinks) },
    { table: fikenContacts, key: [fikenContacts.contactId], which: ofFikenCompany(fikenContacts) },
  ])
  return JSON.stringify([slug, [...waiting], rows])
}
