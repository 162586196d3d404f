import { isExternalError } from '../http/external-error.ts'
import type { NumberedPage, Page } from '../http/pages.ts'
import { readRow } from '../http/row.ts'
import type { Row } from '../http/row.ts'
import type { Access } from './access.ts'
import { parseInvoice, parseInvoiceWithLines } from './parse.ts'
import type { Invoice, InvoiceWithLines } from './types.ts'

export interface InvoiceListOptions {
  /** The date (yyyy-mm-dd, included) since which the invoices have changed. */
  modifiedSince?: string
  /** The first and last issue date (yyyy-mm-dd, both included). */
  from?: string
  to?: string
  dueFrom?: string
  dueTo?: string
  settled?: boolean
  customerId?: number
  orderReference?: string
  signal?: AbortSignal
}

/**
 * Access to issued invoices. Invoices are only made from drafts, because Fiken refuses a repeated
 * draft uuid but not a repeated invoice uuid.
 */
export interface Invoices {
  /**
   * Returns the invoice made from the draft with the given uuid, or null; reliable even if Fiken
   * ignores the filter.
   */
  findByDraftUuid(uuid: string, signal?: AbortSignal): Promise<Invoice | null>
  list(options?: InvoiceListOptions): AsyncIterable<Page<Invoice>>
  page(number: number, signal?: AbortSignal): Promise<NumberedPage<Invoice>>
  get(invoiceId: number, signal?: AbortSignal): Promise<Invoice>
  /** Returns an invoice with its lines. Throws when a line cannot be read. */
  getWithLines(invoiceId: number, signal?: AbortSignal): Promise<InvoiceWithLines>
  /**
   * Returns the last invoice number used (the next invoice gets one more); null without a number
   * series.
   */
  counter(signal?: AbortSignal): Promise<number | null>
}

export function createInvoices(access: Access, root: string): Invoices {
  const path = `${root}/invoices`
  return {
    findByDraftUuid: (uuid, signal) =>
      access.findByUuid(path, { invoiceDraftUuid: uuid }, draftUuidOf, uuid, parseInvoice, signal),
    list: ({
      modifiedSince,
      from,
      to,
      dueFrom,
      dueTo,
      settled,
      customerId,
      orderReference,
      signal,
    } = {}) =>
      access.pages(
        path,
        {
          lastModifiedGe: modifiedSince,
          issueDateGe: from,
          issueDateLe: to,
          dueDateGe: dueFrom,
          dueDateLe: dueTo,
          settled,
          customerId,
          orderReference,
        },
        parseInvoice,
        signal,
      ),
    page: (number, signal) => access.page(path, {}, number, parseInvoice, signal),
    get: async (invoiceId, signal) =>
      parseInvoice(
        (await access.send({ method: 'GET', path: `${path}/${invoiceId}`, signal })).body,
      ),
    getWithLines: async (invoiceId, signal) =>
      parseInvoiceWithLines(
        (await access.send({ method: 'GET', path: `${path}/${invoiceId}`, signal })).body,
      ),
    async counter(signal) {
      try {
        const { body } = await access.send({ method: 'GET', path: `${path}/counter`, signal })
        return readRow('fiken', 'counter', body).integer('value')
      } catch (error) {
        if (isExternalError(error, 'not_found', 'conflict')) return null
        throw error
      }
    },
  }
}

/**
 * Returns the uuid of the draft an invoice was made from; "" for an invoice without a draft.
 * @throws ExternalError bad_answer for a row without an id
 */
function draftUuidOf(row: Row): string {
  row.integer('invoiceId')
  return row.text('invoiceDraftUuid')
}
