import type { Page } from '../http/pages.ts'
import type { Access } from './access.ts'
import { parseCreditNote } from './parse.ts'
import type { CreditNote } from './types.ts'

/** Read only: who credits does so in Fiken. */
export interface CreditNotes {
  list(options?: {
    /** Issue date, yyyy-mm-dd, included. */
    from?: string
    customerId?: number
    signal?: AbortSignal
  }): AsyncIterable<Page<CreditNote>>
  get(creditNoteId: number, signal?: AbortSignal): Promise<CreditNote>
}

export function createCreditNotes(access: Access, root: string): CreditNotes {
  const path = `${root}/creditNotes`
  return {
    list: ({ from, customerId, signal } = {}) =>
      access.pages(path, { issueDateGe: from, customerId }, parseCreditNote, signal),
    get: async (creditNoteId, signal) =>
      parseCreditNote(
        (await access.send({ method: 'GET', path: `${path}/${creditNoteId}`, signal })).body,
      ),
  }
}
