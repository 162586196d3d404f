import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Vendor } from '#shared/contracts/connections'
import type { Db } from '../../../platform/database/database.ts'
import { connections, webhookSubscriptions } from '../tables.ts'

export const SECRET_FIELD = 'webhook.secret'

export interface SealedTokens {
  id: string
  companyId: string
  vendor: Vendor
  accessToken: string | null
  refreshToken: string | null
}

const TOKENS = {
  id: connections.id,
  companyId: connections.companyId,
  vendor: connections.vendor,
  accessToken: connections.accessToken,
  refreshToken: connections.refreshToken,
}

export async function allSealedTokens(db: Db): Promise<SealedTokens[]> {
  return db.select(TOKENS).from(connections).where(isNotNull(connections.accessToken))
}

export async function sealedTokensOf(db: Db, id: string): Promise<SealedTokens | null> {
  const [row] = await db.select(TOKENS).from(connections).where(eq(connections.id, id))
  return row ?? null
}

/**
 * Replaces the tokens only if the old tokens are still stored, so that tokens renewed in the
 * meantime are not overwritten.
 */
export async function putTokens(
  db: Db,
  old: SealedTokens,
  next: { accessToken: string | null; refreshToken: string | null },
): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set(next)
    .where(
      and(
        eq(connections.id, old.id),
        sql`${connections.accessToken} is not distinct from ${old.accessToken}`,
        sql`${connections.refreshToken} is not distinct from ${old.refreshToken}`,
      ),
    )
    .returning({ id: connections.id })
  return rows.length > 0
}

export async function allSealedSecrets(db: Db): Promise<{ companyId: string; secret: string }[]> {
  return db
    .select({ companyId: webhookSubscriptions.companyId, secret: webhookSubscriptions.secret })
    .from(webhookSubscriptions)
}

export async function putSecret(
  db: Db,
  companyId: string,
  old: string,
  next: string,
): Promise<void> {
  await db
    .update(webhookSubscriptions)
    .set({ secret: next })
    .where(and(eq(webhookSubscriptions.companyId, companyId), eq(webhookSubscriptions.secret, old)))
}
