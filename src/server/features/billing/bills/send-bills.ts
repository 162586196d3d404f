import { randomUUID } from 'node:crypto'
import { isCauseCode } from '#shared/causes/index'
import { enumerate } from '#shared/norwegian'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { ClaimLost, NothingSent } from '../../documents/document-run.ts'
import { bankAccountOf } from '../../drafts/load-inputs.ts'
import { policyFor } from '../../documents/failure-policy.ts'
import { readSettings } from '../settings-store.ts'
import {
  claimBill,
  deferQueued,
  hasSendableBills,
  writeClaimed,
  type BillChange,
  type BillRow,
} from '../bill-store.ts'
import { billCauseText, transferStage } from '../causes.ts'
import { endUnlessThere, settleEnded } from './end-bill.ts'
import { ensureContact } from './ensure-contact.ts'
import { stoppedByFormerCompany } from './former-company.ts'
import { makeInvoice } from './make-invoice.ts'
import { missingOf } from '../subscriptions/recipient.ts'
import { write, type BillEnding, type BillRun } from './run.ts'
import { settleBill } from './settle.ts'
import { stopBill } from './stop-bill.ts'

/** How long bills wait that could not be sent because of a connection or a setting. */
const UNTIL_CONNECTED_MS = 60_000

/** A bank account that was closed is printed on no bill; many bills in a row read them once. */
const ACCOUNTS_LAST_MS = 60_000

/** A drain is not held longer than this; the next tick goes on. */
const LONGEST_RUN_MS = 10 * 60_000

/** Sends the bills that are due, one after the other, until none is left or Fiken is away. */
export async function sendBills(platform: Platform, signal: AbortSignal): Promise<void> {
  const end = platform.clock.now() + LONGEST_RUN_MS
  const mayGoOn = () => !signal.aborted && platform.clock.now() < end
  while (mayGoOn() && (await hasSendableBills(platform.db, instant(platform.clock)))) {
    const claim = randomUUID()
    const bill = await claimBill(platform.db, claim, instant(platform.clock))
    if (!bill || !(await sendBill(platform, bill, claim, signal))) return
  }
}

/** False when the next one would fail for the same reason. */
async function sendBill(
  platform: Platform,
  bill: BillRow,
  claim: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const run = await begin(platform, bill, claim, signal)
    if (!run) return false
    await end(run, await attempt(run))
    return true
  } catch (error) {
    if (error instanceof ClaimLost) return true
    return await afterFailure(platform, bill, claim, error)
  } finally {
    await publish(platform, bill)
  }
}

/** To the screens of the one who sends it and of the one who gets it. */
async function publish({ db, live }: Platform, { userId }: BillRow): Promise<void> {
  const { adminUserId } = await readSettings(db)
  for (const each of [adminUserId, userId]) if (each !== null) live.publish(each, 'billing')
}

/** Null when a setting is missing: the bill waits. */
async function begin(
  platform: Platform,
  bill: BillRow,
  claim: string,
  signal: AbortSignal,
): Promise<BillRun | null> {
  const settings = await readSettings(platform.db)
  const { adminUserId } = settings
  // What may be in another company's books is looked for there.
  const slug = bill.fikenCompanySlug ?? settings.adminFikenCompanySlug
  if (!settings.billingEnabled || adminUserId === null || slug === null) return null
  const run: { guarded: BillRun | null } = { guarded: null }
  const { client } = await openFiken(platform, adminUserId, {
    signal,
    guard: async ({ safe }) => {
      if (!safe) await run.guarded?.beforeSend?.()
    },
  })
  run.guarded = {
    platform,
    adminUserId,
    settings,
    fiken: client.company(slug),
    readCompany: () => client.companies.get(slug, signal),
    bill,
    claim,
    signal,
    beforeSend: null,
  }
  return run.guarded
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

async function end(run: BillRun, ending: BillEnding): Promise<void> {
  switch (ending.kind) {
    case 'done':
      return settleBill(run, ending.invoice)
    case 'ended':
      return settleEnded(run)
    case 'again':
      return write(run, {
        ...ending.change,
        claim: null,
        nextAttemptAt: ending.at,
        cause: ending.cause,
        message: billCauseText(ending.cause),
      })
    case 'failed': {
      const message = ending.message ?? billCauseText(ending.cause)
      const change = { ...ending.change, cause: ending.cause, message }
      return stopBill(run.platform, run.bill, run.claim, change)
    }
  }
}

async function afterFailure(
  platform: Platform,
  bill: BillRow,
  claim: string,
  error: unknown,
): Promise<boolean> {
  const { db, clock, ladderScale: scale, log } = platform
  const later = (ms: number) => new Date(clock.now() + ms)
  const put = (change: BillChange) =>
    writeClaimed(db, { id: bill.id, claim }, { claim: null, ...change, updatedAt: later(0) })
  if (error instanceof NothingSent) {
    await put({ nextAttemptAt: null })
    return false
  }
  const decision = policyFor(error, {
    failures: bill.failures + 1,
    former: bill.cause !== null && isCauseCode(bill.cause) ? bill.cause : null,
    // To look is all that is done with one that is ending, and its answer can be waited for.
    outcomeUnknown:
      bill.status !== 'ending' && (bill.outcomeUnknown || bill.invoiceRequestedAt !== null),
    stage: transferStage(bill.stage),
    random: platform.random(),
    scale,
  })
  switch (decision.kind) {
    case 'give_back':
      await put({})
      return false
    case 'wait_for_grant':
      await put({
        cause: 'connection_dead',
        message: billCauseText('connection_dead'),
        nextAttemptAt: later(UNTIL_CONNECTED_MS * scale),
      })
      return false
    case 'again': {
      const until = later(decision.delayMs)
      await put({
        failures: decision.failures,
        nextAttemptAt: until,
        cause: decision.code,
        message: billCauseText(decision.code, decision.message),
      })
      if (decision.pauseLane) await deferQueued(db, until)
      return !decision.pauseLane
    }
    case 'fail':
      if (decision.ourFault) log.error({ err: error, bill: bill.id }, 'a bill failed')
      await stopBill(platform, bill, claim, {
        cause: decision.code,
        message: billCauseText(decision.code, decision.message),
      })
      return true
  }
}
