/**
 * Resolver of the pending password dialog. Any code may ask; requests that need the password at the
 * same time share one dialog.
 */
let answer: ((given: boolean) => void) | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** Asks for the password; resolves to true if it was correct. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => (answer = resolve))
  notify()
  return asked
}

/** Closes the pending password dialog, if any. */
export function answerPasswordQuestion(given: boolean): void {
  const ended = answer
  answer = null
  asked = null
  ended?.(given)
  notify()
}

export function subscribeToPasswordQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isPasswordAsked(): boolean {
  return asked !== null
}

function notify(): void {
  for (const listener of listeners) listener()
}
