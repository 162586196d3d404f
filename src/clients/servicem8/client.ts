import { allRows } from '../http/pages.ts'
import type { Page } from '../http/pages.ts'
import { createTransport } from '../http/transport.ts'
import type { TransportOptions } from '../http/transport.ts'
import { ExternalError } from '../http/external-error.ts'
import { accessTo, pathOf, retryAfterOf, sameUuid } from './access.ts'
import { editedSince, equals } from './filter.ts'
import type { ListOptions } from './filter.ts'
import { createJobParts, inTheirOrder } from './job-parts.ts'
import type { JobParts } from './job-parts.ts'
import { createMaterials } from './materials.ts'
import type { Materials } from './materials.ts'
import { createAttachments } from './attachments.ts'
import type { Attachments } from './attachments.ts'
import {
  parseAccount,
  parseAttachment,
  parseCategory,
  parseClient,
  parseCompanyContact,
  parseJob,
  parseJobContact,
  parseJobLine,
  parseJobPayment,
  parseTaxRate,
} from './parse.ts'
import { DEFAULT_TIME_ZONE, isTimeZone } from './time.ts'
import type {
  Account,
  Category,
  Client,
  ClientContact,
  Job,
  JobLine,
  JobPayment,
  NewJobPayment,
  TaxRate,
} from './types.ts'
import type { WireCompany, WireJobPayment } from './wire.ts'
import { createWebhooks } from './webhooks.ts'
import type { Webhooks } from './webhooks.ts'

export interface ServiceM8Options extends Pick<
  TransportOptions,
  'fetch' | 'onUnauthenticated' | 'clock' | 'limiter' | 'observe' | 'userAgent' | 'maxBodyBytes'
> {
  /** The URL of the host, which has /api_1.0 and /webhook_subscriptions below it. */
  apiUrl: string
  token: () => Promise<string>
  /**
   * The account's IANA time zone, in which ServiceM8 writes all timestamps; Europe/Oslo when absent
   * or unknown.
   */
  timeZone?: string
  /** The timeout in milliseconds, 20 000 by default. */
  timeoutMs?: number
}

export type { ListOptions } from './filter.ts'

export interface JobListOptions extends ListOptions {
  status?: string
  /** A filter on active or deleted jobs. Leave it undefined to include both, as a sweep must. */
  active?: boolean
  completedAfter?: string
  /**
   * A local timestamp or date; lists only jobs completed before it, and jobs never completed (zero
   * timestamp).
   */
  completedBefore?: string
  companyUuid?: string
}

/** ServiceM8's API. Failed calls throw {@link ExternalError}; lists include deleted rows. */
export interface ServiceM8Client {
  /** Returns the ServiceM8 account. Needs the scope `vendor`. */
  account(): Promise<Account>
  jobs: {
    get(uuid: string, signal?: AbortSignal): Promise<Job>
    list(options?: JobListOptions): AsyncIterable<Page<Job>>
    /** Returns a job's lines in ServiceM8's order, removed lines included. */
    linesOf(jobUuid: string, signal?: AbortSignal): Promise<JobLine[]>
    contactsOf(jobUuid: string, signal?: AbortSignal): Promise<ClientContact[]>
    paymentsOf(jobUuid: string, signal?: AbortSignal): Promise<JobPayment[]>
  }
  jobParts: JobParts
  clients: {
    get(uuid: string, signal?: AbortSignal): Promise<Client>
    list(options?: ListOptions): AsyncIterable<Page<Client>>
    contactsOf(companyUuid: string, signal?: AbortSignal): Promise<ClientContact[]>
    /**
     * Replaces the free text of the billing address. Needs {@link CUSTOMER_SCOPE}. ServiceM8
     * requires the client's name in the request.
     */
    setBillingAddress(client: Pick<Client, 'uuid' | 'name'>, text: string): Promise<void>
  }
  clientContacts: { list(options?: ListOptions): AsyncIterable<Page<ClientContact>> }
  materials: Materials
  /** The job categories. Calls fail with 403 (forbidden) if the grant lacks read_job_categories. */
  categories: { list(signal?: AbortSignal): Promise<Category[]> }
  /** The tax rates. Calls fail with 403 (forbidden) when the grant lacks read_tax_rates. */
  taxRates: { list(signal?: AbortSignal): Promise<TaxRate[]> }
  payments: {
    list(options?: ListOptions): AsyncIterable<Page<JobPayment>>
    /**
     * Records a payment. Needs {@link PAYMENT_SCOPE}. After `unknown_outcome`, check whether our
     * uuid exists; `conflict` means that it does.
     */
    create(payment: NewJobPayment): Promise<void>
  }
  attachments: Attachments
  webhooks: Webhooks
}

export function createServiceM8(options: ServiceM8Options): ServiceM8Client {
  const { apiUrl, timeZone: zone = DEFAULT_TIME_ZONE, timeoutMs = 20_000, ...rest } = options
  const timeZone = isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
  const access = accessTo(
    createTransport({ ...rest, vendor: 'servicem8', baseUrl: apiUrl, timeoutMs, retryAfterOf }),
  )
  const job = (row: unknown) => parseJob(row, timeZone)

  /**
   * Returns the rows of one owner. The owner is compared again in case ServiceM8 ignores the
   * filter: another job's line must not be billed.
   */
  async function ownedBy<T extends { uuid: string }>(
    object: string,
    owner: string,
    uuid: string,
    parse: (row: unknown) => T,
    ownerOf: (row: T) => string,
    signal?: AbortSignal,
  ) {
    const rows = await allRows(
      access.pages(object, [{ field: owner, is: 'eq', value: uuid }], parse, signal),
    )
    const own = rows.filter((row) => sameUuid(ownerOf(row), uuid))
    return [...new Map(own.map((row) => [row.uuid, row])).values()]
  }

  const listOf =
    <T>(object: string, parse: (row: unknown) => T) =>
    ({ editedAfter, signal }: ListOptions = {}): AsyncIterable<Page<T>> =>
      access.pages(object, [editedSince(editedAfter)], parse, signal)

  return {
    async account() {
      const { body, requestId } = await access.send({ method: 'GET', path: '/api_1.0/vendor.json' })
      if (Array.isArray(body) && body.length === 1) return parseAccount(body[0])
      const details = 'not a list of exactly one account'
      throw new ExternalError({
        vendor: 'servicem8',
        kind: 'bad_answer',
        doing: 'GET /api_1.0/vendor.json',
        requestId,
        details,
      })
    },
    jobs: {
      get: async (uuid, signal) => job(await access.one('job', uuid, signal)),
      list: ({
        editedAfter,
        status,
        active,
        completedAfter,
        completedBefore,
        companyUuid,
        signal,
      } = {}) =>
        access.pages(
          'job',
          [
            editedSince(editedAfter),
            equals('status', status),
            equals('active', active === undefined ? undefined : Number(active)),
            completedAfter === undefined
              ? undefined
              : { field: 'completion_date', is: 'gt', value: completedAfter },
            completedBefore === undefined
              ? undefined
              : { field: 'completion_date', is: 'lt', value: completedBefore },
            equals('company_uuid', companyUuid),
          ],
          job,
          signal,
        ),
      async linesOf(jobUuid, signal) {
        const lines = await ownedBy(
          'jobmaterial',
          'job_uuid',
          jobUuid,
          parseJobLine,
          (line) => line.jobUuid,
          signal,
        )
        return inTheirOrder(lines)
      },
      contactsOf: (jobUuid, signal) =>
        ownedBy(
          'jobcontact',
          'job_uuid',
          jobUuid,
          parseJobContact,
          (contact) => contact.ownerUuid,
          signal,
        ),
      paymentsOf: (jobUuid, signal) =>
        ownedBy(
          'jobpayment',
          'job_uuid',
          jobUuid,
          parseJobPayment,
          (payment) => payment.jobUuid,
          signal,
        ),
    },
    jobParts: createJobParts(access),
    clients: {
      get: async (uuid, signal) => parseClient(await access.one('company', uuid, signal)),
      list: listOf('company', parseClient),
      contactsOf: (uuid, signal) =>
        ownedBy(
          'companycontact',
          'company_uuid',
          uuid,
          parseCompanyContact,
          (contact) => contact.ownerUuid,
          signal,
        ),
      async setBillingAddress({ uuid, name }, text) {
        const json = { name, billing_address: text } satisfies Partial<WireCompany>
        // The call is safe to repeat, because the values are absolute.
        await access.send({ method: 'POST', path: pathOf('company', uuid), json, safe: true })
      },
    },
    clientContacts: { list: listOf('companycontact', parseCompanyContact) },
    materials: createMaterials(access),
    categories: { list: (signal) => allRows(access.pages('category', [], parseCategory, signal)) },
    taxRates: { list: (signal) => allRows(access.pages('taxrate', [], parseTaxRate, signal)) },
    payments: {
      list: listOf('jobpayment', parseJobPayment),
      async create({ uuid, jobUuid, amount, method, note, paidAt }) {
        const json = {
          uuid,
          job_uuid: jobUuid,
          amount,
          method,
          note,
          timestamp: paidAt,
        } satisfies Partial<WireJobPayment>
        await access.send({ method: 'POST', path: pathOf('jobpayment'), json })
      },
    },
    attachments: createAttachments(access, (jobUuid, signal) =>
      ownedBy(
        'attachment',
        'related_object_uuid',
        jobUuid,
        parseAttachment,
        (attachment) => attachment.jobUuid,
        signal,
      ),
    ),
    webhooks: createWebhooks(access, timeZone),
  }
}
