import { toast } from '../ui/toast-store.ts'
import { ApiError, errorText } from './api.ts'

/** Returns the sentences without a first one that repeats the title. */
function withoutTitle(title: string, sentences: string): string {
  const same = `${title}. `
  return sentences.startsWith(same) ? sentences.slice(same.length) : sentences
}

/**
 * Shows an error as a toast. Shows nothing for a 401 response, because the toast "Token utløpt" is
 * already visible, nor when the user cancelled the password dialog.
 */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  if (error instanceof ApiError && (error.status === 401 || error.code === 'password_required'))
    return
  const description = withoutTitle(title, errorText(error, fallback))
  toast({ title, description, variant: 'destructive' })
}
