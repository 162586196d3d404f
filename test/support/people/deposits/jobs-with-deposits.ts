import { addContact } from '#sandbox/fiken/contacts'
import { invoiceDeposit, type DepositLine } from '#sandbox/fiken/invoicing'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { creditInFull } from '#sandbox/fiken/sales'
import type { NewJobLine } from '#sandbox/servicem8/workshop'
import { localDate } from '#sandbox/world/local-time'
import type {
  FikenCompany,
  Sm8Account,
  StoredCreditNote,
  StoredDraft,
  StoredInvoice,
} from '#sandbox/world/state'
import { saveConfiguration } from '#shared/contracts/configuration'
import { startTransfer } from '#shared/contracts/transfers/actions'
import { chooseDeposit, readDeposit } from '#shared/contracts/transfers/deposits'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { until } from '../../wait.ts'
import type { TestWorld } from '../../world/world.ts'
import type { Visitor } from '../browserless.ts'
import { clientNamed, completeNewJob } from '../plumber.ts'
import type { Customer } from '../tenants.ts'

export interface Owner {
  world: Pick<TestWorld, 'vendors'>
  person: Visitor
  account: Sm8Account
  company: FikenCompany
}

export const ownerOf = <W extends Owner['world']>(
  world: W,
  { visitor, tenant }: Pick<Customer, 'visitor' | 'tenant'>,
) => ({ world, person: visitor, account: tenant.account, company: tenant.company })

/** Deactivates the customer's integration; returns the owner and the first client's name. */
export async function pausedOwner(
  world: Owner['world'],
  customer: Pick<Customer, 'visitor' | 'tenant'>,
): Promise<{ owner: Owner; client: string }> {
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  const [client] = Object.values(customer.tenant.account.tables.company)
  return { owner: ownerOf(world, customer), client: client?.name ?? '' }
}

export const ACCOUNTS = [
  { vatType: 'HIGH', account: '3000' },
  { vatType: 'MEDIUM', account: '3030' },
]

/** Returns the client's contact in Fiken, created and linked by customer number if missing. */
export function contactOf(owner: Owner, client: string): number {
  const { vendors: world } = owner.world
  const { uuid } = clientNamed(owner.account, client)
  const { contacts } = owner.company
  const known =
    contacts.find((one) => one.memberNumberString === uuid) ??
    contacts.find(({ name }) => name === client)
  if (known) {
    // Links the existing contact by name, because a second contact of the same name would also
    // match the client.
    known.memberNumberString = uuid
    world.touch()
    return known.contactId
  }
  const fields = { name: client, customer: true, memberNumberString: uuid }
  return addContact(world, owner.company, fields).contactId
}

/** Adds an invoice with one line of 1 000 kr at 25 % by default, issued today by default. */
export function depositInvoice(
  owner: Owner,
  client: string,
  lines: DepositLine[] = [{ unitPrice: 100_000 }],
  issueDate = localDate(owner.world.vendors.now()),
): StoredInvoice {
  const { vendors: world } = owner.world
  owner.company.invoiceCounter ??= 10_000
  return invoiceDeposit(world, owner.company, {
    customerId: contactOf(owner, client),
    issueDate,
    lines,
  })
}

/** Completes a new job, which waits for the user because the integration is inactive. */
export async function waitingJob(
  owner: Owner,
  client: string,
  lines: NewJobLine[] = [{ name: 'Arbeid', displayed_amount: '4000.0000' }],
): Promise<Transfer> {
  contactOf(owner, client)
  const job = completeNewJob(owner, { client, lines })
  return until('the job to wait for a person', async () => {
    const rows = await owner.person.call(listTransfers, { query: { limit: 500 } })
    return rows.find((row) => row.servicem8JobId === job && row.status === 'pending')
  })
}

export const choose = (
  { person }: Pick<Owner, 'person'>,
  { id }: Pick<Transfer, 'id'>,
  invoice: Pick<StoredInvoice, 'invoiceId'> | null,
  accounts = ACCOUNTS,
) =>
  person.tryCall(chooseDeposit, {
    params: { id },
    body: invoice ? { invoiceId: invoice.invoiceId, accounts } : { invoiceId: null },
  })

export async function chosen(
  owner: Pick<Owner, 'person'>,
  row: Pick<Transfer, 'id'>,
  invoice: Pick<StoredInvoice, 'invoiceId'> | null,
): Promise<void> {
  const { status, body } = await choose(owner, row, invoice)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

export const known = ({ person }: Pick<Owner, 'person'>, { id }: Pick<Transfer, 'id'>) =>
  person.call(readDeposit, { params: { id } })

export async function restOf(
  { person }: Pick<Owner, 'person'>,
  { id }: Pick<Transfer, 'id'>,
): Promise<Transfer> {
  return until('the transfer to come to rest', async () => {
    const row = await person.call(readTransfer, { params: { id } })
    if (row.status === 'completed' || row.status === 'failed') return row
    throw new Error(`${row.status}, ${row.errorCode}: ${row.errorMessage}`)
  })
}

export async function started(
  owner: Pick<Owner, 'person'>,
  row: Pick<Transfer, 'id'>,
): Promise<Transfer> {
  await owner.person.call(startTransfer, { params: { id: row.id } })
  return restOf(owner, row)
}

export const draftsOf = ({ company }: Pick<Owner, 'company'>, row: Transfer): StoredDraft[] =>
  company.drafts.filter(
    ({ ourReference }) => ourReference === `Jobb #${row.servicem8Data?.job_number}`,
  )

/** Returns the draft's negative lines: description, øre, VAT type and account of each. */
export const takenOffIn = (draft: StoredDraft | undefined) =>
  (draft?.lines ?? [])
    .filter(({ quantity }) => quantity < 0)
    .map(({ description, quantity, unitPrice, vatType, incomeAccount }) => [
      description,
      quantity * (unitPrice ?? 0),
      vatType,
      incomeAccount,
    ])

export function book(owner: Owner, row: Pick<Transfer, 'fikenDraftUuid'>): StoredInvoice {
  const { company } = owner
  const { vendors: world } = owner.world
  const draft = company.drafts.find(({ uuid }) => uuid === row.fikenDraftUuid)
  if (!draft) throw new Error('there is no draft to invoice')
  company.invoiceCounter ??= 10_000
  const { bankAccountNumber = '' } = company.bankAccounts[0] ?? {}
  if (!company.verifiedBankAccounts.includes(bankAccountNumber ?? ''))
    company.verifiedBankAccounts.push(bankAccountNumber ?? '')
  Object.assign(draft, { bankAccountNumber })
  return bookDraft(world, company, draft)
}

export function credit(owner: Owner, invoice: StoredInvoice): StoredCreditNote {
  const { vendors: world } = owner.world
  owner.company.creditNoteCounter ??= 20_000
  return creditInFull(world, owner.company, invoice, localDate(world.now()), undefined)
}
