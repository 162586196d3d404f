import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { subscriptionSettingsForm } from '../forms/billing.ts'
import { BILL_STATUSES, SUBSCRIPTION_STATUSES } from '../subscription-status.ts'

export type { SubscriptionSettingsForm } from '../forms/billing.ts'

const done = z.object({ message: z.string() })

const ACT_TOPICS = ['billing', 'activity'] as const

export const subscriptionSettings = z.object({
  billingEnabled: z.boolean(),
  /** The price in whole kroner per month, excluding VAT (rule 29). */
  monthlyPrice: z.int(),
  productName: z.string(),
  productDescription: z.string(),
  adminFikenCompanySlug: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  sender: z.nullable(
    z.object({ userId: z.string(), name: z.string(), email: z.string(), connected: z.boolean() }),
  ),
})
export type SubscriptionSettings = z.infer<typeof subscriptionSettings>

export const readSubscriptionSettings = endpoint({
  method: 'GET',
  path: '/api/admin/subscription-settings',
  access: 'admin',
  shows: ['billing'],
  summary: 'Pris, produkt og selskap for den månedlige faktureringen',
  answer: subscriptionSettings,
})

export const saveSubscriptionSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/subscription-settings',
  access: 'admin',
  changes: ACT_TOPICS,
  freshPassword: true,
  summary:
    'Lagre innstillingene; 0 kroner, mer enn tredobbel pris og under en tredel av prisen må bekreftes (409 confirm_price)',
  body: z.extend(subscriptionSettingsForm, { confirmed: z.optional(z.boolean()) }),
  answer: subscriptionSettings,
})

export const settingsEffect = z.object({
  /** The subscriptions that become active; `startsOff` counts those whose integration is off. */
  starts: z.int(),
  startsOff: z.int(),
  stops: z.int(),
  newPrice: z.int(),
  /** The date of the first bill; null if nobody will be billed. */
  firstBill: z.nullable(z.string()),
  asks: z.array(z.enum(['zero_price', 'over_three_times', 'under_a_third'])),
})
export type SettingsEffect = z.infer<typeof settingsEffect>

export const previewSubscriptionSettings = endpoint({
  method: 'POST',
  path: '/api/admin/subscription-settings/preview',
  access: 'admin',
  changes: [],
  summary: 'Hvor mange abonnement som starter, stopper eller får ny pris; endrer ingenting',
  body: subscriptionSettingsForm,
  answer: settingsEffect,
})

export const readBillingCompanies = endpoint({
  method: 'GET',
  path: '/api/admin/fiken/companies',
  access: 'admin',
  summary: 'Selskapene som fakturaene kan lages i',
  answer: z.object({
    success: z.literal(true),
    companies: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        organizationNumber: z.string(),
        hasApiAccess: z.boolean(),
      }),
    ),
  }),
})

export const useExistingConnection = endpoint({
  method: 'POST',
  path: '/api/admin/fiken/use-existing',
  access: 'admin',
  changes: ACT_TOPICS,
  freshPassword: true,
  summary: 'Send fakturaene fra din egen Fiken-tilkobling; ingen nøkler kopieres',
  answer: z.object({
    company: z.object({ slug: z.string(), name: z.string(), organizationNumber: z.string() }),
  }),
})

export const billingStatus = z.object({
  cronStatus: z.object({
    monthlyBilling: z.object({
      isRunning: z.boolean(),
      /** The date of the next run; null while billing is disabled. */
      nextMonthlyRun: z.nullable(z.string()),
    }),
  }),
  isUnderWay: z.boolean(),
  queued: z.int(),
  failed: z.int(),
  /** The reason why due bills are waiting; null if none are. */
  waitsFor: z.nullable(z.string()),
  /** The months with bills (yyyy-mm), newest first. */
  months: z.array(z.string()),
})
export type BillingStatus = z.infer<typeof billingStatus>

export const readBillingStatus = endpoint({
  method: 'GET',
  path: '/api/admin/monthly-billing/status',
  access: 'admin',
  shows: ['billing'],
  summary: 'Om faktureringen er på, når den kjører, og hva som er underveis',
  answer: billingStatus,
})

export const triggerBilling = endpoint({
  method: 'POST',
  path: '/api/admin/monthly-billing/trigger',
  access: 'admin',
  changes: ACT_TOPICS,
  freshPassword: true,
  summary: 'Fakturer abonnementene som har nådd fakturadatoen sin; feilede prøves igjen',
  answer: z.object({ message: z.string(), made: z.int(), retried: z.int() }),
})

export const testBilling = endpoint({
  method: 'GET',
  path: '/api/admin/monthly-billing/test',
  access: 'admin',
  summary: 'Hva en kjøring ville gjort; endrer ingenting',
  answer: z.object({
    testResults: z.object({
      activeSubscriptions: z.int(),
      /** The sum in kroner per month excluding VAT, for all active subscriptions. */
      sum: z.number(),
      dueNow: z.int(),
      billingSettings: z.enum(['present', 'missing']),
      missing: z.array(z.string()),
      obstacle: z.nullable(z.string()),
      incomplete: z.array(
        z.object({ userId: z.string(), name: z.string(), missing: z.array(z.string()) }),
      ),
    }),
  }),
})
export type BillingTest = z.infer<typeof testBilling.answer>

export const bill = z.object({
  id: z.string(),
  month: z.string(),
  /** The user; null once the user's account is deleted, like `name`. */
  userId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  status: z.enum(BILL_STATUSES),
  /** The price in øre excluding VAT; `gross` is Fiken's amount including VAT. */
  price: z.int(),
  gross: z.nullable(z.int()),
  message: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  invoiceNumber: z.nullable(z.string()),
  /** True if Fiken can have a document for the bill, which is looked up before it is ended. */
  mayBeInFiken: z.boolean(),
  /**
   * The company that might have the bill, if Fiken has refused us access to it. The user can then
   * confirm having checked the company in Fiken.
   */
  closedCompany: z.nullable(z.string()),
  url: z.nullable(z.string()),
})
export type Bill = z.infer<typeof bill>

export const listBills = endpoint({
  method: 'GET',
  path: '/api/admin/monthly-billing/bills',
  access: 'admin',
  shows: ['billing'],
  summary: 'Fakturaene for en måned, en per abonnement',
  query: z.object({
    month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Ugyldig måned')),
  }),
  answer: z.array(bill),
})

export const retryBill = endpoint({
  method: 'POST',
  path: '/api/admin/monthly-billing/bills/:id/retry',
  access: 'admin',
  changes: ACT_TOPICS,
  freshPassword: true,
  summary: 'Prøv en stoppet faktura igjen',
  params: z.object({ id: z.guid('Ugyldig id') }),
  answer: done,
})

export const endBill = endpoint({
  method: 'POST',
  path: '/api/admin/monthly-billing/bills/:id/end',
  access: 'admin',
  changes: ACT_TOPICS,
  freshPassword: true,
  summary:
    'Ikke fakturer: avslutt en stoppet faktura, så måneden aldri faktureres; er det uvisst hva som finnes i Fiken, slås det opp først',
  params: z.object({ id: z.guid('Ugyldig id') }),
  answer: done,
})

export const endUnseenBill = endpoint({
  method: 'POST',
  path: '/api/admin/monthly-billing/bills/:id/end-unseen',
  access: 'admin',
  changes: ACT_TOPICS,
  freshPassword: true,
  summary:
    'Ikke fakturer, når fakturaen kan ligge i et selskap vi ikke lenger når i Fiken: en administrator går god for at den ikke finnes der',
  params: z.object({ id: z.guid('Ugyldig id') }),
  body: z.object({
    signed: z.literal(true, 'Bekreft at du har sett etter i Fiken, og at fakturaen ikke finnes.'),
  }),
  answer: done,
})

export const adminSubscription = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  heldByAdmin: z.boolean(),
  integrationOn: z.boolean(),
  billingStartDate: z.nullable(z.string()),
  lastInvoiceDate: z.nullable(z.string()),
  nextInvoiceDate: z.nullable(z.string()),
  /** The months (yyyy-mm) whose bill is made even if the subscription ends. */
  billsUnderWay: z.array(z.string()),
})
export type AdminSubscription = z.infer<typeof adminSubscription>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  access: 'admin',
  shows: ['billing'],
  summary: 'Alle abonnement: aktive først, nyeste konto først',
  answer: z.array(adminSubscription),
})

export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/api/admin/subscriptions/:userId',
  access: 'admin',
  changes: ACT_TOPICS,
  freshPassword: true,
  summary: 'Gi et abonnement en annen status; den står til den endres igjen',
  params: z.object({ userId: z.guid('Ugyldig id') }),
  body: z.object({ status: z.enum(SUBSCRIPTION_STATUSES, 'Ugyldig status') }),
  answer: adminSubscription,
})

/** The user's own subscription. Amounts are in øre. */
export const ownSubscription = z.object({
  status: z.enum(SUBSCRIPTION_STATUSES),
  /**
   * True if an administrator set the status; switching the integration on or off then does not
   * change it.
   */
  heldByAdmin: z.boolean(),
  billingEnabled: z.boolean(),
  integrationOn: z.boolean(),
  monthlyPrice: z.int(),
  nextInvoiceDate: z.nullable(z.string()),
  /** The month (yyyy-mm) that is billed if the integration is switched on now. */
  billedWhenSwitchedOn: z.nullable(z.string()),
  missing: z.array(z.string()),
  bills: z.array(
    z.object({
      month: z.string(),
      status: z.enum(BILL_STATUSES),
      price: z.int(),
      gross: z.nullable(z.int()),
      invoiceNumber: z.nullable(z.string()),
    }),
  ),
})
export type OwnSubscription = z.infer<typeof ownSubscription>

export const readOwnSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription',
  access: 'user',
  act: 'read',
  shows: ['configuration', 'billing'],
  summary: 'Eget abonnement: pris, neste faktura og fakturaene så langt',
  answer: ownSubscription,
})

export const restartSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/restart',
  access: 'user',
  act: 'subscription',
  changes: ACT_TOPICS,
  summary: 'Start et avsluttet abonnement igjen',
  answer: ownSubscription,
})
