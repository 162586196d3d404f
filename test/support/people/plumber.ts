import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { addContact } from '#sandbox/fiken/contacts'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { PLUMBER } from '#sandbox/seed/plumber'
import { seededUuid } from '#sandbox/seed/put'
import { addJob, type NewJobLine } from '#sandbox/servicem8/workshop'
import type {
  FikenCompany,
  Sm8Account,
  StoredContact,
  StoredDraft,
  StoredInvoice,
} from '#sandbox/world/state'
import { findAccount, findCompany } from '#sandbox/world/world'
import { rowsOf } from '#server/platform/database/database'
import { saveConfiguration } from '#shared/contracts/configuration'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readTimeline, type Transfer } from '#shared/contracts/transfers/row'
import { until } from '../wait.ts'
import { untilOneOClock } from '../clock/daytime.ts'
import {
  makeReady,
  signUp,
  startWorld,
  type ReadyOptions,
  type TestWorld,
  type WorldOptions,
} from '../world/world.ts'
import type { Visitor } from './browserless.ts'

export interface Plumber {
  world: TestWorld
  vendors: TestWorld['vendors']
  person: Visitor
  account: Sm8Account
  company: FikenCompany
  later(ms: number): void
  /** Adds a contact that is a customer to the company in Fiken, today by default. */
  addCustomer(fields: CustomerFields, day?: string): StoredContact
  contactsNamed(name: string): StoredContact[]
  /** The recipient of the transfer's draft. */
  contactOf(transfer: Transfer): StoredContact | undefined
  /** Slows the clocks to a twentieth until the returned function is called; no deadline passes. */
  slowly(): () => void
}

export type CustomerFields = Partial<StoredContact> & { name: string }

export type PlumberOptions = ReadyOptions &
  Pick<WorldOptions, 'before' | 'overrides'> & {
    /** The milliseconds that the product's clock is ahead of the vendors'; negative when behind. */
    skewMs?: number
  }

export const DAY_MS = 86_400_000
const SLOWER = 20

/** Starts a world with the plumber set up and both clocks starting at 13:00 UTC. */
export async function startPlumber({
  before,
  overrides,
  skewMs = 0,
  ...options
}: PlumberOptions = {}): Promise<Plumber> {
  let ahead = untilOneOClock()
  let slowSince: number | null = null
  const lost = () => (slowSince === null ? 0 : (Date.now() - slowSince) * (1 - 1 / SLOWER))
  const now = () => Date.now() - Math.floor(lost()) + ahead
  const sleep = (ms: number, signal?: AbortSignal) =>
    pause(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
  const clock = { now: () => now() + skewMs, sleep }
  const world = await startWorld({
    sandbox: { now },
    overrides: { clock, ...overrides },
    ...(before ? { before } : {}),
  })
  const person = await signUp(world)
  await makeReady(world, person, options)
  const account = findAccount(world.vendors, PLUMBER)
  const company = findCompany(world.vendors, options.slug ?? 'fjordvik-ror-as')
  if (!account || !company) throw new Error('the seeded world has no plumber')
  const later = (ms: number) => {
    ahead += ms
  }
  const slowly = () => {
    slowSince ??= Date.now()
    return () => {
      ahead -= Math.floor(lost())
      slowSince = null
    }
  }
  return {
    world,
    vendors: world.vendors,
    person,
    account,
    company,
    later,
    slowly,
    addCustomer: (fields, day) =>
      addContact(world.vendors, company, { customer: true, ...fields }, day),
    contactsNamed: (name) => company.contacts.filter((contact) => contact.name === name),
    contactOf: (transfer) => {
      const { customerId } = draftOf({ company }, transfer)
      return company.contacts.find(({ contactId }) => contactId === customerId)
    },
  }
}

/** Activates the integration; jobs completed in the last `days` days are transferred. */
export async function countFrom({ world, person }: Plumber, days: number): Promise<void> {
  const activatedAt = new Date(world.vendors.now() - days * DAY_MS).toISOString()
  await person.call(saveConfiguration, { body: { isActive: true, activatedAt } })
}

/** Returns the UUID of a seeded job by its key, e.g. "blandet mva". */
export function jobNamed(key: string): string {
  return seededUuid(PLUMBER, 'job', key)
}

/** Sends a webhook about the job, as ServiceM8 does when the job is completed. */
export function ring({ world, account }: Plumber, jobUuid: string): void {
  if (world.sandbox.webhooks.again(account.uuid, jobUuid, 1) === 0)
    throw new Error('nobody listens for jobs')
}

const AT_REST = ['pending', 'completed', 'failed']

export async function inboxEmpty({ world }: Pick<Plumber, 'world'>): Promise<void> {
  await world.sandbox.webhooks.idle()
  const { db } = world.product.platform
  const open = () =>
    rowsOf<{ id: unknown }>(
      db,
      sql`select id from webhook_events where not processed and object_id is not null limit 1`,
    )
  await until('every ping to be looked at', async () => (await open()).length === 0)
}

/**
 * Waits until the job's transfer is completed, failed or waiting for the user.
 * @param since an earlier updatedAt, which the transfer must have passed
 */
export function atRest(
  { person }: Pick<Plumber, 'person'>,
  jobUuid: string,
  since = '',
): Promise<Transfer> {
  return until(`the transfer of job ${jobUuid} to come to rest`, async () => {
    const rows = await person.call(listTransfers, { query: { limit: 500 } })
    const row = rows.find((each) => each.servicem8JobId === jobUuid)
    if (row && AT_REST.includes(row.status) && row.updatedAt > since) return row
    throw new Error(
      row ? `It stands at ${JSON.stringify(row)}` : `${rows.length} other jobs have one`,
    )
  })
}

export async function transferred(plumber: Plumber, jobUuid: string): Promise<Transfer> {
  ring(plumber, jobUuid)
  return atRest(plumber, jobUuid)
}

/**
 * Returns the transfer's draft in Fiken, with the recipient's name.
 * @throws when there is no draft
 */
export function draftOf(
  { company }: Pick<Plumber, 'company'>,
  transfer: Transfer,
): StoredDraft & { recipient: string } {
  const draft = company.drafts.find((one) => String(one.draftId) === transfer.fikenInvoiceDraftId)
  if (!draft) {
    throw new Error(
      `The transfer is ${transfer.status} (${transfer.errorCode}: ${transfer.errorMessage}) and has no draft`,
    )
  }
  const contact = company.contacts.find((one) => one.contactId === draft.customerId)
  return { ...draft, recipient: contact?.name ?? '' }
}

/** Returns the stored draft itself, which tests change. */
export function storedDraft(
  { company }: Pick<Plumber, 'company'>,
  row: Pick<Transfer, 'fikenDraftUuid'> | undefined,
): StoredDraft {
  const draft = company.drafts.find(({ uuid }) => uuid === row?.fikenDraftUuid)
  if (!draft) throw new Error('the draft is not in Fiken')
  return draft
}

/** Books the transfer's draft as a user does in Fiken, who can do so without a verified account. */
export function bookByHand(plumber: Plumber, row: Transfer | undefined): StoredInvoice {
  const { vendors, company } = plumber
  company.invoiceCounter ??= 10_000
  const bankAccountNumber = company.bankAccounts[0]?.bankAccountNumber ?? ''
  if (!company.verifiedBankAccounts.includes(bankAccountNumber))
    company.verifiedBankAccounts.push(bankAccountNumber)
  const draft = Object.assign(storedDraft(plumber, row), { bankAccountNumber })
  return bookDraft(vendors, company, draft, draft.issueDate ?? '')
}

/** Returns the draft's lines: text, quantity, unit price in øre, VAT type and account. */
export function linesOf(draft: StoredDraft): unknown[][] {
  return draft.lines.map((line) => [
    line.description,
    line.quantity,
    line.unitPrice,
    line.vatType,
    line.incomeAccount,
  ])
}

/** Returns the timeline's texts without entries of single requests, with plain spaces. */
export async function storyOf(
  { person }: Pick<Plumber, 'person'>,
  transfer: Transfer,
): Promise<string[]> {
  const timeline = await person.call(readTimeline, { params: { id: transfer.id } })
  return timeline
    .filter((entry) => entry.kind !== 'call')
    .map((entry) => entry.text.replace(/\u00a0/g, ' '))
}

export interface CompletedJob {
  client?: string
  /** The billing address on the job; the client's own address when absent. */
  billingAddress?: string
  fields?: Record<string, unknown>
  lines?: NewJobLine[]
}

/** Adds a completed job, with one hour of work by default. Returns its UUID. */
export function completeNewJob(
  { world, account }: Pick<Plumber, 'account'> & { world: Pick<TestWorld, 'vendors'> },
  job: CompletedJob,
): string {
  const client = job.client === undefined ? undefined : clientNamed(account, job.client)
  const fields = {
    status: 'Completed',
    company_uuid: client?.uuid ?? '',
    job_address: client?.address ?? '',
    billing_address: job.billingAddress ?? client?.billing_address ?? '',
    job_description: 'Utført etter avtale',
    ...job.fields,
  }
  return addJob(
    world.vendors,
    account,
    fields,
    job.lines ?? [{ name: 'Arbeid', displayed_amount: '800.0000' }],
  )
}

export function clientNamed(
  account: Sm8Account,
  name: string,
): Sm8Account['tables']['company'][string] {
  const client = Object.values(account.tables.company).find((one) => one.name === name)
  if (!client) throw new Error(`ServiceM8 has no client ${name}`)
  return client
}

export function rateOf(account: Sm8Account, percent: number): string {
  const rate = Object.values(account.tables.taxrate).find((one) => Number(one.amount) === percent)
  if (!rate) throw new Error(`ServiceM8 has no rate of ${percent} %`)
  return rate.uuid
}
