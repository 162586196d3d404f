import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import type { GrantRow } from '../grant-store.ts'
import { grants, webhookSubscriptions } from '../tables.ts'

export const SECRET_FIELD = 'webhook.secret'

export type SealedTokens = Pick<
  GrantRow,
  'id' | 'vendor' | 'accessToken' | 'refreshToken' | 'sealedFor'
>

const { id, vendor, accessToken, refreshToken, sealedFor } = grants
const TOKENS = { id, vendor, accessToken, refreshToken, sealedFor }

export async function allSealedTokens(db: Db): Promise<SealedTokens[]> {
  return db.select(TOKENS).from(grants)
}

export async function sealedTokensOf(db: Db, grantId: string): Promise<SealedTokens | null> {
  const [row] = await db.select(TOKENS).from(grants).where(eq(id, grantId))
  return row ?? null
}

/**
 * Replaces the tokens only if the old tokens are still stored, so that tokens renewed in the
 * meantime are not overwritten.
 */
export async function putTokens(
  db: Db,
  old: SealedTokens,
  next: Pick<SealedTokens, 'accessToken' | 'refreshToken' | 'sealedFor'>,
): Promise<boolean> {
  const rows = await db
    .update(grants)
    .set(next)
    .where(
      and(
        eq(id, old.id),
        eq(accessToken, old.accessToken),
        sql`${refreshToken} is not distinct from ${old.refreshToken}`,
      ),
    )
    .returning({ id })
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
