import { formatMonth } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { nameOfCompany } from '../../connections/queries.ts'
import { ClaimLost } from '../../documents/document-run.ts'
import { findDraft } from '../../documents/look-up.ts'
import { nothingThere } from '../../documents/gone.ts'
import { BILLING, BILLING_LANE } from '../queue-name.ts'
import { readSettings } from '../settings-store.ts'
import { holdBill, writeBill, writeClaimed, type BillChange, type BillRow } from '../bill-store.ts'
import { billCauseText } from '../causes.ts'
import { documentOf } from './document.ts'
import { isCompanyClosed, mayBeInFiken } from './may-be-in-fiken.ts'
import { alreadyInvoiced } from './retry.ts'
import type { BillEnding, BillHold, BillRun } from './run.ts'

/**
 * Ends a failed bill without an invoice, at an administrator's request. The bill's row is kept, so
 * that the month is not billed again. A bill that might be in Fiken is ended by the next run, after
 * a search in Fiken. A bill that has already been ended is left unchanged.
 * @throws HttpError 404, 409 when the bill is invoiced or queued, or when Fiken cannot be searched
 */
export async function endBill(
  platform: Platform,
  admin: Actor,
  id: string,
): Promise<{ message: string }> {
  const { status, companyId } = await platform.db.transaction(async (tx) => {
    const { billingEnabled } = await readSettings(tx)
    const bill = await holdBill(tx, id)
    if (!bill) throw notFound('Fakturaen finnes ikke.')
    switch (bill.status) {
      case 'done':
        throw alreadyInvoiced()
      case 'queued':
        throw new HttpError(
          409,
          'bill_under_way',
          'Fakturaen er på vei til Fiken, så den kan ikke avsluttes nå.',
        )
      case 'ending':
      case 'ended':
        return bill
      case 'failed':
        break
    }
    if (!mayBeInFiken(bill)) {
      await writeBill(tx, id, endedOf(bill, instant(platform.clock)))
      await recordEnded(tx, bill, { logOf: null, actor: admin }, instant(platform.clock))
      return { ...bill, status: 'ended' as const }
    }
    if (!billingEnabled)
      throw new HttpError(
        409,
        'billing_disabled',
        'Det kan finnes et utkast eller en faktura i Fiken, og det slås ikke opp mens fakturering er deaktivert. Aktiver fakturering først.',
      )
    await beginToEnd(platform, tx, admin, bill)
    return { ...bill, status: 'ending' as const }
  })
  if (companyId !== null) platform.live.publish(companyId, 'billing')
  if (status === 'ended') return { message: 'Måneden faktureres ikke.' }
  platform.queue.wake(BILLING, BILLING_LANE)
  return { message: 'Vi ser først etter i Fiken. Er det ingenting der, faktureres måneden ikke.' }
}

/**
 * Ends a bill without searching Fiken, because an administrator confirms having looked in Fiken.
 * Allowed only while Fiken denies us access to the bill's company.
 * @throws HttpError 404, 409 when Fiken can be searched, or the bill has changed since
 */
export async function endUnseenBill(
  platform: Platform,
  admin: Actor,
  id: string,
): Promise<{ message: string }> {
  const companyId = await platform.db.transaction(async (tx) => {
    const bill = await holdBill(tx, id)
    if (!bill) throw notFound('Fakturaen finnes ikke.')
    if (bill.status === 'done') throw alreadyInvoiced()
    if (bill.status === 'ended') return bill.companyId
    if (!isCompanyClosed(bill, await readSettings(tx)))
      throw new HttpError(
        409,
        'company_open',
        'Vi kan se etter fakturaen i Fiken selv. Oppdater siden, og velg Ikke fakturer på nytt.',
      )
    const now = instant(platform.clock)
    await writeBill(tx, id, endedOf(bill, now))
    await recordSigned(tx, bill, admin, now)
    await recordEnded(tx, bill, { logOf: null, actor: admin }, now)
    return bill.companyId
  })
  if (companyId !== null) platform.live.publish(companyId, 'billing')
  return { message: 'Måneden faktureres ikke.' }
}

async function recordSigned(tx: Db, bill: BillRow, admin: Actor, now: Date): Promise<void> {
  const company = await companyNameOf(tx, bill)
  await recordActivity(tx, {
    companyId: null,
    actor: admin,
    type: 'configuration',
    action: 'subscription_bill_signed',
    description: `Bekreftet at fakturaen til ${nameOf(bill)} for ${formatMonth(bill.month)} ikke finnes i ${company} i Fiken`,
    success: true,
    metadata: changeOf(bill, 'ended'),
    at: now,
  })
}

/** Returns the name of the bill's company in Fiken, even if no user is connected to the company. */
export async function companyNameOf(
  db: Db,
  { companySlug: slug }: Pick<BillRow, 'companySlug'>,
): Promise<string> {
  return slug === null ? '' : ((await nameOfCompany(db, slug)) ?? slug)
}

async function beginToEnd({ clock }: Platform, tx: Db, admin: Actor, bill: BillRow): Promise<void> {
  const now = instant(clock)
  await writeBill(tx, bill.id, {
    status: 'ending',
    failures: 0,
    nextAttemptAt: null,
    cause: 'bill_ending',
    message: billCauseText('bill_ending'),
    updatedAt: now,
  })
  await recordActivity(tx, {
    companyId: null,
    actor: admin,
    type: 'configuration',
    action: 'subscription_bill_ending',
    description: `Fakturaen til ${nameOf(bill)} for ${formatMonth(bill.month)} skal ikke lages. Vi ser først etter den i Fiken`,
    success: null,
    metadata: changeOf(bill, 'ending'),
    at: now,
  })
}

/**
 * Ends the bill if neither a draft nor an invoice exists in Fiken. An existing invoice settles the
 * bill as invoiced. An existing draft must be deleted in Fiken first, because it could become an
 * invoice. Fiken's lists can lag behind, so the bill's absence must be proven in the same way as a
 * draft's deletion (decision 0021).
 */
export async function endUnlessThere(run: BillRun): Promise<BillEnding> {
  const { bill, fiken, signal } = run
  const found = await findDraft(fiken, bill, signal)
  if (found.kind === 'invoice') return { kind: 'done', invoice: found.invoice }
  if (found.kind === 'draft') {
    const change = { draftId: String(found.draft.draftId), absence: null }
    return { kind: 'failed', cause: 'draft_left', change }
  }
  const verdict = nothingThere(documentOf(run))
  if (verdict.kind === 'again') return { ...verdict, cause: 'bill_ending' }
  const isKnownToBeGone = verdict.kind === 'failed' && verdict.cause === 'bill_deleted'
  return isKnownToBeGone ? { kind: 'ended' } : verdict
}

/** Stores that the bill has ended, with an entry in both activity logs, in one transaction. */
export async function settleEnded({ platform, bill, claim, adminUserId }: BillHold): Promise<void> {
  const now = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    // The account might be deleted by now.
    const held = await holdBill(tx, bill.id)
    if (!held || !(await writeClaimed(tx, { id: bill.id, claim }, endedOf(held, now))))
      throw new ClaimLost()
    await recordEnded(tx, held, { logOf: adminUserId, actor: null }, now)
  })
}

/**
 * Returns the column values of an ended bill. If the account is deleted, the recipient is removed.
 */
const endedOf = ({ companyId }: BillRow, now: Date): BillChange => ({
  status: 'ended',
  claim: null,
  nextAttemptAt: null,
  outcomeUnknown: false,
  cause: null,
  message: null,
  ...(companyId === null ? { recipient: null } : {}),
  updatedAt: now,
})

/**
 * Writes the end of a bill in two logs: the bill's company is told that it was an administrator, not
 * who.
 * @param logOf the company that sends the bills; null for the administrators' own log
 */
async function recordEnded(
  tx: Db,
  bill: BillRow,
  { logOf, actor }: { logOf: string | null; actor: Actor | null },
  now: Date,
): Promise<void> {
  const month = formatMonth(bill.month)
  const ofDeleted = bill.companyId === null
  for (const of of ofDeleted ? [logOf] : new Set([logOf, bill.companyId])) {
    await recordActivity(tx, {
      companyId: of,
      actor: of === logOf ? actor : null,
      type: 'configuration',
      action: 'subscription_bill_ended',
      description:
        of !== null && of === bill.companyId
          ? `En administrator har bestemt at du ikke faktureres for ${month}`
          : `${nameOf(bill)} faktureres ikke for ${month}`,
      success: true,
      metadata: changeOf(bill, 'ended'),
      at: now,
    })
  }
}

const nameOf = ({ recipient }: BillRow) => recipient?.name || recipient?.email || 'en slettet konto'

const changeOf = (bill: BillRow, to: 'ending' | 'ended') => ({
  target: { id: bill.memberNumber, email: bill.recipient?.email ?? '' },
  changed: { [`bill ${bill.month}`]: { from: bill.status, to } },
})
