import type { BillingStatus, BillingTest } from '#shared/contracts/billing'
import { formatDateTime } from '#shared/dates'
import { instant } from '../../../platform/clock.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { connectionOf } from '../../connections/queries.ts'
import { nextBilling } from '../calendar.ts'
import { BILLING, BILLING_LANE } from '../queue-name.ts'
import { missingSettings } from '../settings/save-settings.ts'
import { readSettings, type BillingSettings } from '../settings-store.ts'
import { planSubscriptions } from '../subscriptions/plan-subscriptions.ts'
import { allSubscribers } from '../subscriptions/subscription-store.ts'
import { billedMonths, countOpenBills } from '../bill-store.ts'
import { tryBillsNow } from './try-now.ts'
import { missingOf, recipientOf } from '../subscriptions/recipient.ts'
import { retryAllFailed } from './retry.ts'

export async function billingStatus(platform: Platform): Promise<BillingStatus> {
  const { db, clock } = platform
  const settings = await readSettings(db)
  const { queued, ending, failed } = await countOpenBills(db)
  const { billingEnabled } = settings
  return {
    cronStatus: {
      monthlyBilling: {
        isRunning: billingEnabled,
        nextMonthlyRun: billingEnabled ? nextBilling(instant(clock)).toISOString() : null,
      },
    },
    isUnderWay: queued + ending > 0,
    queued,
    failed,
    waitsFor: await waits(platform, settings, queued + ending > 0),
    months: await billedMonths(db),
  }
}

async function waits(
  platform: Platform,
  settings: BillingSettings,
  underWay: boolean,
): Promise<string | null> {
  if (!settings.billingEnabled) return null
  const why = await obstacle(platform, settings)
  if (why === null || underWay) return why
  return dueOf(await activeOf(platform, settings), instant(platform.clock)).length > 0 ? why : null
}

async function activeOf({ db }: Platform, { adminUserId }: BillingSettings) {
  return (await allSubscribers(db)).filter(
    ({ status, companyId }) => status === 'active' && companyId !== adminUserId,
  )
}

type Active = Awaited<ReturnType<typeof activeOf>>

const dueOf = (active: Active, now: Date): Active =>
  active.filter(
    ({ nextInvoiceDate, integrationOn }) =>
      integrationOn && nextInvoiceDate !== null && nextInvoiceDate <= now,
  )

async function obstacle(
  { db, clock }: Platform,
  settings: BillingSettings,
): Promise<string | null> {
  const { adminUserId } = settings
  const missing = missingSettings(settings)
  if (missing.length > 0 || adminUserId === null) return `Kjøringen venter: ${missing.join(', ')}.`
  const connection = await connectionOf(db, adminUserId, 'fiken')
  if (connection?.status !== 'connected')
    return 'Tilkoblingen til Fiken virker ikke, så kjøringen venter. Den fortsetter når Fiken er koblet til på nytt under Konfigurasjoner.'
  if (connection.pausedUntil && connection.pausedUntil > instant(clock))
    return 'Fiken svarer ikke, så kjøringen venter. Den fortsetter automatisk.'
  return null
}

/**
 * Runs the monthly billing for an administrator: bills the due subscriptions, and retries postponed
 * and failed bills. No subscription is billed early.
 * @throws HttpError 409 while billing is disabled
 */
export async function triggerRun(platform: Platform, admin: Actor) {
  const { db, clock, queue } = platform
  const { billingEnabled } = await readSettings(db)
  if (!billingEnabled)
    throw new HttpError(
      409,
      'billing_disabled',
      'Fakturering er deaktivert. Aktiver i innstillinger for å kjøre månedlig fakturering.',
    )
  const waited = await tryBillsNow(platform)
  const retried = await retryAllFailed(platform, admin)
  const made = await planSubscriptions(platform, AbortSignal.timeout(LONGEST_PLAN_MS))
  queue.wake(BILLING, BILLING_LANE)
  const now = instant(clock)
  const message = describeRun({ made, waited, retried }, nextBilling(now))
  await recordActivity(db, {
    companyId: null,
    actor: admin,
    type: 'integration',
    action: 'monthly_billing_triggered',
    description: `Månedlig fakturering startet for hånd. ${message}`,
    success: null,
    at: now,
  })
  return { message, made, retried }
}

const LONGEST_PLAN_MS = 20_000

function describeRun(
  { made, waited, retried }: { made: number; waited: number; retried: number },
  next: Date,
): string {
  const parts = [
    ...(made > 0 ? [`${made} ${made === 1 ? 'faktura er' : 'fakturaer er'} satt i kø`] : []),
    ...(waited > 0 ? [`${waited} som ventet, prøves nå`] : []),
    ...(retried > 0 ? [`${retried} som stoppet, prøves igjen`] : []),
  ]
  return parts.length > 0
    ? `${parts.join(', og ')}.`
    : `Ingen abonnement har nådd fakturadatoen sin. Neste kjøring er ${formatDateTime(next)}.`
}

async function endedAccess(
  { db }: Platform,
  { adminUserId }: BillingSettings,
): Promise<string | null> {
  if (adminUserId === null) return null
  const connection = await connectionOf(db, adminUserId, 'fiken')
  if (connection?.status === 'connected') return null
  const whose = connection?.accountName ? ` (${connection.accountName})` : ''
  return `Tilgangen til Fiken som fakturaene lages med${whose}, er avsluttet. Ingen fakturaer lages før Fiken er koblet til på nytt under Konfigurasjoner.`
}

export async function testRun(platform: Platform): Promise<BillingTest> {
  const now = instant(platform.clock)
  const settings = await readSettings(platform.db)
  const active = await activeOf(platform, settings)
  const missing = missingSettings(settings)
  return {
    testResults: {
      activeSubscriptions: active.length,
      sum: (active.length * settings.monthlyPrice) / 100,
      dueNow: dueOf(active, now).length,
      billingSettings: missing.length === 0 ? 'present' : 'missing',
      missing,
      obstacle: await endedAccess(platform, settings),
      incomplete: active
        .map((one) => ({ ...recipientOf(one), companyId: one.companyId, email: one.email }))
        .map((one) => ({
          userId: one.companyId,
          name: one.name || one.email,
          missing: missingOf(one),
        }))
        .filter((one) => one.missing.length > 0),
    },
  }
}
