import { toast } from '../ui/toast-store.ts'
import { ApiError, errorText } from './api.ts'

/** Drops a first sentence that repeats the title. */
function withoutTitle(title: string, sentences: string): string {
  const same = `${title}. `
  return sentences.startsWith(same) ? sentences.slice(same.length) : sentences
}

/**
 * Shows a toast that an action failed, with the server's own sentence. A 401 gets none: "Token
 * utløpt" is on the screen already, and only one toast fits. Neither does a password that was asked
 * for and not given: the user cancelled it.
 */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  if (error instanceof ApiError && (error.status === 401 || error.code === 'password_required'))
    return
  const description = withoutTitle(title, errorText(error, fallback))
  toast({ title, description, variant: 'destructive' })
}
