import { ApiError } from '../../lib/api.ts'
import { text } from './text.ts'
import type { SubscriptionSettings, SubscriptionSettingsForm } from '#shared/contracts/billing'

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

/**
 * Returns the form's values. A price without a digit counts as 0 (specification part 2, §5), which
 * the dialog asks the user to confirm. An ambiguous number («1.000») becomes NaN, which the form
 * refuses.
 */
export const formOf = (typed: Typed): SubscriptionSettingsForm => ({
  ...typed,
  monthlyPrice: priceOf(typed.monthlyPrice) ?? Number.NaN,
})

/** Parses a price in whole kroner; returns null for a text with digits and other characters. */
export function priceOf(text: string): number | null {
  const bare = text.replace(/\s/g, '')
  if (!/\d/.test(bare)) return 0
  return /^\d+$/.test(bare) ? Math.min(Number(bare), Number.MAX_SAFE_INTEGER) : null
}

/** Returns the typed text if it counts as 0 because it has no digit; otherwise null. */
export const countedAsZero = (text: string): string | null => (/\d/.test(text) ? null : text.trim())

interface Company {
  slug: string
  name: string
  hasApiAccess: boolean
}

/** Returns the reason why no company can be chosen; null when there are companies. */
export function companyTrouble(
  error: unknown,
  companies: readonly Company[] | undefined,
): 'unconnected' | 'failed' | 'none' | null {
  if (error instanceof ApiError && error.code === 'authorize_fiken') return 'unconnected'
  if (error) return 'failed'
  return companies?.length === 0 ? 'none' : null
}

export const senderToConnect = (
  { sender }: Pick<SubscriptionSettings, 'sender'>,
  readerId: string | null,
): string | null => (sender === null || sender.userId === readerId ? null : sender.name)

/**
 * Returns the companies to choose from, with a selected company that is missing from the list.
 * Companies without Fiken's API module are disabled, because they cannot receive our invoices.
 */
export function companyOptions(
  companies: readonly Company[],
  slug: string | null,
  saved: Pick<SubscriptionSettings, 'adminFikenCompanySlug' | 'companyName'>,
): { value: string; label: string; disabled?: boolean }[] {
  const options = companies.map(({ slug: value, name, hasApiAccess }) =>
    hasApiAccess
      ? { value, label: name }
      : { value, label: `${name} · ${text.noApi}`, disabled: value !== slug },
  )
  if (slug === null || options.some(({ value }) => value === slug)) return options
  const name = slug === saved.adminFikenCompanySlug ? saved.companyName : null
  return [...options, { value: slug, label: name ?? slug }]
}
