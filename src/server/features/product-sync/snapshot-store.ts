import { and, eq, sql } from 'drizzle-orm'
import { portions } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { pairKey, type Snapshot } from './snapshot.ts'
import { priceSnapshots } from './tables.ts'

/** A pair's agreeing values. An undefined value leaves the stored value unchanged. */
export interface Agreed {
  productId: number
  materialUuid: string
  /** The agreed price in net øre. */
  netPrice?: number
  stock?: number
}

export async function snapshotsOf(db: Db, companyId: string): Promise<Map<string, Snapshot>> {
  const rows = await db.select().from(priceSnapshots).where(eq(priceSnapshots.companyId, companyId))
  return new Map(
    rows.map(({ productId, materialUuid, netPrice, stock }) => [
      pairKey(productId, materialUuid),
      { netPrice, stock: stock === null ? null : Number(stock) },
    ]),
  )
}

export async function keepAgreed(
  db: Db,
  companyId: string,
  agreed: readonly Agreed[],
  now: Date,
): Promise<void> {
  const keyOf = ({ productId, materialUuid }: Agreed) => pairKey(productId, materialUuid)
  for (const some of portions(agreed, keyOf)) {
    await db
      .insert(priceSnapshots)
      .values(
        some.map(({ productId, materialUuid, netPrice, stock }) => ({
          companyId,
          productId,
          materialUuid,
          netPrice: netPrice ?? null,
          stock: stock === undefined ? null : String(stock),
          syncedAt: now,
        })),
      )
      .onConflictDoUpdate({
        target: [priceSnapshots.companyId, priceSnapshots.materialUuid, priceSnapshots.productId],
        set: {
          netPrice: sql`coalesce(excluded.net_price, ${priceSnapshots.netPrice})`,
          stock: sql`coalesce(excluded.stock, ${priceSnapshots.stock})`,
          syncedAt: sql`excluded.synced_at`,
        },
      })
  }
}

export async function forgetStock(db: Db, companyId: string, productId: number): Promise<void> {
  await db
    .update(priceSnapshots)
    .set({ stock: null })
    .where(and(eq(priceSnapshots.companyId, companyId), eq(priceSnapshots.productId, productId)))
}

/** Deletes a pair's agreed price, so that the price alone makes neither side count as newer. */
export async function forgetPrice(
  db: Db,
  companyId: string,
  { productId, materialUuid }: Pick<Agreed, 'productId' | 'materialUuid'>,
): Promise<void> {
  await db
    .update(priceSnapshots)
    .set({ netPrice: null })
    .where(
      and(
        eq(priceSnapshots.companyId, companyId),
        eq(priceSnapshots.productId, productId),
        eq(priceSnapshots.materialUuid, materialUuid),
      ),
    )
}
