import { ApiError } from '../../lib/api.ts'
import { text } from './text.ts'
import type { SubscriptionSettings, SubscriptionSettingsForm } from '#shared/contracts/billing'

/** The fields as typed. */
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
 * Returns the form to save. Text without a digit counts as 0 (specification part 2, §5), which the
 * dialog states and asks about. A number that can be read in two ways («1.000») becomes NaN, which
 * the form refuses.
 */
export const formOf = (typed: Typed): SubscriptionSettingsForm => ({
  ...typed,
  monthlyPrice: priceOf(typed.monthlyPrice) ?? Number.NaN,
})

/** Returns whole kroner; null when the text has digits and something else. */
export function priceOf(text: string): number | null {
  const bare = text.replace(/\s/g, '')
  if (!/\d/.test(bare)) return 0
  return /^\d+$/.test(bare) ? Math.min(Number(bare), Number.MAX_SAFE_INTEGER) : null
}

/** Returns the typed text when it counts as 0 without containing a digit, otherwise null. */
export const countedAsZero = (text: string): string | null => (/\d/.test(text) ? null : text.trim())

interface Company {
  slug: string
  name: string
  hasApiAccess: boolean
}

/**
 * Returns why there is no company to choose: Fiken was never connected, did not answer, or has
 * none.
 */
export function companyTrouble(
  error: unknown,
  companies: readonly Company[] | undefined,
): 'unconnected' | 'failed' | 'none' | null {
  if (error instanceof ApiError && error.code === 'authorize_fiken') return 'unconnected'
  if (error) return 'failed'
  return companies?.length === 0 ? 'none' : null
}

/** Returns the name of the user who must connect Fiken, or null when it is the reader. */
export const senderToConnect = (
  { sender }: Pick<SubscriptionSettings, 'sender'>,
  readerId: string | null,
): string | null => (sender === null || sender.userId === readerId ? null : sender.name)

/**
 * Returns the companies as options, with the chosen one by its known name when it is not among
 * them. A company without the API module cannot receive our invoices, and cannot be chosen.
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
