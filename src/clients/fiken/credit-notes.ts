import type { Page } from '../http/pages.ts'
import type { Access } from './access.ts'
import { parseCreditNote } from './parse.ts'
import type { CreditNote } from './types.ts'

/** Credit notes, read only: users create them in Fiken. */
export interface CreditNotes {
  list(options?: {
    /** Earliest issue date (yyyy-mm-dd), included. */
    from?: string
    customerId?: number
    signal?: AbortSignal
  }): AsyncIterable<Page<CreditNote>>
}

export function createCreditNotes(access: Access, root: string): CreditNotes {
  return {
    list: ({ from, customerId, signal } = {}) =>
      access.pages(
        `${root}/creditNotes`,
        { issueDateGe: from, customerId },
        parseCreditNote,
        signal,
      ),
  }
}
