import { formatKroner } from '#shared/money'
import type { Overruled } from '#shared/transfer-status'

export interface Subject {
  /** The title of the job, for example "Jobb #1003". */
  job: string
  /** The gross amount in øre; null when unknown. */
  amount: number | null
}

const ANYWAY = 'Overfør likevel'

export function questionText(
  what: Overruled,
  { job, amount }: Subject,
): { title: string; why: string; confirm: string } {
  const sum = amount === null ? 'Jobben' : `Jobben på ${formatKroner(amount)}`
  switch (what) {
    case 'paid':
      return {
        title: `${job} er allerede betalt. Overføre likevel?`,
        why: `${sum} er betalt i ServiceM8. Overføres den, kan kunden bli krevd to ganger, med mindre du fører innbetalingen på fakturaen i Fiken.`,
        confirm: ANYWAY,
      }
    case 'unapproved':
      return {
        title: `${job} er ikke godkjent. Overføre likevel?`,
        why: `${sum} er ikke godkjent for fakturering i ServiceM8. Godkjennes den der, overføres den av seg selv.`,
        confirm: ANYWAY,
      }
    case 'collective':
      return {
        title: `Ta ${job} ut av samlefakturaen?`,
        why: `${sum} venter på kundens samlefaktura. Overføres den for seg, blir den fakturert alene.`,
        confirm: 'Overfør for seg',
      }
    case 'address_missing':
      return {
        title: `Overføre ${job} uten adresse?`,
        why: 'Fakturaen får verken kundens adresse eller organisasjonsnummer.',
        confirm: ANYWAY,
      }
    case 'sent_before':
      return {
        title: `${job} kan være overført før. Overføre likevel?`,
        why: `I Fiken ligger allerede et utkast eller en faktura med samme jobbnummer. Er det av denne jobben, blir kunden krevd to ganger.`,
        confirm: ANYWAY,
      }
  }
}
