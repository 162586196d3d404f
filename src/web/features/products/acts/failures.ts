import type { ExistingProduct } from '#shared/contracts/products/writes'
import { ApiError, errorText } from '../../../lib/api.ts'
import type { ToastInput } from '../../../ui/toast-store.ts'
import { priceText } from '../amounts.ts'
import { text } from './text.ts'

const EXISTS_MS = 8_000

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

/**
 * Returns a toast with the specification's title for each status; null when the screen already says
 * that the session or the vendor's access has expired.
 */
export function priceFailure(error: unknown): ToastInput | null {
  switch (statusOf(error)) {
    case 401:
      return null
    case 503:
      return { ...failed('API er overbelastet', error), variant: 'neutral' }
    case 404:
      return failed('Material ikke funnet', error)
    case 400:
      return failed('Ugyldig prisfeltformat', error)
    default:
      return failed('Prisen ble ikke oppdatert', error)
  }
}

export function productFailure(error: unknown): ToastInput | null {
  const existing = existingIn(error)
  if (existing)
    return {
      title: 'Produktet finnes allerede',
      description: `Nummer ${existing.productNumber}, ${priceText(existing.unitPrice)}, ID ${existing.productId} i Fiken. ${existing.suggestion}`,
      variant: 'destructive',
      duration: EXISTS_MS,
    }
  switch (statusOf(error)) {
    case 401:
      return isOurSession(error) ? null : failed('Må logge inn på nytt', error)
    case 503:
      return failed('Fiken er overbelastet', error)
    case 400:
      return failed('Ugyldig produktdata', error)
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

/** Returns both stocks if the error says that the stock was changed elsewhere. */
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
