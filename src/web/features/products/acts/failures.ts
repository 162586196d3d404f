import type { ExistingProduct } from '#shared/contracts/products/writes'
import { ApiError, errorText } from '../../../lib/api.ts'
import type { ToastInput } from '../../../ui/toast-store.ts'
import { priceText } from '../amounts.ts'
import { text } from './text.ts'

/** How the failures of products are said: the specification has a text for each status. */

const EXISTS_MS = 8_000

/** The server's sentence, else the vendor's words. */
const sayOf = (error: unknown): string => {
  const details = error instanceof ApiError ? error.answer['details'] : undefined
  return errorText(error, typeof details === 'string' && details !== '' ? details : undefined)
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0)

const failed = (title: string, error: unknown): ToastInput => ({
  title,
  description: sayOf(error),
  variant: 'destructive',
})

/** Null: it is on the screen already that the session has ended, or an access has expired. */
export function priceFailure(error: unknown): ToastInput | null {
  switch (statusOf(error)) {
    case 401:
      return null
    case 503:
      return { ...failed(text.failures.busy, error), variant: 'neutral' }
    case 404:
      return failed(text.failures.notFound, error)
    case 400:
      return failed(text.failures.badPrice, error)
    default:
      return failed(text.failures.price, error)
  }
}

/** Of a product that was to be made in Fiken. An expired access there logs nobody out here. */
export function productFailure(error: unknown): ToastInput | null {
  const existing = existingIn(error)
  if (existing)
    return {
      title: text.failures.exists,
      description: `${text.existing(
        existing.productNumber,
        priceText(existing.unitPrice),
        existing.productId,
      )} ${existing.suggestion}`,
      variant: 'destructive',
      duration: EXISTS_MS,
    }
  switch (statusOf(error)) {
    case 401:
      return isOurSession(error) ? null : failed(text.failures.logIn, error)
    case 503:
      return failed(text.failures.fikenBusy, error)
    case 400:
      return failed(text.failures.badProduct, error)
    default:
      return failed(text.failures.create, error)
  }
}

const isOurSession = (error: unknown) =>
  error instanceof ApiError && error.code === 'unauthenticated'

function existingIn(error: unknown): ExistingProduct | null {
  if (!(error instanceof ApiError) || error.code !== 'product_exists') return null
  return (error.answer['existing'] as ExistingProduct | undefined) ?? null
}

/** What the two systems have now, of an answer that something has changed elsewhere. */
export function stockNow(
  error: unknown,
): { servicem8: number | null; fiken: number | null } | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_elsewhere') return null
  const { servicem8, fiken } = error.answer
  return { servicem8: numberOf(servicem8), fiken: numberOf(fiken) }
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code
