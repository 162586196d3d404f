import { ExternalError } from '../http/external-error.ts'
import type { NumberedPage, Page } from '../http/pages.ts'
import { given } from './access.ts'
import type { Access, SendOptions } from './access.ts'
import { parseDraft, parseSentDraft } from './parse.ts'
import type { DraftContent, DraftLine, InvoiceDraft, NewDraft } from './types.ts'
import type { WireDraftLine, WireDraftRequest } from './wire.ts'

export interface Drafts {
  /** Returns the draft with the given uuid, or null; reliable even if Fiken ignores the filter. */
  findByUuid(uuid: string, signal?: AbortSignal): Promise<InvoiceDraft | null>
  list(options?: {
    orderReference?: string
    signal?: AbortSignal
  }): AsyncIterable<Page<InvoiceDraft>>
  page(number: number, signal?: AbortSignal): Promise<NumberedPage<InvoiceDraft>>
  /**
   * Reads a draft. Throws `not_found` when the draft has been deleted or issued; search the
   * invoices by the draft's uuid to find out which.
   */
  get(draftId: number, signal?: AbortSignal): Promise<InvoiceDraft>
  /**
   * Creates a draft and returns its id. Throws `unknown_outcome` after a timeout, a 5xx or a
   * response without an id; then look up the draft's uuid. Fiken responds with 500 to a uuid it
   * already has, so the draft might exist.
   */
  create(draft: NewDraft, options?: SendOptions): Promise<number>
  update(draftId: number, draft: NewDraft, options?: SendOptions): Promise<void>
  /** Deletes a draft. Throws `not_found` when the draft has already been deleted or issued. */
  remove(draftId: number): Promise<void>
  /**
   * Turns the draft into a numbered and booked invoice, which cannot be undone. The response's
   * Location is not used: look up the invoice by the draft's uuid.
   */
  createInvoice(draftId: number, options?: SendOptions): Promise<void>
}

export function createDrafts(access: Access, root: string): Drafts {
  const path = `${root}/invoices/drafts`
  return {
    findByUuid: (uuid, signal) =>
      access.findByUuid(
        path,
        { uuid },
        (row) => row.requiredText('uuid'),
        uuid,
        parseDraft,
        signal,
      ),
    list: ({ orderReference, signal } = {}) =>
      access.pages(path, { orderReference }, parseDraft, signal),
    page: (number, signal) => access.page(path, {}, number, parseDraft, signal),
    get: async (draftId, signal) =>
      parseDraft((await access.send({ method: 'GET', path: `${path}/${draftId}`, signal })).body),
    create: (draft, options) => access.create(path, written(draft), options),
    async update(draftId, draft, { beforeSend } = {}) {
      await access.send({
        method: 'PUT',
        path: `${path}/${draftId}`,
        json: written(draft),
        safe: true,
        beforeSend,
      })
    },
    async remove(draftId) {
      await access.send({ method: 'DELETE', path: `${path}/${draftId}` })
    },
    async createInvoice(draftId, { beforeSend } = {}) {
      await access.send({ method: 'POST', path: `${path}/${draftId}/createInvoice`, beforeSend })
    },
  }
}

/**
 * Returns the content that Fiken should return for a draft we sent, provided that Fiken fills in
 * nothing more.
 */
export function contentOfSent(draft: NewDraft): DraftContent {
  return parseSentDraft(written(draft))
}

function written(draft: NewDraft): WireDraftRequest {
  return given({
    type: 'invoice',
    uuid: draft.uuid,
    customerId: draft.customerId,
    issueDate: draft.issueDate,
    daysUntilDueDate: draft.daysUntilDueDate,
    invoiceText: draft.invoiceText,
    yourReference: draft.yourReference,
    ourReference: draft.ourReference,
    orderReference: draft.orderReference,
    // Fiken silently ignores bankAccountCode on drafts, so the account's number is sent.
    bankAccountNumber: draft.bankAccountNumber,
    currency: draft.currency,
    lines: draft.lines.map(writtenLine),
  } satisfies WireDraftRequest)
}

function writtenLine(line: DraftLine): WireDraftLine {
  return given({
    productId: line.productId,
    description: line.description,
    quantity: quantityOf(line.quantity),
    unitPrice: line.unitPrice,
    vatType: line.vatType.toUpperCase(),
    incomeAccount: line.incomeAccount,
    comment: line.comment,
  } satisfies WireDraftLine)
}

const MOST_DIGITS = 15

/**
 * Converts a decimal string to the number that JSON writes with the same digits.
 * @throws ExternalError invalid when the string is not a number, or has more digits than a JSON
 * number keeps
 */
export function quantityOf(text: string): number {
  const digits = text.replace(/^-?0*|\D/g, '')
  if (/^-?\d+(\.\d+)?$/.test(text) && digits.length <= MOST_DIGITS) return Number(text) || 0
  throw new ExternalError({
    vendor: 'fiken',
    kind: 'invalid',
    doing: 'writing a draft line',
    details: `quantity ${text}`,
  })
}
