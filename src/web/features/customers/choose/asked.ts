import type { Transfer } from '#shared/contracts/transfers/row'
import { jobTitle } from '#shared/transfer-display'
import { text } from './text.ts'

export interface Asked {
  transfer: string
  title: string
}

export function askedOf({
  id,
  servicem8Data,
  servicem8JobId,
}: Pick<Transfer, 'id' | 'servicem8Data' | 'servicem8JobId'>): Asked {
  return { transfer: id, title: text.title(jobTitle(servicem8Data, servicem8JobId)) }
}

export function askedAbout(customer: string, transfer: string): Asked {
  return { transfer, title: text.titleOf(customer) }
}
