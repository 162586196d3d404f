import * as z from 'zod/mini'
import type { CauseCode } from '../../causes/index.ts'
import { endpoint } from '../../contract.ts'
import { storedCode } from '../../fields.ts'
import { byId } from './row.ts'

/** The draft of one transfer as it was sent, or as it would be now. Amounts are øre. */

export const previewLine = z.object({
  /** The line's position on the transfer, for the line calls. Null when it cannot be left out. */
  index: z.nullable(z.int()),
  uuid: z.string(),
  description: z.string(),
  comment: z.string(),
  /** Decimal text. */
  quantity: z.string(),
  unitPrice: z.int(),
  /** Net, VAT and gross as Fiken computes them; null on a line that cannot be built. */
  net: z.nullable(z.int()),
  vat: z.nullable(z.int()),
  gross: z.nullable(z.int()),
  /** The line's sum as ServiceM8 shows it. */
  shown: z.nullable(z.int()),
  vatName: z.nullable(z.string()),
  /** Percent, decimal text. */
  vatPercent: z.nullable(z.string()),
  account: z.nullable(z.string()),
  leftOut: z.boolean(),
})
export type PreviewLine = z.infer<typeof previewLine>

/** `deposit`, `replaces`: the job gets a draft of its own, whatever its customer's others do. */
type PreviewCode = CauseCode | 'deposit' | 'replaces'

/** Problems that stop a draft, in Norwegian. */
export const previewProblems = z.array(
  z.object({ code: storedCode<PreviewCode>(), title: z.string(), message: z.string() }),
)

export const transferPreview = z.object({
  /**
   * `planned`: as it would be now · `sent`: as it was sent · `invoiced`: sent, and since invoiced.
   */
  state: z.enum(['planned', 'sent', 'invoiced']),
  /** When ServiceM8 was asked for a plan; null when it failed, and the job is as last fetched. */
  fetchedAt: z.nullable(z.string()),
  /** Our own company, as Fiken has it; null when it has not been read. */
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
   * Net and VAT for each rate, the highest first; they add up to the sums. Empty when nothing is
   * built, or when Fiken's sums differ from ours.
   */
  rates: z.array(z.object({ percent: z.string(), net: z.int(), vat: z.int() })),
  /**
   * The job's total in ServiceM8, the parts of it that are left out and deducted for a deposit, and
   * the draft's excess (negative: shortfall) over the rest.
   */
  theirTotal: z.nullable(z.int()),
  leftOutGross: z.int(),
  depositGross: z.int(),
  difference: z.nullable(z.int()),
  /** Norwegian sentences: the reason for a difference, and other notes. */
  notes: z.array(z.string()),
  problems: previewProblems,
  /** True when lines may be left out and put back. */
  editable: z.boolean(),
})
export type TransferPreview = z.infer<typeof transferPreview>

export const readPreview = endpoint({
  method: 'GET',
  path: '/api/transfers/:id/preview',
  access: 'user',
  summary: 'Utkastet slik det ble sendt, eller slik det ville blitt nå',
  params: byId,
  answer: z.extend(transferPreview, {
    /** Both addresses of a client that has moved: its contact's in Fiken, and ServiceM8's. */
    moved: z.nullable(z.object({ inFiken: z.string(), inServiceM8: z.string() })),
  }),
})

export const moveContact = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/contact-address',
  access: 'user',
  changes: ['transfers', 'customers'],
  summary: 'Gi kunden i Fiken adressen fra ServiceM8',
  params: byId,
  answer: z.object({ message: z.string() }),
})

/** Returns the page of a draft in Fiken, by its numeric id. */
export const readDraftUuid = endpoint({
  method: 'GET',
  path: '/api/fiken/draft-uuid/:draftId',
  access: 'user',
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
