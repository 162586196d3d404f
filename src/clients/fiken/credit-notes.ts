import type { Page } from '../http/pages.ts'
import type { Access } from './access.ts'
import { parseCreditNote } from './parse.ts'
import type { CreditNote } from './types.ts'

/** Read-only access to credit notes, which users create in Fiken. */
export interface CreditNotes {
  list(options?: {
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
