/**
 * The question for the password, asked from anywhere, shown by one dialog. Calls that meet it
 * while it is asked share its answer.
 */
let answer: ((given: boolean) => void) | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** Resolves to whether the password was entered, and was right. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => (answer = resolve))
  notify()
  return asked
}

/** Ends the question, if one is asked. */
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
