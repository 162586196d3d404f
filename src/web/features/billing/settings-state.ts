import type { SubscriptionSettings, SubscriptionSettingsForm } from '#shared/contracts/billing'

/** The fields as they are typed. */
export interface Typed extends Omit<SubscriptionSettingsForm, 'monthlyPrice'> {
  monthlyPrice: string
}

export const typedOf = (settings: SubscriptionSettings): Typed => ({
  billingEnabled: settings.billingEnabled,
  monthlyPrice: String(settings.monthlyPrice),
  productName: settings.productName,
  productDescription: settings.productDescription,
  adminFikenCompanySlug: settings.adminFikenCompanySlug,
})

/** What is no number counts as 0 (specification part 2, §5), which is asked about. */
export const formOf = (typed: Typed): SubscriptionSettingsForm => ({
  ...typed,
  monthlyPrice: priceOf(typed.monthlyPrice),
})

export function priceOf(text: string): number {
  const digits = text.replace(/[\s\u00a0]/g, '')
  const number = Number.parseInt(digits, 10)
  return Number.isSafeInteger(number) ? number : 0
}
