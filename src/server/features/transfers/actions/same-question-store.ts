import { and, eq, inArray, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm'
import { jobTitle } from '#shared/transfer-display'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import { BILLED_CLIENT, wasNotSent, waitsFor } from '../queries.ts'
import { transferRows } from '../row-queries.ts'
import { start } from '../store.ts'
import { type TransferRow, transfers } from '../tables.ts'

type Asked = Pick<TransferRow, 'id' | 'companyId' | 'snapshot'>
type Owned = { companyId: string; id: string | null }

export async function startOfSameClient(
  db: Db,
  row: Asked,
  how: { askedWhileOff: boolean; now: Date },
): Promise<number> {
  const which = ofSameClient(row)
  return which ? startOthers(db, row, which, how) : 0
}

export async function startOfClients(
  db: Db,
  companyId: string,
  clientUuids: readonly string[],
  how: { askedWhileOff: boolean; now: Date },
): Promise<number> {
  return startOthers(db, { companyId, id: null }, waitsForClients(companyId, clientUuids), how)
}

export async function countOfSameClient(db: Db, row: Asked): Promise<number> {
  const which = ofSameClient(row)
  return which ? db.$count(transfers, others(row, which)) : 0
}

/**
 * Returns the titles of the same client's jobs that were drafted to this contact and are not
 * invoiced yet.
 */
export async function draftsAs(
  db: Db,
  row: Asked,
  slug: string,
  contactId: number,
): Promise<string[]> {
  const client = billedClientOf(row)
  if (!client) return []
  const drafts = await db
    .select({ data: transfers.servicem8Data, jobUuid: transfers.servicem8JobId })
    .from(transferRows)
    .where(
      and(
        eq(transfers.companyId, row.companyId),
        not(transfers.skipTransfer),
        eq(transfers.status, 'completed'),
        eq(transfers.fikenCompanySlug, slug),
        eq(transferRows.fikenCustomerId, String(contactId)),
        isNull(transferRows.fikenInvoiceNumber),
        eq(BILLED_CLIENT, client),
      ),
    )
    .orderBy(transfers.createdAt, transfers.id)
  return drafts.map(({ data, jobUuid }) => jobTitle(data, jobUuid))
}

function billedClientOf({ snapshot }: Asked): string | undefined {
  return (snapshot?.headOffice ?? snapshot?.client)?.uuid
}

function ofSameClient(row: Asked): SQL | undefined {
  const client = billedClientOf(row)
  return client ? waitsForClients(row.companyId, [client]) : undefined
}

/**
 * Returns the SQL condition for the waiting jobs of these clients. Jobs on one draft start together
 * or not at all (decision 0054): a question about one job blocks all of them, and their clients can
 * now differ.
 */
function waitsForClients(companyId: string, clients: readonly string[]): SQL | undefined {
  const waits = and(eq(transfers.companyId, companyId), waitsFor('ambiguous_customer'))
  const isTheirs = inArray(BILLED_CLIENT, [...clients])
  const drafts = sql`(select ${transfers.documentId} from ${transfers} where ${and(waits, isTheirs)} and not (${wasNotSent()}))`
  return and(waits, or(isTheirs, inArray(transfers.documentId, drafts)))
}

const lacksProducts = and(
  eq(transfers.status, 'failed'),
  eq(transfers.errorCode, 'product_missing'),
)

/**
 * Returns the jobs that lack products, with their materials, grouped by draft because a product
 * missing for one job is shown on all jobs of the draft.
 */
export async function draftsThatLackProducts(
  db: Db,
  companyId: string,
): Promise<{ ids: string[]; materials: string[] }[]> {
  return rowsOf(
    db,
    sql`select jsonb_agg(distinct id) as ids, coalesce(jsonb_agg(distinct material) filter (where jsonb_typeof(material) = 'string'), '[]') as materials
        from transfers left join jsonb_path_query(snapshot, '$.lines[*].materialUuid') as material on true
        where user_id = ${companyId} and not skip_transfer and ${lacksProducts}
        group by coalesce(case when not (${wasNotSent()}) then document_id end, id)`,
  )
}

export async function startLackingProducts(
  db: Db,
  row: Asked,
  ids: readonly string[],
  how: { askedWhileOff: boolean; now: Date },
): Promise<void> {
  const isOne = sql`${transfers.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
  await startOthers(db, row, and(lacksProducts, isOne), how)
}

async function startOthers(
  db: Db,
  row: Owned,
  which: SQL | undefined,
  { askedWhileOff, now }: { askedWhileOff: boolean; now: Date },
): Promise<number> {
  const how = { askedWhileOff, updatedAt: now }
  return (await start(db, row.companyId, others(row, which), how)).length
}

const others = (row: Owned, which: SQL | undefined) =>
  and(
    eq(transfers.companyId, row.companyId),
    row.id === null ? undefined : ne(transfers.id, row.id),
    not(transfers.skipTransfer),
    which,
  )
