/** The resolver of the pending password dialog, which simultaneous requests share. */
let answer: ((given: boolean) => void) | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => (answer = resolve))
  notify()
  return asked
}

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
