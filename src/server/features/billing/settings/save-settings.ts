import type { SettingsEffect, SubscriptionSettings } from '#shared/contracts/billing'
import type { SubscriptionSettingsForm } from '#shared/forms/billing'
import { formatKroner, oreFromKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { reachableCompany } from '../../connections/company/fiken-companies.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { connectionOf, knownCompany } from '../../connections/queries.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import { BILLING, BILLING_LANE } from '../queue-name.ts'
import { passOver } from '../subscriptions/pass-over.ts'
import { allSubscribers, subscriberOf } from '../subscriptions/subscription-store.ts'
import { effectOf } from './effect.ts'
import {
  holdAdmin,
  holdSettings,
  readSettings,
  writeSettings,
  type BillingSettings,
} from '../settings-store.ts'

export async function previewSettings(
  { db, clock }: Platform,
  form: SubscriptionSettingsForm,
): Promise<SettingsEffect> {
  const former = await readSettings(db)
  return effectOf(await customers(db, former), former, termsOf(form), instant(clock))
}

/**
 * Saves an administrator's billing settings. The company is checked in Fiken first.
 * @throws HttpError 409 `confirm_price` when the price must be confirmed first, 409
 * `billing_incomplete` when no bill could be sent, 409 `connection_changed` when another
 * administrator has chosen a connection since, 400 when the company is not accessible, 503 when
 * Fiken does not respond
 */
export async function saveSettings(
  platform: Platform,
  admin: Actor,
  { confirmed, ...form }: SubscriptionSettingsForm & { confirmed?: boolean | undefined },
): Promise<SubscriptionSettings> {
  const { db, clock, queue } = platform
  const before = await readSettings(db)
  const slug = form.adminFikenCompanySlug
  if (slug !== null && slug !== before.adminFikenCompanySlug)
    await requireCompany(platform, before.adminUserId, slug)
  await db.transaction(async (tx) => {
    const former = await holdSettings(tx)
    // The company was checked or chosen with another administrator's connection.
    if (former.adminUserId !== before.adminUserId && slug !== former.adminFikenCompanySlug)
      throw connectionChanged()
    const now = instant(clock)
    const terms = termsOf(form)
    requireComplete({ ...former, ...terms, adminFikenCompanySlug: slug })
    const { asks } = effectOf(await customers(tx, former), former, terms, now)
    if (asks.length > 0 && !confirmed) throw unconfirmed(asks, former, terms)
    await writeSettings(tx, { ...form, ...terms, updatedAt: now, updatedBy: admin.id })
    if (terms.billingEnabled && !former.billingEnabled)
      await passOver(tx, { except: former.adminUserId }, now)
    await recordActivity(tx, {
      companyId: null,
      actor: admin,
      type: 'configuration',
      action: 'subscription_settings_saved',
      description: describe(former, { ...former, ...form, ...terms }),
      success: true,
      at: now,
    })
  })
  queue.wake(BILLING, BILLING_LANE)
  return presentSettings(platform)
}

/**
 * Makes the Fiken connection of this company, which the administrator owns, the one that sends the
 * bills (rule 31).
 */
export async function useExistingConnection(
  platform: Platform,
  admin: Actor,
  adminCompanyId: string,
) {
  const { db, clock } = platform
  const { fikenCompanySlug } = await ownChoice(platform, adminCompanyId)
  const company = await requireCompany(platform, adminCompanyId, fikenCompanySlug)
  await db.transaction(async (tx) => {
    if (!(await holdAdmin(tx, adminCompanyId)))
      throw new HttpError(403, 'admin_required', 'Admin-tilgang påkrevd')
    const { adminUserId: former, billingEnabled } = await holdSettings(tx)
    const now = instant(clock)
    if (billingEnabled && former !== null && former !== adminCompanyId)
      await passOver(tx, { only: former }, now)
    await writeSettings(tx, {
      adminUserId: adminCompanyId,
      adminFikenCompanySlug: company.slug,
      updatedAt: now,
      updatedBy: admin.id,
    })
    await recordActivity(tx, {
      companyId: null,
      actor: admin,
      type: 'configuration',
      action: 'billing_connection_chosen',
      description: `Valgte å lage fakturaene i ${company.name}, med egen tilkobling til Fiken`,
      success: true,
      at: now,
    })
  })
  const { slug, name, organizationNumber } = company
  return { company: { slug, name, organizationNumber } }
}

export async function presentSettings({ db }: Platform): Promise<SubscriptionSettings> {
  const settings = await readSettings(db)
  const { adminUserId, adminFikenCompanySlug: slug } = settings
  const owner = adminUserId === null ? null : await subscriberOf(db, adminUserId)
  const connection = owner && (await connectionOf(db, owner.companyId, 'fiken'))
  const company = owner && slug !== null ? await knownCompany(db, owner.companyId, slug) : null
  return {
    billingEnabled: settings.billingEnabled,
    monthlyPrice: settings.monthlyPrice / 100,
    productName: settings.productName,
    productDescription: settings.productDescription,
    adminFikenCompanySlug: slug,
    companyName: company?.name ?? null,
    sender: owner && {
      userId: owner.companyId,
      name: [owner.firstName, owner.lastName].filter(Boolean).join(' ') || owner.email,
      email: owner.email,
      connected: connection?.status === 'connected',
    },
  }
}

const customers = async (db: Db, { adminUserId }: BillingSettings) =>
  (await allSubscribers(db)).filter(({ companyId }) => companyId !== adminUserId)

const termsOf = ({ billingEnabled, monthlyPrice }: SubscriptionSettingsForm) => ({
  billingEnabled,
  monthlyPrice: oreFromKroner(monthlyPrice),
})

function requireComplete(settings: BillingSettings): void {
  if (!settings.billingEnabled) return
  const missing = missingSettings(settings)
  if (missing.length === 0) return
  throw new HttpError(
    409,
    'billing_incomplete',
    `Fakturering kan ikke være på: ${missing.join(', ')}.`,
    { missing },
  )
}

export function missingSettings({
  adminUserId,
  adminFikenCompanySlug,
}: Pick<BillingSettings, 'adminUserId' | 'adminFikenCompanySlug'>): string[] {
  return [
    ...(adminUserId === null ? ['tilkoblingen til Fiken er ikke valgt'] : []),
    ...(adminFikenCompanySlug === null ? ['selskapet i Fiken er ikke valgt'] : []),
  ]
}

function unconfirmed(
  asks: SettingsEffect['asks'],
  former: { monthlyPrice: number },
  next: { monthlyPrice: number },
): HttpError {
  const change = `Prisen går fra ${formatKroner(former.monthlyPrice)} til ${formatKroner(next.monthlyPrice)}`
  const why = asks.includes('zero_price')
    ? 'Med 0 kroner faktureres ingen'
    : asks.includes('under_a_third')
      ? `${change}, mindre enn en tredel`
      : `${change}, mer enn tre ganger så mye`
  const sentence = `${why}. Bekreft at det er meningen.`
  return new HttpError(409, 'confirm_price', sentence, { asks })
}

const connectionChanged = () =>
  new HttpError(
    409,
    'connection_changed',
    'Tilkoblingen som fakturaene lages med, ble byttet i samme øyeblikk. Se over innstillingene, og lagre igjen.',
  )

async function ownChoice(
  { db }: Platform,
  adminCompanyId: string,
): Promise<{ fikenCompanySlug: string }> {
  const { fikenCompanySlug } = await configurationOf(db, adminCompanyId)
  const connection = await connectionOf(db, adminCompanyId, 'fiken')
  if (connection?.status !== 'connected')
    throw new HttpError(
      409,
      'authorize_fiken',
      'Koble til Fiken under Konfigurasjoner først, med kontoen som fakturaene skal lages fra.',
    )
  if (fikenCompanySlug === null)
    throw new HttpError(409, 'no_company', 'Velg selskapet i Fiken under Konfigurasjoner først.')
  return { fikenCompanySlug }
}

async function requireCompany(platform: Platform, adminUserId: string | null, slug: string) {
  if (adminUserId === null)
    throw new HttpError(409, 'no_connection', 'Velg tilkoblingen som fakturaene lages med, først.')
  const company = await reachableCompany(platform, adminUserId, slug, null)
  try {
    // The bills need the VAT status and the bank accounts.
    await companyProfile(platform, adminUserId, slug, { refresh: 'now', interactive: true })
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke lese selskapet fra Fiken.')
  }
  return company
}

function describe(former: BillingSettings, next: BillingSettings): string {
  const parts = [
    former.billingEnabled === next.billingEnabled
      ? null
      : `fakturering ${next.billingEnabled ? 'aktivert' : 'deaktivert'}`,
    former.monthlyPrice === next.monthlyPrice
      ? null
      : `pris ${formatKroner(former.monthlyPrice)} → ${formatKroner(next.monthlyPrice)}`,
    former.productName === next.productName ? null : `produktnavn «${next.productName}»`,
    former.productDescription === next.productDescription ? null : 'beskrivelse',
    former.adminFikenCompanySlug === next.adminFikenCompanySlug
      ? null
      : `selskap ${next.adminFikenCompanySlug ?? 'ikke valgt'}`,
  ].filter((part) => part !== null)
  return `Abonnementinnstillinger: ${parts.length > 0 ? parts.join(', ') : 'ingen endringer'}`
}
