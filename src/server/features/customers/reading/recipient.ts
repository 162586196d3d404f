import type { Client, ClientContact, Job } from '#clients/servicem8/types'
import { problem, type Problem } from '#shared/causes/index'
import { isOrganizationName, isSameName, nameKey } from '#shared/names'
import {
  emailAddress,
  formatOrganizationNumber,
  organizationNumber,
  phoneNumber,
  wrongEmailAddress,
} from '#shared/norwegian'
import { addressOf, type ParsedAddress, parseAddress, structuredAddress } from './address.ts'
import { NO_DETAILS, type BillingDetails } from './billing-details.ts'
import { readRecipientText, type RecipientText, saysSomething } from './recipient-name.ts'

/** A billing address saved by the user under Kunder. An empty name or address overrides nothing. */
export interface BillingOverride {
  billingCompanyName: string
  billingAddress: string
  billingCity: string
  billingPostalCode: string
  billingCountry: string
  /** The organisation number of nine digits; "" or undefined when unknown. */
  organizationNumber?: string
}

export interface RecipientInput {
  job: Pick<Job, 'billingAddress' | 'jobAddress' | 'geo'>
  client: Client | null
  headOffice: Client | null
  jobContacts: readonly ClientContact[]
  /** The contacts of the billed company: the head office if there is one, otherwise the client. */
  clientContacts: readonly ClientContact[]
  override: BillingOverride | null
}

/** A job without its own billing details, so that the client's billing details apply. */
export const SILENT_JOB: RecipientInput['job'] = { billingAddress: '', jobAddress: '', geo: null }

type RecipientSource =
  'override' | 'job_billing' | 'client_billing' | 'client_address' | 'job_address' | 'none'

export interface Recipient {
  name: string
  address: ParsedAddress | null
  source: RecipientSource
  /**
   * The uuid of the billed company, under which links are stored; "" for a job without a client.
   */
  clientUuid: string
  /** The second half of a link's key: each of a client's recipients has its own key. */
  key: string
  /**
   * The uuid of the client or site that is the recipient; null when the recipient is somebody else.
   */
  memberNumber: string | null
  /**
   * The organisation number saved by the user, otherwise that of the client with the recipient's
   * name; the check digit is valid.
   */
  organizationNumber: string | null
  isOrganization: boolean
  email: string | null
  /** An invalid e-mail address, as written; `email` is then another address, or null. */
  wrongEmail?: string
  phone: string | null
  /** The contact person, sent as Fiken's yourReference; "" when unknown. */
  attention: string
  /**
   * The recipient that the user has saved for the client, when the job names a different recipient
   * that matches neither the client nor the saved address. The user then chooses between the two
   * (decision 0036). Otherwise null.
   */
  otherThan: string | null
  /** The organisation numbers in the billing text and of the client, when they differ. */
  otherNumbers?: readonly [written: string, known: string]
}

export type RecipientResult = { ok: true; recipient: Recipient } | { ok: false; problem: Problem }

/**
 * Decides who receives the invoice (rule 7): jobs belong to a client, but the invoice goes to the
 * billing address.
 */
export function decideRecipient(input: RecipientInput): RecipientResult {
  const { client } = input
  const billingCompany = input.headOffice ?? client
  const { text, source } = billingText(input, billingCompany)
  const clients = [billingCompany, client].filter((one) => one !== null)
  const places = [...clients, input.job.geo].filter((place) => place !== null)
  const read: RecipientText = readRecipientText(
    text,
    clients.map((one) => one.name),
    places.flatMap(({ street, city }) => [street, city]),
  )
  const otherThan = contradicted(input, source, read.name, clients)
  const override = otherThan === null ? input.override : null
  const name = (override?.billingCompanyName.trim() || read.name || billingCompany?.name) ?? ''
  if (name === '') return { ok: false, problem: problem('recipient_missing') }

  const saved = overriddenAddress(override)
  const owner = clients.find((one) => isSameName(one.name, name)) ?? null
  const known =
    organizationNumber(override?.organizationNumber) ??
    organizationNumber(owner?.organizationNumber)
  const details = ownDetails(read, source, name, owner !== null)
  const written = details.organizationNumber
  const number = known ?? written
  const contacts = contactOrder(input, owner !== null)
  const emails = [details.email ?? details.wrongEmail, ...contacts.reach.map(({ email }) => email)]
  const right = emails.findIndex((one) => emailAddress(one) !== null)
  const wrongEmail = firstFound(right < 0 ? emails : emails.slice(0, right), wrongEmailAddress)
  return {
    ok: true,
    recipient: {
      name,
      address:
        saved ??
        (read.address === ''
          ? null
          : addressOf(read.address, {
              clients,
              jobAddress: input.job.jobAddress,
              geo: input.job.geo,
            })),
      source: saved ? 'override' : source,
      clientUuid: billingCompany?.uuid ?? '',
      key: nameKey(name),
      memberNumber: owner?.uuid ?? null,
      organizationNumber: number,
      // ServiceM8's is_individual is not used, because it is derived and is 0 also for a person's
      // name typed as the client's name.
      isOrganization: isOrganizationName(name) || number !== null,
      email: emailAddress(emails[right]),
      ...(wrongEmail === null ? {} : { wrongEmail }),
      phone:
        details.phone ??
        firstFound(
          contacts.reach,
          (contact) => phoneNumber(contact.mobile) ?? phoneNumber(contact.phone),
        ),
      attention:
        read.attention ??
        attentionOf(billingCompany) ??
        firstFound(contacts.attention, fullName) ??
        '',
      otherThan,
      ...(known !== null && written !== null && known !== written
        ? { otherNumbers: [written, known] as const }
        : {}),
    },
  }
}

export function contradiction({ name, otherThan, otherNumbers }: Recipient): string | null {
  if (otherThan !== null)
    return `Jobben sier at fakturaen skal til «${name}», men «${otherThan}» er lagret for denne kunden.`
  if (!otherNumbers) return null
  const [written, known] = otherNumbers.map(formatOrganizationNumber)
  return `Fakturaadressen har org.nr. ${written}, men kunden «${name}» har ${known}.`
}

/**
 * Returns the details in the billing text, but none when they belong to another name in the text or
 * to the job site.
 */
function ownDetails(
  { name: written, details }: RecipientText,
  source: RecipientSource,
  name: string,
  isClient: boolean,
): BillingDetails {
  const isOwn = written === null ? isClient : isSameName(written, name)
  return isOwn && source !== 'job_address' ? (details ?? NO_DETAILS) : NO_DETAILS
}

/**
 * Returns the recipient saved for the client when the job names a different recipient: neither the
 * client, nor the saved recipient, nor a recipient named in the client's own billing address. An
 * outdated copy of the client's name on the job is not a contradiction, because jobs carry a copy
 * of the client's billing address.
 */
function contradicted(
  { override, headOffice, client }: RecipientInput,
  source: RecipientSource,
  named: string | null,
  clients: readonly Client[],
): string | null {
  const saved = override?.billingCompanyName.trim() ?? ''
  if (saved === '' || source !== 'job_billing' || named === null) return null
  const own = clients.map((one) => one.name)
  const billed = headOffice ?? client
  const written = billed ? readRecipientText(billed.billingAddress, own, []).name : null
  const known = [saved, ...own, ...(written === null ? [] : [written])]
  return known.some((name) => isSameName(name, named)) ? null : saved
}

const AS_ELSEWHERE =
  /^\s*(?:samme(?: adresse)?(?: som (?:over|ovenfor|kunde|jobb|adresse)\p{L}*)?|(?:se|som) (?:over|ovenfor|kunde\p{L}*|jobb\p{L}*)|same(?: as (?:above|job|client|customer))?|n\/a)[.!\s]*$/iu

/**
 * Returns the text from which the recipient is parsed: the first text with content among the job's
 * billing address, the company's billing address, the company's own address and the job site's
 * address.
 */
function billingText(
  { job }: RecipientInput,
  billingCompany: Client | null,
): { text: string; source: RecipientSource } {
  const candidates: [string, RecipientSource][] = [
    [job.billingAddress, 'job_billing'],
    [billingCompany?.billingAddress ?? '', 'client_billing'],
    [billingCompany?.address ?? '', 'client_address'],
    [job.jobAddress, 'job_address'],
  ]
  const isOwn = (candidate: string) => saysSomething(candidate) && !AS_ELSEWHERE.test(candidate)
  const [text, source] = candidates.find(([candidate]) => isOwn(candidate)) ?? ['', 'none' as const]
  return { text, source }
}

function overriddenAddress(override: BillingOverride | null): ParsedAddress | null {
  if (!override) return null
  const { billingAddress, billingCity, billingPostalCode, billingCountry } = override
  if (!saysSomething(`${billingAddress}${billingCity}${billingPostalCode}`)) return null
  const raw = [billingAddress, `${billingPostalCode} ${billingCity}`, billingCountry]
    .map((part) => part.trim())
    .filter(saysSomething)
    .join('\n')
  const structured = structuredAddress(
    {
      street: billingAddress.replace(/\s*\n\s*/g, ', '),
      postalCode: billingPostalCode,
      city: billingCity,
      country: billingCountry,
    },
    raw,
  )
  // A complete address typed into the first field is as good as separate fields.
  return structured.needsReview ? parseAddress(raw) : structured
}

/**
 * Returns the contacts whose details may be used for the recipient, best first (reference §6.4).
 * When the recipient is not the client, only billing contacts are used: a tenant's own e-mail must
 * not be stored on the landlord's contact in Fiken.
 */
function contactOrder(
  { jobContacts, clientContacts }: RecipientInput,
  isClient: boolean,
): { reach: readonly ClientContact[]; attention: readonly ClientContact[] } {
  const active = (contacts: readonly ClientContact[], suits: (contact: ClientContact) => boolean) =>
    contacts.filter((contact) => contact.active && suits(contact))
  const isBilling = (contact: ClientContact) => contact.type.toUpperCase() === 'BILLING'
  const billing = [...active(jobContacts, isBilling), ...active(clientContacts, isBilling)]
  if (!isClient) return { reach: billing, attention: billing }
  const primary = active(clientContacts, (contact) => contact.isPrimary)
  const onJob = active(jobContacts, (contact) => contact.type.toUpperCase() === 'JOB')
  return { reach: [...billing, ...primary, ...onJob], attention: [...billing, ...primary] }
}

/**
 * Returns the client's contact person; null when none was entered, which ServiceM8 stores as "0".
 */
function attentionOf(client: Client | null): string | null {
  const text = client?.billingAttention ?? ''
  return text === '' || text === '0' ? null : text
}

function fullName(contact: ClientContact): string | null {
  return `${contact.first} ${contact.last}`.trim() || null
}

function firstFound<T, R>(items: readonly T[], read: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = read(item)
    if (found !== null) return found
  }
  return null
}
