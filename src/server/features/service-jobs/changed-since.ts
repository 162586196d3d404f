import type { Client, ClientContact, Job, JobLine } from '#clients/servicem8/types'
import type { JobSnapshot } from './snapshot.ts'

/**
 * The fields of a job that affect its draft. Payments are left out, because a separate rule decides
 * whether the job is paid (rule 2). The geocoded position is left out too, because ServiceM8 fills
 * it in some time after the address was written.
 */
const JOB = [
  'uuid',
  'status',
  'active',
  'number',
  'totalInvoiceAmount',
  'billingAddress',
  'companyUuid',
  'categoryUuid',
  'purchaseOrderNumber',
  'jobDescription',
  'workDoneDescription',
  'jobAddress',
  'completedOn',
] as const satisfies readonly (keyof Job)[]

const LINE = [
  'uuid',
  'active',
  'name',
  'quantity',
  'displayedAmount',
  'displayedAmountIsTaxInclusive',
  'taxRateUuid',
  'materialUuid',
] as const satisfies readonly (keyof JobLine)[]

const CLIENT = [
  'uuid',
  'name',
  'address',
  'street',
  'postalCode',
  'city',
  'country',
  'billingAddress',
  'billingAttention',
] as const satisfies readonly (keyof Client)[]

const CONTACT = [
  'uuid',
  'type',
  'isPrimary',
  'first',
  'last',
  'phone',
  'mobile',
  'email',
] as const satisfies readonly (keyof ClientContact)[]

/**
 * Returns true if anything that affects the draft differs between the two snapshots. Fields that an
 * earlier version did not read count as unchanged.
 */
export function isChangedSince(before: JobSnapshot | null, now: JobSnapshot): boolean {
  return before === null || isDifferent(factsOf(before), factsOf(now))
}

type Fact = string | boolean | null | undefined | Fact[]

function factsOf(snapshot: JobSnapshot): Fact[] {
  return [
    valuesOf(snapshot.job, JOB),
    snapshot.lines.map((line) => valuesOf(line, LINE)),
    clientFacts(snapshot.client),
    // A site moved to another head office has another payer, and our stored copies of the clients
    // show the move first.
    snapshot.client?.parentUuid,
    clientFacts(snapshot.headOffice),
    contactFacts(snapshot.jobContacts),
    contactFacts(snapshot.clientContacts),
  ]
}

function clientFacts(client: Client | null): Fact {
  if (client === null) return null
  // The same number in another spelling counts as unchanged.
  const digits = valuesOf(client, ['organizationNumber']).map((number) =>
    typeof number === 'string' ? number.replaceAll(/\D/g, '') : number,
  )
  return [...valuesOf(client, CLIENT), ...digits]
}

/**
 * Returns the active contacts' fields, sorted: ServiceM8's lists have no fixed order, and only some
 * include removed contacts.
 */
function contactFacts(contacts: readonly ClientContact[]): Fact[] {
  return contacts
    .filter(({ active }) => active)
    .toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1))
    .map((contact) => valuesOf(contact, CONTACT))
}

function valuesOf<T, Name extends keyof T & string>(of: T, names: readonly Name[]): Fact[] {
  return names.map((name) => of[name] as Fact)
}

function isDifferent(before: Fact, now: Fact): boolean {
  if (before === undefined || now === undefined) return false
  if (!Array.isArray(before) || !Array.isArray(now)) return before !== now
  return before.length !== now.length || before.some((fact, at) => isDifferent(fact, now[at]))
}
