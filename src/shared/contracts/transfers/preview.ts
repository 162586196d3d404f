import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { endpoint } from '../../contract.ts'
import { storedCode } from '../../fields.ts'
import { byId } from './row.ts'

/**
 * This file declares the preview of a transfer's draft as it was sent, or as it would be sent now.
 * Amounts are in øre.
 */

export const previewLine = z.object({
  /** The index for the line endpoints; null if the line cannot be left out. */
  index: z.nullable(z.int()),
  uuid: z.string(),
  description: z.string(),
  comment: z.string(),
  quantity: z.string(),
  unitPrice: z.int(),
  /** The net, VAT and gross amounts as Fiken calculates them; null if the line has an error. */
  net: z.nullable(z.int()),
  vat: z.nullable(z.int()),
  gross: z.nullable(z.int()),
  shown: z.nullable(z.int()),
  vatName: z.nullable(z.string()),
  /** The VAT percentage, as a decimal string. */
  vatPercent: z.nullable(z.string()),
  account: z.nullable(z.string()),
  leftOut: z.boolean(),
})
export type PreviewLine = z.infer<typeof previewLine>

/**
 * A cause, or the reason why the job gets a separate draft even if its customer has collective
 * drafts (`deposit` and `replaces`).
 */
type PreviewCode = CauseCode | 'deposit' | 'replaces'

export const previewProblems = z.array(
  z.object({ code: storedCode<PreviewCode>(), title: z.string(), message: z.string() }),
)

export const transferPreview = z.object({
  /**
   * The state of the draft. `planned`: as the draft would be now · `sent`: as it was sent ·
   * `invoiced`: sent, and invoiced since.
   */
  state: z.enum(['planned', 'sent', 'invoiced']),
  /**
   * The time at which the job of a planned draft was read from ServiceM8; null if reading failed
   * and the job is as last fetched.
   */
  fetchedAt: z.nullable(z.string()),
  seller: z.nullable(
    z.object({
      name: z.string(),
      organizationNumber: z.string(),
      vatRegistered: z.boolean(),
      address: z.string(),
    }),
  ),
  recipient: z.nullable(
    z.object({
      name: z.string(),
      how: z.string(),
      address: z.string(),
      email: z.string(),
      organizationNumber: z.string(),
    }),
  ),
  head: z.nullable(
    z.object({
      issueDate: z.string(),
      daysUntilDueDate: z.int(),
      dueDate: z.string(),
      invoiceText: z.string(),
      yourReference: z.string(),
      ourReference: z.string(),
      orderReference: z.string(),
      bankAccountNumber: z.string(),
    }),
  ),
  lines: z.array(previewLine),
  net: z.nullable(z.int()),
  vat: z.nullable(z.int()),
  gross: z.nullable(z.int()),
  /**
   * The net and VAT amounts for each VAT rate, the highest rate first; they add up to the draft's
   * totals. Empty if there is no draft, or Fiken's totals differ from ours.
   */
  rates: z.array(z.object({ percent: z.string(), net: z.int(), vat: z.int() })),
  /**
   * The job's total in ServiceM8. `leftOutGross` and `depositGross` are the parts left out and
   * deducted for a deposit; `difference` is how much the draft is above (negative: below) the rest.
   */
  theirTotal: z.nullable(z.int()),
  leftOutGross: z.int(),
  depositGross: z.int(),
  difference: z.nullable(z.int()),
  notes: z.array(z.string()),
  problems: previewProblems,
  editable: z.boolean(),
})
export type TransferPreview = z.infer<typeof transferPreview>

export const readPreview = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/preview',
  access: 'user',
  act: 'read',
  summary: 'Utkastet slik det ble sendt, eller slik det ville blitt nå',
  params: byId,
  answer: z.extend(transferPreview, {
    /** The old and the new address of a client that has moved. */
    moved: z.nullable(z.object({ inFiken: z.string(), inServiceM8: z.string() })),
  }),
})

export const moveContact = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/contact-address',
  access: 'user',
  act: 'transfers',
  changes: ['transfers', 'customers'],
  summary: 'Gi kunden i Fiken adressen fra ServiceM8',
  params: byId,
  answer: z.object({ message: z.string() }),
})

export const readDraftUuid = endpoint({
  method: 'GET',
  path: '/api/fiken/draft-uuid/:draftId',
  access: 'user',
  act: 'read',
  summary: 'Nettadressens id for et utkast i Fiken',
  params: z.object({
    draftId: z.string().check(z.regex(/^\d{1,18}$/, 'Bare numeriske utkast-id-er slås opp')),
  }),
  query: z.object({ t: z.optional(z.string()) }),
  answer: z.object({
    success: z.boolean(),
    uuid: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
})
