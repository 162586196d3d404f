import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { DepositCredit, ReplacedInvoice, SeenCredit } from '#shared/credit'
import {
  FINISHED,
  isKnownPayment,
  type KnownPayment,
  type PaymentStatus,
} from '#shared/payment-status'
import type { StoredJob } from '#shared/transfer-display'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { seeing, seeingDepositCredit } from '../documents/store.ts'
import type { JobShare } from '../drafts/sent-draft.ts'
import { SENT } from './sent-queries.ts'
import { transferEvents, transfers } from './tables.ts'

export interface FollowedTransfer {
  id: string
  jobNumber: string
  /** The draft's uuid in lower case. */
  draftUuid: string
  gross: number | null
  /**
   * The number of lines. Rounding can make the gross of a draft and an equal invoice differ by up
   * to one øre per line.
   */
  lineCount: number
  invoiceId: string | null
  customerId: string | null
  share: JobShare | null
  /** The payment status stored for this draft; null when it has never been looked up. */
  known: KnownPayment | null
  dueDate: string | null
  /** The paid amount in øre. */
  paid: number | null
  credit: SeenCredit | null
  since: Date
}

const DAY_MS = 86_400_000
/**
 * The periods after which a paid or credited invoice (FOLLOWED_MS), or a draft not invoiced
 * (DRAFT_FOLLOWED_MS), is no longer read.
 */
const FOLLOWED_MS = 90 * DAY_MS
const DRAFT_FOLLOWED_MS = 365 * DAY_MS
/**
 * The SQL condition for a stored status that is about the current draft, not a draft that was
 * undone or replaced.
 */
export const isOfThisDraft = sql`(payment_checked_at is not null and (completed_at is null or payment_checked_at >= completed_at))`

/**
 * The SQL condition for a credit stored under an earlier rule, by paid and outstanding amounts.
 * Such an invoice is read once more, however old.
 */
const isOfFormerCreditRule = sql`(credit is not null and credit->'ids' is null)`

/** Returns the completed transfers that can still be paid or credited, oldest first. */
export async function followedTransfers(
  db: Db,
  companyId: string,
  slug: string,
  now: Date,
): Promise<FollowedTransfer[]> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const finished = sql.join(
    FINISHED.map((status) => sql`${status}`),
    sql`, `,
  )
  const rows = await rowsOf<
    Omit<FollowedTransfer, 'known' | 'since'> & { known: string | null; since: Date | string }
  >(
    db,
    sql`select id, job_number as "jobNumber", lower(fiken_draft_uuid) as "draftUuid", ${SENT.gross} as gross,
          coalesce(${SENT.linesSent}, 0) as "lineCount", fiken_customer_id as "customerId", fiken_invoice_id as "invoiceId",
          ${SENT.share} as share,
          case when ${isOfThisDraft} then payment_status end as known,
          case when ${isOfThisDraft} then payment_due_date::text end as "dueDate",
          case when ${isOfThisDraft} then paid_amount::float8 end as paid,
          case when ${isOfThisDraft} then credit end as credit,
          least(created_at, job_completed_at) as since
        from transfer_rows
        where user_id = ${companyId} and status = 'completed' and not skip_transfer and fiken_company_slug = ${slug} and fiken_draft_uuid is not null
          and case
            when not ${isOfThisDraft} then true
            when ${isOfFormerCreditRule} then true
            when payment_status in (${finished}) then payment_checked_at > ${before(FOLLOWED_MS)}::timestamptz
            when payment_status = 'draft' then completed_at is null or completed_at > ${before(DRAFT_FOLLOWED_MS)}::timestamptz
            else true
          end
        order by created_at`,
  )
  return rows.map(({ known, since, ...row }) => ({
    ...row,
    known: isKnownPayment(known) ? known : null,
    since: new Date(since),
  }))
}

/**
 * Returns the SQL condition for a transfer that is shown with this payment status. The condition
 * must agree with what present.ts shows.
 */
export function isShownAs(status: PaymentStatus, today: string): SQL {
  return sql`(${transfers.status} = 'completed' and ${status} = case
    when payment_checked_at is null or payment_checked_at < completed_at
      then case when fiken_invoice_number is null then 'draft' else 'invoiced' end
    when payment_status = 'draft' and fiken_invoice_number is not null then 'invoiced'
    when payment_status in ('invoiced', 'part_paid') and payment_due_date < ${today}::date then 'overdue'
    else payment_status end)`
}

/**
 * Adds an entry about a payment to the timeline. `done` is true when we have recorded the payment
 * in ServiceM8.
 */
export async function noteWriteBack(
  db: Db,
  companyId: string,
  transferId: string,
  { text, ok, done, at }: { text: string; ok: boolean; done: boolean; at: Date },
): Promise<void> {
  if (done) {
    await db
      .update(transfers)
      .set({ writtenBackAt: at })
      .where(and(eq(transfers.companyId, companyId), eq(transfers.id, transferId)))
  }
  await db
    .insert(transferEvents)
    .values({ transferId, companyId, at, kind: 'step', step: 'write_back', text, ok })
}

export interface SeenPayment {
  id: string
  draftUuid: string
  status: KnownPayment
  dueDate: string | null
  paid: number | null
  credit: SeenCredit | null
  /** The invoice's id in Fiken; when null, the stored value is kept. */
  invoiceId: string | null
  invoiceNumber: string | null
  /**
   * The invoice's content, with amounts in øre, if the draft was edited before it was issued; null
   * otherwise.
   */
  edited: EditedInvoice | null
  /** The text for the timeline; null when nothing is worth recording. */
  text: string | null
}

export interface EditedInvoice {
  net: number
  gross: number
  ownNet: number
  ownGross: number
  customerId: string | null
  customerName: string | null
  note: string
}

const AT_A_TIME = 1_000

/**
 * Stores the payments of many transfers with one SQL statement for each thousand. A transfer
 * undone, sent again or deleted in the meantime is skipped. updatedAt does not change, because the
 * transfer itself has not been changed.
 */
export async function writePayments(
  db: Db,
  companyId: string,
  seen: readonly SeenPayment[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < seen.length; from += AT_A_TIME) {
    const rows = JSON.stringify(
      seen.slice(from, from + AT_A_TIME).map(({ edited, ...one }) => ({ ...one, ...edited })),
    )
    await db.execute(sql`
      with seen as (
        select * from jsonb_to_recordset(${rows}::jsonb)
          as s(id uuid, "draftUuid" text, status text, "dueDate" date, paid bigint, credit jsonb, "invoiceId" text, "invoiceNumber" text, text text,
            net bigint, gross bigint, "ownNet" bigint, "ownGross" bigint, "customerId" text, "customerName" text, note text)
      ), held as materialized (
        select t.id, t.document_id, s.status, s."dueDate", s.paid, s.credit, s."invoiceId", s."invoiceNumber", s.text, s.net, s.gross, s."customerId", s.note
        from seen s join transfers t on t.id = s.id join documents d on d.id = t.document_id
        where t.user_id = ${companyId} and t.status = 'completed' and not t.skip_transfer and lower(d.uuid) = s."draftUuid"
        order by t.id for update of t
      ), asked as ${seeing(sql`select distinct on (document_id) * from held order by document_id, id`, at)},
      edited as (
        update transfers t
        set amount = s."ownGross", net_amount = s."ownNet", customer_name = coalesce(s."customerName", t.customer_name)
        from seen s
        where t.id = s.id and t.id in (select id from held) and s.note is not null
        returning t.id
      )
      insert into transfer_events (transfer_id, user_id, at, kind, step, text, ok)
      select id, ${companyId}::uuid, ${at.toISOString()}::timestamptz, 'step', 'payment', text, true from held where text is not null`)
  }
}

export interface TakenOffDeposit {
  transferId: string
  servicem8JobId: string
  servicem8Data: StoredJob | null
  invoiceNumber: string
  known: DepositCredit
  since: Date
}

export async function takenOffDeposits(
  db: Db,
  companyId: string,
  slug: string,
  now: Date,
): Promise<TakenOffDeposit[]> {
  const since = new Date(now.getTime() - DRAFT_FOLLOWED_MS).toISOString()
  const rows = await rowsOf<Omit<TakenOffDeposit, 'since'> & { since: Date | string }>(
    db,
    sql`select id as "transferId", servicem8_job_id as "servicem8JobId", servicem8_data as "servicem8Data",
          ${SENT.depositInvoiceNumber} as "invoiceNumber", deposit_credit as known, least(created_at, job_completed_at) as since
        from transfer_rows
        where user_id = ${companyId} and deposit_credit is not null and status = 'completed' and not skip_transfer
          and fiken_company_slug = ${slug} and ${SENT.depositInvoiceId} = deposit_credit->>'invoiceId'
          and (completed_at is null or completed_at > ${since}::timestamptz)`,
  )
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

export async function writeDepositCredits(
  db: Db,
  companyId: string,
  seen: readonly { transferId: string; credit: DepositCredit; text: string | null }[],
  at: Date,
): Promise<void> {
  if (seen.length === 0) return
  await db.execute(sql`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s("transferId" uuid, credit jsonb, text text)
    ), held as materialized (
      select t.id, t.document_id, s.credit, s.text from seen s join transfers t on t.id = s."transferId"
      where t.user_id = ${companyId}
    ), credited as ${seeingDepositCredit(sql`select document_id, credit from held`)},
    written as (
      select held.id, held.text from held join credited on credited.id = held.document_id
    )
    insert into transfer_events (transfer_id, user_id, at, kind, step, text, ok)
    select id, ${companyId}::uuid, ${at.toISOString()}::timestamptz, 'step', 'payment', text, false from written where text is not null`)
}

export interface UnsettledReplaced {
  transferId: string
  servicem8JobId: string
  servicem8Data: StoredJob | null
  isMade: boolean
  replaces: ReplacedInvoice
}

/**
 * Returns the transfers whose replaced invoice was considered credited in full without reading its
 * credit notes, or is credited only in part.
 */
export async function unsettledReplaced(
  db: Db,
  companyId: string,
  slug: string,
): Promise<UnsettledReplaced[]> {
  return rowsOf<UnsettledReplaced>(
    db,
    sql`select id as "transferId", servicem8_job_id as "servicem8JobId", servicem8_data as "servicem8Data", status = 'completed' as "isMade", replaces
        from transfer_rows
        where user_id = ${companyId} and not skip_transfer and replaces is not null
          and coalesce(replaces->>'slug', fiken_company_slug) = ${slug}
          and case
            when replaces->'credited' is null then true
            else replaces->'credited'->>'inFull' = 'false' and status = 'completed' and payment_status is distinct from 'gone'
          end`,
  )
}

/**
 * Stores the credited amount of a replaced invoice, if the transfer's draft still replaces that
 * invoice.
 */
export async function writeReplaced(
  db: Db,
  companyId: string,
  { transferId, replaces }: Pick<UnsettledReplaced, 'transferId' | 'replaces'>,
): Promise<void> {
  await db.execute(
    sql`update transfers set replaces = replaces || ${JSON.stringify({ credited: replaces.credited })}::jsonb
        where user_id = ${companyId} and id = ${transferId} and replaces->>'draftUuid' = ${replaces.draftUuid}`,
  )
}
