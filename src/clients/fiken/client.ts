import { allRows } from '../http/pages.ts'
import { createTransport } from '../http/transport.ts'
import type { TransportOptions } from '../http/transport.ts'
import { accessTo } from './access.ts'
import { createAttachments } from './attachments.ts'
import type { Attachments } from './attachments.ts'
import { createContacts } from './contacts.ts'
import type { Contacts } from './contacts.ts'
import { createCreditNotes } from './credit-notes.ts'
import type { CreditNotes } from './credit-notes.ts'
import { createDrafts } from './drafts.ts'
import type { Drafts } from './drafts.ts'
import { createInvoices } from './invoices.ts'
import type { Invoices } from './invoices.ts'
import { parseAccount, parseBankAccount, parseCompany, parseUser } from './parse.ts'
import { createProducts } from './products.ts'
import type { Products } from './products.ts'
import type { BankAccount, Company, FikenUser, LedgerAccount } from './types.ts'

export const FIKEN_TIMEOUT_MS = 30_000

export interface FikenOptions extends Pick<
  TransportOptions,
  'fetch' | 'onUnauthenticated' | 'clock' | 'limiter' | 'observe' | 'userAgent' | 'maxBodyBytes'
> {
  /** The API's base URL, ending in /api/v2. */
  apiUrl: string
  token: () => Promise<string>
  /** The timeout in milliseconds, 30 000 by default. Must be shorter than the limiter's lease. */
  timeoutMs?: number
}

/**
 * Fiken's API. Failed calls throw {@link ExternalError}. Fiken allows one request at a time per
 * user, which the limiter must ensure across all processes.
 */
export interface FikenClient {
  user(signal?: AbortSignal): Promise<FikenUser>
  companies: {
    list(signal?: AbortSignal): Promise<Company[]>
    get(slug: string, signal?: AbortSignal): Promise<Company>
  }
  /** Returns one company's client; the slug is required because a token can reach several. */
  company(slug: string): FikenCompany
}

export interface FikenCompany {
  readonly slug: string
  /** Lists the bank accounts. Fiken leaves out inactive accounts unless `inactive` is true. */
  bankAccounts(options?: { inactive?: boolean; signal?: AbortSignal }): Promise<BankAccount[]>
  /** Lists the accounts of the current year from `from` to `to`, both included ("3000", "3999"). */
  accounts(options?: { from?: string; to?: string; signal?: AbortSignal }): Promise<LedgerAccount[]>
  contacts: Contacts
  products: Products
  drafts: Drafts
  invoices: Invoices
  creditNotes: CreditNotes
  attachments: Attachments
}

export function createFiken(options: FikenOptions): FikenClient {
  const { apiUrl, timeoutMs = FIKEN_TIMEOUT_MS, ...rest } = options
  const access = accessTo(createTransport({ ...rest, vendor: 'fiken', baseUrl: apiUrl, timeoutMs }))

  return {
    user: async (signal) =>
      parseUser((await access.send({ method: 'GET', path: '/user', signal })).body),
    companies: {
      list: (signal) => allRows(access.pages('/companies', {}, parseCompany, signal)),
      get: async (slug, signal) =>
        parseCompany(
          (
            await access.send({
              method: 'GET',
              path: `/companies/${encodeURIComponent(slug)}`,
              signal,
            })
          ).body,
        ),
    },
    company(slug) {
      const root = `/companies/${encodeURIComponent(slug)}`
      return {
        slug,
        bankAccounts: ({ inactive, signal } = {}) =>
          allRows(access.pages(`${root}/bankAccounts`, { inactive }, parseBankAccount, signal)),
        accounts: ({ from, to, signal } = {}) =>
          allRows(
            access.pages(
              `${root}/accounts`,
              { fromAccount: from, toAccount: to },
              parseAccount,
              signal,
            ),
          ),
        contacts: createContacts(access, root),
        products: createProducts(access, root),
        drafts: createDrafts(access, root),
        invoices: createInvoices(access, root),
        creditNotes: createCreditNotes(access, root),
        attachments: createAttachments(access, root),
      }
    },
  }
}
