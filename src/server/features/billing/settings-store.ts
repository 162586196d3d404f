import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { memberships, users } from '../auth/tables.ts'
import { subscriptionSettings } from './tables.ts'

const ID = 1

export type BillingSettings = Omit<typeof subscriptionSettings.$inferSelect, 'id'>

/**
 * The billing settings until an administrator has saved others: 500 kroner a month, and billing is
 * disabled.
 */
const DEFAULTS: BillingSettings = {
  billingEnabled: false,
  monthlyPrice: 50_000,
  productName: 'Fakturabro',
  productDescription: 'Månedlig abonnement',
  adminFikenCompanySlug: null,
  adminUserId: null,
  updatedAt: new Date(0),
  updatedBy: null,
}

export async function readSettings(db: Db): Promise<BillingSettings> {
  const [row] = await db.select().from(subscriptionSettings).where(eq(subscriptionSettings.id, ID))
  return row ?? DEFAULTS
}

/**
 * Locks the billing settings until the transaction ends, and returns them. Of two simultaneous
 * saves, the second sees the first save's result, and no bill is made at a price that is being
 * changed.
 */
export async function holdSettings(tx: Db): Promise<BillingSettings> {
  await tx
    .insert(subscriptionSettings)
    .values({ id: ID, ...DEFAULTS })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(subscriptionSettings)
    .where(eq(subscriptionSettings.id, ID))
    .for('update')
  return row ?? DEFAULTS
}

export async function writeSettings(tx: Db, change: Partial<BillingSettings>): Promise<void> {
  await tx.update(subscriptionSettings).set(change).where(eq(subscriptionSettings.id, ID))
}

/**
 * Returns true if the company's owner is an active administrator, and locks both until the
 * transaction ends, so that the sender of the bills can neither be demoted nor deleted at the same
 * time (rule 31).
 */
export async function holdAdmin(tx: Db, companyId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, eq(memberships.personId, users.id))
    .where(
      and(
        eq(memberships.companyId, companyId),
        eq(memberships.role, 'owner'),
        eq(users.isAdmin, true),
        eq(users.isActive, true),
      ),
    )
    .for('share')
  return rows.length > 0
}
