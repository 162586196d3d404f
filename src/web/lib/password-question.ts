/**
 * The pending question for the password, asked from anywhere and shown by one dialog. Calls that
 * need the password meanwhile share its answer.
 */
let answer: ((given: boolean) => void) | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** Asks for the password; resolves to true when it was entered and correct. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => (answer = resolve))
  notify()
  return asked
}

/** Ends the question, if one is pending. */
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
