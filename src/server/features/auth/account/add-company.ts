import { randomUUID } from 'node:crypto'
import type { CompanyForm } from '#shared/forms/company'
import { instant } from '../../../platform/clock.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertCompany } from '../company-store.ts'
import { companiesOwnedBy } from '../queries.ts'
import { lockUsers } from '../store.ts'

/** The most companies that one person owns; it only stops a script that never ends. */
const MOST_OWNED = 100

/**
 * Creates another company that the person owns.
 * @throws HttpError 409 `too_many_companies`
 */
export async function addOwnCompany(
  { db, clock }: Platform,
  personId: string,
  { companyName, address, postalCode, city }: CompanyForm,
): Promise<{ id: string }> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const [person] = await lockUsers(tx, [personId])
    if (!person) throw notFound()
    if ((await companiesOwnedBy(tx, personId)).length >= MOST_OWNED)
      throw new HttpError(409, 'too_many_companies', `Du kan eie høyst ${MOST_OWNED} firmaer.`)
    const details = { name: companyName, address, postalCode, city }
    await insertCompany(tx, { id, ownerId: personId, ...details, at: instant(clock) })
  })
  return { id }
}
