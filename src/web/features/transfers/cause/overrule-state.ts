import { formatKroner } from '#shared/money'
import type { Overruled } from '#shared/transfer-status'

export interface Subject {
  /** "Jobb #1003" */
  job: string
  /** Øre, gross; null while it is not known. */
  amount: number | null
}

/** What a person is asked before a job is transferred that is paid or not approved. */
export function questionText(
  what: Overruled,
  { job, amount }: Subject,
): { title: string; why: string } {
  const sum = amount === null ? 'Jobben' : `Jobben på ${formatKroner(amount)}`
  return what === 'paid'
    ? {
        title: `${job} er allerede betalt. Overføre likevel?`,
        why: `${sum} er betalt i ServiceM8. Overføres den, kan kunden bli krevd to ganger, med mindre du fører innbetalingen på fakturaen i Fiken.`,
      }
    : {
        title: `${job} er ikke godkjent. Overføre likevel?`,
        why: `${sum} er ikke godkjent for fakturering i ServiceM8. Godkjennes den der, overføres den av seg selv.`,
      }
}
