import type { FikenClient, FikenCompany } from '#clients/fiken/client'
import type { Company, VatType } from '#clients/fiken/types'
import { idOf } from '#clients/fiken/access'
import { today as todayInOslo } from '#shared/dates'
import { MARK, type Undo, type VendorLab } from '../lab.ts'
import { brief, type Raw, type RawAnswer } from '../wire.ts'
import type { Clock } from '#clients/http/transport'

/** The request body of a draft, with Fiken's own field names. */
export type DraftBody = Record<string, unknown> & { uuid: string }

export interface FikenLab extends VendorLab {
  client: FikenClient
  company: FikenCompany
  info: Company
  /** Another test company of the same user; null if there is none. */
  otherSlug: string | null
  /** Sends requests below the test company's /companies/{slug}. */
  raw: Raw
  /** Sends requests below the API's root. */
  rawApi: Raw
  today: () => string
  /** Returns the shared contact, created at the first call and deleted at the end. */
  customer: () => Promise<number>
  /** Returns the day on which the shared contact was created, yyyy-mm-dd. */
  customerSince: () => Promise<string>
  /** Returns a line of `unitPrice` øre with the company's ordinary VAT. */
  line: (unitPrice: number, more?: Record<string, unknown>) => Record<string, unknown>
  /** Returns the body of a draft for the customer, without sending it. */
  draftBody: (more?: Record<string, unknown>) => Promise<DraftBody>
  /**
   * Creates a draft, which is deleted at the end.
   * @throws Error when Fiken refuses the draft
   */
  draft: (more?: Record<string, unknown>) => Promise<{ draftId: number; uuid: string }>
  /** Sends a draft that Fiken can refuse; an accepted draft is deleted at the end. */
  tryDraft: (body: DraftBody, raw?: Raw) => Promise<RawAnswer>
  readDraft: (draftId: number) => Promise<Record<string, unknown>>
}

const PRICED: Record<'registered' | 'not', { vatType: VatType; incomeAccount: string }> = {
  registered: { vatType: 'HIGH', incomeAccount: '3000' },
  not: { vatType: 'OUTSIDE', incomeAccount: '3200' },
}

export function fikenLab(
  base: VendorLab & Pick<FikenLab, 'client' | 'info' | 'otherSlug' | 'raw' | 'rawApi'>,
  { undo, clock }: { undo: Undo; clock: Clock },
): FikenLab {
  const company = base.client.company(base.info.slug)
  const priced = PRICED[base.info.vatRegistered ? 'registered' : 'not']
  const today = () => todayInOslo(new Date(clock.now()))
  let customer: Promise<{ contactId: number; since: string }> | null = null
  const sharedCustomer = () => (customer ??= makeCustomer())

  const lab: FikenLab = {
    ...base,
    company,
    today,
    customer: async () => (await sharedCustomer()).contactId,
    customerSince: async () => (await sharedCustomer()).since,
    line: (unitPrice, more = {}) => ({
      description: MARK,
      quantity: 1,
      unitPrice,
      ...priced,
      ...more,
    }),
    draftBody: async (more = {}) => ({
      type: 'invoice',
      uuid: crypto.randomUUID(),
      customerId: await lab.customer(),
      issueDate: today(),
      daysUntilDueDate: 14,
      ourReference: MARK,
      lines: [lab.line(10_000)],
      ...more,
    }),
    async draft(more) {
      const body = await lab.draftBody(more)
      const answer = await lab.tryDraft(body)
      const draftId = idOf(answer.headers.get('location'))
      if (answer.status !== 201 || draftId === null)
        throw new Error(`a draft was not taken: ${brief(answer)}`)
      return { draftId, uuid: body.uuid }
    },
    async tryDraft(body, raw = base.raw) {
      const answer = await raw('POST', '/invoices/drafts', { json: body })
      const draftId = idOf(answer.headers.get('location'))
      if (answer.status === 201 && draftId !== null)
        undo.later(`draft ${draftId} in Fiken`, () =>
          gone(raw('DELETE', `/invoices/drafts/${draftId}`)),
        )
      return answer
    },
    async readDraft(draftId) {
      const answer = await base.raw('GET', `/invoices/drafts/${draftId}`)
      if (answer.status !== 200) throw new Error(`the draft cannot be read: ${brief(answer)}`)
      return answer.json as Record<string, unknown>
    },
  }
  return lab

  async function makeCustomer(): Promise<{ contactId: number; since: string }> {
    const since = today()
    const contactId = await company.contacts.create({ name: MARK })
    undo.later(`contact ${contactId} in Fiken`, () =>
      gone(base.raw('DELETE', `/contacts/${contactId}`)),
    )
    return { contactId, since }
  }
}

/**
 * Waits for a deletion. Inactive records, whose history Fiken keeps, count as deleted.
 * @throws Error if the record was neither deleted nor already gone
 */
export async function gone(asked: Promise<RawAnswer>): Promise<void> {
  const answer = await asked
  if (![200, 204, 404].includes(answer.status)) throw new Error(brief(answer))
}
