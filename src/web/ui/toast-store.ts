/** A toast; only one is visible at a time, and a new toast replaces it. */
export interface Toast {
  id: number
  title: string
  description?: string | undefined
  /** The look; `neutral` means that the action did not succeed, but nothing is wrong. */
  variant: 'default' | 'neutral' | 'destructive'
  /** The time in ms for which the toast is shown. */
  duration: number
  action?: { label: string; run: () => void } | undefined
}

export const TOAST_MS = 5000

export type ToastInput = Pick<Toast, 'title'> & Partial<Omit<Toast, 'id' | 'title'>>

let current: Toast | null = null
let nextId = 1
const listeners = new Set<() => void>()

function change(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

export function toast(input: ToastInput): void {
  change({ variant: 'default', duration: TOAST_MS, ...input, id: nextId++ })
}

export function dismissToast(id: number): void {
  if (current?.id === id) change(null)
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToast(): Toast | null {
  return current
}
