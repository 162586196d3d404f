import type { Transfer } from '#shared/contracts/transfers/row'
import { jobTitle } from '#shared/transfer-display'

/** The dialog's title and the question's transfer; its other texts are loaded when it opens. */
export interface Asked {
  transfer: string
  title: string
}

export function askedOf({
  id,
  servicem8Data,
  servicem8JobId,
}: Pick<Transfer, 'id' | 'servicem8Data' | 'servicem8JobId'>): Asked {
  return { transfer: id, title: `Hvem er kunden på ${jobTitle(servicem8Data, servicem8JobId)}?` }
}

export function askedAbout(customer: string, transfer: string): Asked {
  return { transfer, title: `Hvem skal faktureres for ${customer}?` }
}
