import { ApiError } from '../../lib/api.ts'
import { text } from './text.ts'
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

/**
 * What is no number counts as 0 (specification part 2, §5), which is said and asked about. A number
 * that can be read in two ways («1.000») is no price, so that the form refuses it.
 */
export const formOf = (typed: Typed): SubscriptionSettingsForm => ({
  ...typed,
  monthlyPrice: priceOf(typed.monthlyPrice) ?? Number.NaN,
})

/** Whole kroner; null when it has digits and something else. */
export function priceOf(text: string): number | null {
  const bare = text.replace(/\s/g, '')
  if (!/\d/.test(bare)) return 0
  return /^\d+$/.test(bare) ? Math.min(Number(bare), Number.MAX_SAFE_INTEGER) : null
}

/** What was typed, when it counts as 0 without being the number 0. */
export const countedAsZero = (text: string): string | null => (/\d/.test(text) ? null : text.trim())

interface Company {
  slug: string
  name: string
  hasApiAccess: boolean
}

/** Why there is no company to choose: Fiken was never connected, did not answer, or has none. */
export function companyTrouble(
  error: unknown,
  companies: readonly Company[] | undefined,
): 'unconnected' | 'failed' | 'none' | null {
  if (error instanceof ApiError && error.code === 'authorize_fiken') return 'unconnected'
  if (error) return 'failed'
  return companies?.length === 0 ? 'none' : null
}

/** Who must connect, when it is not the reader. */
export const senderToConnect = (
  { sender }: Pick<SubscriptionSettings, 'sender'>,
  readerId: string | null,
): string | null => (sender === null || sender.userId === readerId ? null : sender.name)

/**
 * The companies, and the chosen one by the name it is known by when it is not among them. One without
 * the API module takes no invoices from us, and cannot be chosen.
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
