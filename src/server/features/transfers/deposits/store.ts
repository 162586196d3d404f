import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import { SENT } from '../sent-queries.ts'

export interface DepositHolder {
  jobNumber: string
  jobUuid: string
  skipped: boolean
}

/**
 * Returns the job that deducts the invoice, by the user's choice or in a document in Fiken. A job
 * whose own invoice was credited in full no longer deducts anything.
 */
export async function holderOf(
  db: Db,
  companyId: string,
  transferId: string,
  { slug, invoiceId }: { slug: string; invoiceId: number },
): Promise<DepositHolder | null> {
  const [row] = await holdersOf(db, companyId, transferId, slug, [invoiceId])
  return row ?? null
}

export async function holdersOf(
  db: Db,
  companyId: string,
  transferId: string,
  slug: string,
  invoiceIds: readonly number[],
): Promise<(DepositHolder & { invoiceId: number })[]> {
  if (invoiceIds.length === 0) return []
  const asked = sql`(select jsonb_array_elements_text(${JSON.stringify(invoiceIds)}::jsonb))`
  const rows = await rowsOf<DepositHolder & { chosen: string | null; sent: string | null }>(
    db,
    sql`select job_number as "jobNumber", servicem8_job_id as "jobUuid", skip_transfer as skipped,
          case when deposit->>'slug' = ${slug} then deposit->>'invoiceId' end as chosen,
          case when ${isSent(slug)} then ${SENT.depositInvoiceId} end as sent
        from transfer_rows
        where user_id = ${companyId} and id <> ${transferId} and (
          (deposit is not null and deposit->>'slug' = ${slug} and deposit->>'invoiceId' in ${asked})
          or (${isSent(slug)} and ${SENT.depositInvoiceId} in ${asked}))
        order by created_at`,
  )
  return rows.flatMap(({ chosen, sent, ...row }) =>
    [...new Set([chosen, sent])].flatMap((id) =>
      id === null || !invoiceIds.includes(Number(id)) ? [] : [{ ...row, invoiceId: Number(id) }],
    ),
  )
}

const isSent = (slug: string) =>
  sql`(fiken_company_slug = ${slug} and ${SENT.hasDeposit}
    and (fiken_invoice_draft_id is not null or outcome_unknown)
    and not (status = 'completed' and payment_status is not distinct from 'credited' and credit->'ids' is not null))`
