import type { Client, ClientContact } from '#clients/servicem8/types'
import type { BillingFields, Customer } from '#shared/contracts/customers'
import { isSameName } from '#shared/names'
import { emailAddress, organizationNumber } from '#shared/norwegian'
import {
  parseAddress,
  structuredAddress,
  type ParsedAddress,
} from '../customers/reading/address.ts'
import { DEFAULT_COUNTRY } from '../customers/reading/countries.ts'
import { versionOf } from '../customers/billing/save-billing.ts'
import type { BillingWrite } from '../customers/queries.ts'
import {
  SILENT_JOB,
  decideRecipient,
  type BillingOverride,
  type Recipient,
} from '../customers/reading/recipient.ts'

export interface KnownClient {
  client: Client
  /** The client that is billed when this client is a site; otherwise null. */
  headOffice: Client | null
  /** The contacts of this client; `billingContacts` holds the billed client's contacts. */
  contacts: readonly ClientContact[]
  billingContacts: readonly ClientContact[]
  override: BillingOverride | null
  write: BillingWrite | null
  linked: (clientUuid: string, recipientKey: string) => Customer['contact']
  waiting: { count: number; first: string } | undefined
}

/** Returns a client's row on the customers screen (specification part 2, §3). */
export function customerRow(known: KnownClient): Customer {
  const { client, headOffice, contacts, override, write, waiting } = known
  const billed = headOffice ?? client
  const recipient = recipientOf(known, override)
  const own = addressOf(client)
  const contact = [...contacts].sort((one, other) => rank(one) - rank(other))
  const { uuid, name } = client
  return {
    uuid,
    id: uuid,
    company_name: name,
    contact_name: firstOf(contact, ({ first, last }) => `${first} ${last}`.trim()),
    email: firstOf(contact, ({ email }) => emailAddress(email) ?? ''),
    phone: firstOf(contact, ({ mobile, phone }) => mobile || phone),
    address: own.street,
    city: own.city,
    postal_code: own.postalCode,
    country: own.country,
    organization_number:
      organizationNumber(client.organizationNumber) ??
      (recipient && isSameName(recipient.name, name) ? recipient.organizationNumber : null) ??
      '',
    ...(override ? savedFields(override) : fieldsOf(recipient)),
    billing_organization_number: recipient?.organizationNumber ?? '',
    billing_text: billed.billingAddress,
    needs_review: recipient?.address?.needsReview ?? true,
    head_office: headOffice ? { uuid: headOffice.uuid, name: headOffice.name } : null,
    saved: savedAs(known),
    contact: recipient ? known.linked(billed.uuid, recipient.key) : null,
    waiting: waiting?.count ?? 0,
    waiting_transfer: waiting?.first ?? null,
    version: versionOf(billed, override, write),
  }
}

/**
 * Returns the client's billing fields as they are in ServiceM8, without the user's saved address.
 */
export const theirBilling = (known: Omit<KnownClient, 'override'>): BillingFields =>
  fieldsOf(recipientOf(known, null))

/**
 * Returns the state of the user's saved address; null when nothing is saved, or once an undone save
 * has also been undone in ServiceM8.
 */
function savedAs({ override, write, ...known }: KnownClient): Customer['saved'] {
  if (!write || (!override && write.state === 'written')) return null
  return {
    servicem8: write.state,
    why: write.why,
    at: write.savedAt.toISOString(),
    theirs: theirBilling({ ...known, write }),
  }
}

function recipientOf(
  { client, headOffice, billingContacts }: Omit<KnownClient, 'override'>,
  override: BillingOverride | null,
): Recipient | null {
  const decided = decideRecipient({
    job: SILENT_JOB,
    client,
    headOffice,
    jobContacts: [],
    clientContacts: billingContacts,
    override,
  })
  return decided.ok ? decided.recipient : null
}

function fieldsOf(recipient: Recipient | null): BillingFields {
  const address = recipient?.address
  return {
    billing_company_name: recipient?.name ?? '',
    billing_address: address ? [address.street, address.street2].filter(Boolean).join(', ') : '',
    billing_city: address?.city ?? '',
    billing_postal_code: address?.postalCode ?? '',
    billing_country: address?.country ?? DEFAULT_COUNTRY,
  }
}

const savedFields = (override: BillingOverride): BillingFields => ({
  billing_company_name: override.billingCompanyName,
  billing_address: override.billingAddress,
  billing_city: override.billingCity,
  billing_postal_code: override.billingPostalCode,
  billing_country: override.billingCountry,
})

/**
 * Returns the client's address: ServiceM8's separate fields if they are complete, otherwise the
 * parsed free text.
 */
function addressOf(client: Client): ParsedAddress {
  const structured = structuredAddress(client, client.address)
  return structured.needsReview ? parseAddress(client.address) : structured
}

/**
 * Returns the sort rank of a contact: billing contacts come first, then the primary contact
 * (reference §6.4).
 */
const rank = ({ type, isPrimary }: ClientContact): number =>
  type.toUpperCase() === 'BILLING' ? 0 : isPrimary ? 1 : 2

function firstOf(contacts: readonly ClientContact[], read: (one: ClientContact) => string): string {
  return contacts.map(read).find((text) => text !== '') ?? ''
}
