import type { AnswerOf } from '#shared/contract'
import type { readCustomerQueue } from '#shared/contracts/transfers/customer-queue'
import type { Transfer } from '#shared/contracts/transfers/row'
import { NEW_CONTACT, type Choice } from '../../customers/choose/recipient-state.ts'
import { actsOn, isInvoiced } from '../transfer-state.ts'
import { text } from './text.ts'

export type Question = AnswerOf<typeof readCustomerQueue>[number]

/** An answer is held for this long before its jobs start, so that it can be taken back. */
export const HELD_MS = 5_000
/** No key or press counts for this long after another customer has come up. */
export const GUARD_MS = 300

export interface Answer {
  question: Question
  /** The chosen contact; null for a new one. */
  contactId: number | null
  /** The contact's name; null for a new one. */
  name: string | null
}

export interface Queue {
  /** The customers that are left, the shown one first. */
  ahead: readonly Question[]
  answered: number
  later: number
  /** Customers that have been shown; they do not come back by themselves. */
  seen: ReadonlySet<string>
}

export const openQueue = (questions: readonly Question[]): Queue => ({
  ahead: questions,
  answered: 0,
  later: 0,
  seen: new Set(),
})

export type QueueEvent =
  /** The shown customer was answered, or answered elsewhere, or left for later. */
  | { kind: 'answered' | 'gone' | 'later' }
  /** An answer was taken back before it was sent: its customer is shown again. */
  | { kind: 'taken back'; question: Question }
  /** An answer was not stored: its customer comes up again after the shown one. */
  | { kind: 'failed'; question: Question }
  /** The answer was given elsewhere first. */
  | { kind: 'answered elsewhere' }
  /** The list was read again. */
  | { kind: 'read'; questions: readonly Question[] }

export function after(queue: Queue, event: QueueEvent): Queue {
  const [shown, ...rest] = queue.ahead
  switch (event.kind) {
    case 'answered':
    case 'later':
    case 'gone':
      return shown
        ? {
            ahead: rest,
            answered: queue.answered + (event.kind === 'answered' ? 1 : 0),
            later: queue.later + (event.kind === 'later' ? 1 : 0),
            seen: new Set([...queue.seen, shown.id]),
          }
        : queue
    case 'taken back':
      return {
        ...queue,
        ahead: [event.question, ...queue.ahead],
        answered: queue.answered - 1,
      }
    case 'failed':
      return {
        ...queue,
        ahead: shown ? [shown, event.question, ...rest] : [event.question],
        answered: queue.answered - 1,
      }
    case 'answered elsewhere':
      return { ...queue, answered: queue.answered - 1 }
    case 'read': {
      const ids = new Set(event.questions.map(({ id }) => id))
      const known = new Set([...queue.ahead.map(({ id }) => id), ...queue.seen])
      // The shown customer stays, and one that came back after a failure does too.
      const kept = rest.filter(({ id }) => ids.has(id) || queue.seen.has(id))
      const fresh = event.questions.filter(({ id }) => !known.has(id))
      return { ...queue, ahead: [...(shown ? [shown] : []), ...kept, ...fresh] }
    }
  }
}

/** Returns the shown customer's place, such as "3 av 67". */
export function placeIn({ ahead, answered, later }: Queue): string {
  const before = answered + later
  return text.place(before + 1, before + ahead.length)
}

export type KeyAct =
  { act: 'choose'; value: string } | { act: 'confirm' } | { act: 'later' } | { act: 'back' } | null

/** Returns what a key does in the queue; without candidates while they are not shown. */
export function actOfKey(key: string, candidates: Choice['candidates'] | null): KeyAct {
  const pressed = key.toLowerCase()
  if (pressed === 'u') return { act: 'back' }
  if (pressed === 's') return { act: 'later' }
  if (candidates === null) return null
  if (pressed === 'enter') return { act: 'confirm' }
  if (pressed === 'n') return { act: 'choose', value: NEW_CONTACT }
  const candidate = /^[1-9]$/.test(pressed) ? candidates[Number(pressed) - 1] : undefined
  return candidate ? { act: 'choose', value: String(candidate.contactId) } : null
}

/** Returns why the draft of an answer that has been sent cannot be undone; null if it can. */
export function whyNotUndone(transfer: Transfer): string | null {
  if (actsOn(transfer).undo) return null
  const { status, fikenInvoiceNumber } = transfer
  if (fikenInvoiceNumber !== null || isInvoiced(transfer))
    return text.isInvoiced(fikenInvoiceNumber ?? '')
  return status === 'queued' || status === 'processing' ? text.isRunning : text.noDraft
}
