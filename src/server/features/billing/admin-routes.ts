import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#shared/contracts/billing'
import type { Bill } from '#shared/contracts/billing'
import { instant } from '../../platform/clock.ts'
import { type Caller, companyOf } from '../../platform/http/caller.ts'
import { requireAct } from '../../platform/http/role.ts'
import { adminRoute } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { reachableCompanies } from '../connections/company/fiken-companies.ts'
import { billingStatus, testRun, triggerRun } from './bills/monthly-run.ts'
import { companyNameOf, endBill, endUnseenBill } from './bills/end-bill.ts'
import { billsOfMonth, type BillRow } from './bill-store.ts'
import { isCompanyClosed, mayBeInFiken } from './bills/may-be-in-fiken.ts'
import { retryBill } from './bills/retry.ts'
import {
  presentSettings,
  previewSettings,
  saveSettings,
  useExistingConnection,
} from './settings/save-settings.ts'
import { readSettings } from './settings-store.ts'
import { changeSubscription } from './subscriptions/change-subscription.ts'
import { presentSubscription } from './subscriptions/present-subscription.ts'
import { allSubscribers, billsUnderWay } from './subscriptions/subscription-store.ts'

export function billingAdminRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config, clock } = platform

  adminRoute(app, contract.readSubscriptionSettings, () => presentSettings(platform))
  adminRoute(app, contract.previewSubscriptionSettings, ({ body }) =>
    previewSettings(platform, body),
  )
  adminRoute(app, contract.saveSubscriptionSettings, ({ user, body }) =>
    saveSettings(platform, user, body),
  )

  adminRoute(app, contract.readBillingCompanies, async ({ user, request }) => {
    const { adminUserId } = await readSettings(db)
    const companies = await reachableCompanies(
      platform,
      adminUserId ?? ownCompany(request, user),
      null,
    )
    return {
      success: true as const,
      companies: companies.map(({ slug, name, organizationNumber, hasApiAccess }) => ({
        ...{ slug, name, organizationNumber, hasApiAccess },
      })),
    }
  })
  adminRoute(app, contract.useExistingConnection, ({ user, request }) =>
    useExistingConnection(platform, user, ownCompany(request, user)),
  )

  adminRoute(app, contract.readBillingStatus, () => billingStatus(platform))
  adminRoute(app, contract.triggerBilling, ({ user }) => triggerRun(platform, user))
  adminRoute(app, contract.testBilling, () => testRun(platform))

  adminRoute(app, contract.listBills, async ({ query, reply }) => {
    const rows = await billsOfMonth(db, query.month)
    void reply.header('x-total-count', rows.length)
    const settings = await readSettings(db)
    return Promise.all(
      rows.map(async (row) => {
        const closed = isCompanyClosed(row, settings) ? await companyNameOf(db, row) : null
        return presentBill(row, config.fiken.webUrl, closed)
      }),
    )
  })
  adminRoute(app, contract.retryBill, async ({ user, params }) => {
    await retryBill(platform, user, params.id)
    return { message: 'Fakturaen er satt i kø og prøves igjen.' }
  })
  adminRoute(app, contract.endBill, ({ user, params }) => endBill(platform, user, params.id))

  adminRoute(app, contract.endUnseenBill, ({ user, params }) =>
    endUnseenBill(platform, user, params.id),
  )

  adminRoute(app, contract.listSubscriptions, async ({ reply }) => {
    const rows = await allSubscribers(db)
    void reply.header('x-total-count', rows.length)
    const months = await billsUnderWay(db)
    return rows.map((row) => presentSubscription(row, months.get(row.companyId) ?? []))
  })
  adminRoute(app, contract.changeSubscription, ({ user, params, body }) =>
    changeSubscription(platform, user, params.userId, body.status, instant(clock)),
  )
}

/**
 * Returns the request's company, for which the administrator can decide as its owner.
 * @throws HttpError as {@link companyOf}, and 403 `role_refused` for everybody but the owner
 */
function ownCompany(request: FastifyRequest, admin: Caller): string {
  const company = companyOf(request, admin)
  requireAct(company, 'change_fiken_company')
  return company.id
}

/**
 * Converts a bill for the admin panel.
 * @param webUrl the base URL of Fiken's web pages
 * @param closedCompany the name of the bill's company if Fiken denies us access to the company;
 * otherwise null
 */
function presentBill(row: BillRow, webUrl: string, closedCompany: string | null): Bill {
  return {
    id: row.id,
    month: row.month,
    userId: row.companyId,
    name: row.recipient?.name ?? null,
    status: row.status,
    price: row.price,
    gross: row.gross,
    message: row.message,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    mayBeInFiken: mayBeInFiken(row),
    closedCompany,
    invoiceNumber: row.invoiceNumber,
    url: urlOf(row, webUrl),
  }
}

function urlOf(row: BillRow, webUrl: string): string | null {
  if (row.companySlug === null) return null
  const company = `${webUrl}/foretak/${encodeURIComponent(row.companySlug)}`
  if (row.saleId !== null) return `${company}/handel/salg/${row.saleId}`
  return row.draftId === null ? null : `${company}/fakturautkast/${row.uuid}`
}
