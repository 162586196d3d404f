import { toast } from '../ui/toast-store.ts'
import { ApiError, errorText } from './api.ts'

/** A sentence of the server's that only says what the title says is not read twice. */
function withoutTitle(title: string, sentences: string): string {
  const same = `${title}. `
  return sentences.startsWith(same) ? sentences.slice(same.length) : sentences
}

/**
 * Shows that an act failed, with the server's own sentence. Not for a 401: "Token utløpt" is on
 * the screen already, says what to do, and only one toast fits. Nor for a password that was asked
 * for and not given: a person who cancels knows what they did.
 */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  if (error instanceof ApiError && (error.status === 401 || error.code === 'password_required'))
    return
  const description = withoutTitle(title, errorText(error, fallback))
  toast({ title, description, variant: 'destructive' })
}
