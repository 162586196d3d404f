import { and, eq, not, sql } from 'drizzle-orm'
import type { HiddenUntilUsed } from '#shared/contracts/auth'
import type { Db } from '../../platform/database/database.ts'
import { companies, memberships } from './tables.ts'

export type CompanyRow = typeof companies.$inferSelect
export type CompanyDetails = Pick<CompanyRow, 'name' | 'address' | 'postalCode' | 'city'>

/** Stores a company with its owner. Runs in the caller's transaction. */
export async function insertCompany(
  tx: Db,
  { ownerId, at, ...company }: CompanyDetails & { id: string; ownerId: string; at: Date },
): Promise<void> {
  await tx.insert(companies).values({ ...company, createdAt: at })
  await tx
    .insert(memberships)
    .values({ companyId: company.id, personId: ownerId, role: 'owner', createdAt: at })
}

/** Updates a company's name and address; details that are left out stay as they are. */
export async function updateCompany(
  db: Db,
  id: string,
  {
    name,
    address,
    postalCode,
    city,
  }: { [Key in keyof CompanyDetails]?: CompanyDetails[Key] | undefined },
): Promise<void> {
  const given = {
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(postalCode === undefined ? {} : { postalCode }),
    ...(city === undefined ? {} : { city }),
  }
  if (Object.keys(given).length > 0)
    await db.update(companies).set(given).where(eq(companies.id, id))
}

/** Adds a part of the product to those that the company has used. Idempotent. */
export async function addUse(db: Db, companyId: string, part: HiddenUntilUsed): Promise<void> {
  await db
    .update(companies)
    .set({ used: sql`array_append(${companies.used}, ${part})` })
    .where(and(eq(companies.id, companyId), not(sql`${part} = any(${companies.used})`)))
}

/** Deletes a company and, by cascade, all its rows. */
export async function deleteCompany(tx: Db, id: string): Promise<void> {
  await tx.delete(companies).where(eq(companies.id, id))
}
