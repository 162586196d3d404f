import { randomUUID } from 'node:crypto'
import { isExternalError } from '#clients/http/external-error'
import { enumerate } from '#shared/norwegian'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { runDocument } from '../../documents/runner.ts'
import { bankAccountOf } from '../../drafts/load-inputs.ts'
import { readSettings } from '../settings-store.ts'
import { claimBill, hasSendableBills } from '../bill-store.ts'
import { endUnlessThere } from './end-bill.ts'
import { ensureContact } from './ensure-contact.ts'
import { makeInvoice } from './make-invoice.ts'
import { mayBeInFiken } from './may-be-in-fiken.ts'
import { ownerOf } from './owner.ts'
import { missingOf } from '../subscriptions/recipient.ts'
import type { BillEnding, BillHold, BillRun } from './run.ts'

const ACCOUNTS_LAST_MS = 60_000

const LONGEST_RUN_MS = 10 * 60_000

export async function sendBills(platform: Platform, signal: AbortSignal): Promise<void> {
  const end = platform.clock.now() + LONGEST_RUN_MS
  const mayGoOn = () => !signal.aborted && platform.clock.now() < end
  while (mayGoOn() && (await hasSendableBills(platform.db, instant(platform.clock)))) {
    const hold = await holdNext(platform, signal)
    if (hold === null || !(await sendBill(hold))) return
  }
}

async function holdNext(platform: Platform, signal: AbortSignal): Promise<BillHold | null> {
  const { clock, db } = platform
  const settings = await readSettings(db)
  const { adminUserId, adminFikenCompanySlug, billingEnabled } = settings
  if (!billingEnabled || adminUserId === null || adminFikenCompanySlug === null) return null
  const claim = randomUUID()
  const bill = await claimBill(db, claim, instant(clock))
  if (!bill) return null
  // A bill that might be in another company is searched for in that company.
  const slug = bill.companySlug ?? adminFikenCompanySlug
  return { platform, settings, adminUserId, slug, bill, claim, signal }
}

/**
 * Sends one bill, or ends the bill if that was requested. Returns false if the next bill would fail
 * for the same reason.
 */
async function sendBill(hold: BillHold): Promise<boolean> {
  const { platform, adminUserId, bill } = hold
  const ran = await runDocument(ownerOf(hold), async () => {
    const run = await begin(hold)
    return { ended: await attempt(run) }
  })
  // Updates the screens of the sender and the recipient.
  for (const each of [adminUserId, bill.companyId])
    if (each !== null) platform.live.publish(each, 'billing')
  return ran.kind === 'ended' || ran.kind === 'lost' || ran.kind === 'failed'
}

async function begin(hold: BillHold): Promise<BillRun> {
  const { platform, adminUserId, slug, signal } = hold
  const { client } = await openFiken(platform, adminUserId, { signal })
  const readCompany = () => client.companies.get(slug, signal)
  return { ...hold, fiken: client.company(slug), readCompany }
}

async function attempt(run: BillRun): Promise<BillEnding> {
  try {
    return await takeFurther(run)
  } catch (error) {
    const stopped = await stoppedByFormerCompany(run, error)
    if (stopped) return stopped
    throw error
  }
}

async function takeFurther(run: BillRun): Promise<BillEnding> {
  const { bill, platform, adminUserId, fiken, signal } = run
  if (bill.status === 'ending') return endUnlessThere(run)
  const { recipient } = bill
  const missing = recipient ? missingOf(recipient) : ['navn', 'adresse']
  if (!recipient || missing.length > 0) {
    const message = `Kunden mangler ${enumerate(missing)}. Det rettes i kundens profil; prøv så igjen.`
    return { kind: 'failed', cause: 'recipient_missing', message }
  }
  const company = await companyProfile(platform, adminUserId, fiken.slug, {
    maxAgeMs: ACCOUNTS_LAST_MS,
    signal,
  })
  if (!company)
    return (await stoppedByFormerCompany(run)) ?? { kind: 'failed', cause: 'fiken_no_permission' }
  const { fikenBankAccountCode } = await configurationOf(platform.db, adminUserId)
  const seller = {
    vatRegistered: company.vatRegistered,
    bankAccountNumber: bankAccountOf(
      { fikenBankAccountCode, invoiceCreationMode: 'invoice' },
      company,
    ),
  }
  const customerId = await ensureContact(run, recipient)
  if (typeof customerId !== 'number') return customerId
  return makeInvoice(run, { recipient, seller, customerId })
}

/**
 * Decides whether a bill fails because it might be in a company that the seller no longer uses, and
 * to which Fiken denies us access. Only Fiken's refusal of the company proves that; an outage or an
 * expired grant does not.
 * @param error the error that ended the run; undefined when the company was not found
 * @returns null when the company is accessible, or when the bill cannot be in the company
 * @throws ExternalError, HttpError, LimiterBusy when the request to Fiken fails
 */
async function stoppedByFormerCompany(run: BillRun, error?: unknown): Promise<BillEnding | null> {
  const { bill, settings, readCompany } = run
  const slug = bill.companySlug
  if (slug === null || slug === settings.adminFikenCompanySlug || !mayBeInFiken(bill)) return null
  if (error !== undefined && !isClosed(error)) return null
  try {
    await readCompany()
    return null
  } catch (refusal) {
    if (!isClosed(refusal)) throw refusal
    return { kind: 'failed', cause: 'company_closed' }
  }
}

const isClosed = (error: unknown) => isExternalError(error, 'forbidden', 'not_found')
