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

/**
 * A billing address saved under Kunder. An empty name or an all-empty address overrides nothing.
 */
export interface BillingOverride {
  billingCompanyName: string
  billingAddress: string
  billingCity: string
  billingPostalCode: string
  billingCountry: string
  /** The recipient's, nine digits; "" and absent mean unknown. */
  organizationNumber?: string
}

export interface RecipientInput {
  job: Pick<Job, 'billingAddress' | 'jobAddress' | 'geo'>
  /** The job's client; null when the job has none. */
  client: Client | null
  /** The client's head office, when the client is a site. */
  headOffice: Client | null
  jobContacts: readonly ClientContact[]
  /** Of the billing company: the head office if there is one, else the client. */
  clientContacts: readonly ClientContact[]
  override: BillingOverride | null
}

/** Of a job that says nothing about who receives its invoice: the client's own then counts. */
export const SILENT_JOB: RecipientInput['job'] = { billingAddress: '', jobAddress: '', geo: null }

export type RecipientSource =
  'override' | 'job_billing' | 'client_billing' | 'client_address' | 'job_address' | 'none'

/** Who receives the invoice. "" and null mean unknown. */
export interface Recipient {
  name: string
  address: ParsedAddress | null
  /** Where the address came from. */
  source: RecipientSource
  /** The billing company's uuid, which links are stored under; "" for a job without a client. */
  clientUuid: string
  /** Second half of a link's key: another recipient of the same client has another one. */
  key: string
  /**
   * The client (billing company or site) whose own name the recipient carries; null when it is
   * somebody else.
   */
  memberNumber: string | null
  /**
   * As saved for the recipient, else of the client that carries its name; only with a right check
   * digit.
   */
  organizationNumber: string | null
  isOrganization: boolean
  email: string | null
  /** Mail does not reach this address, in place of which there is none, or another one. */
  wrongEmail?: string
  phone: string | null
  /** The person it is for: Fiken's yourReference. "" when unknown. */
  attention: string
  /**
   * The job names somebody whom neither the client nor what is saved for it names: who is saved.
   * A person decides between the two (decision 0036). Null otherwise.
   */
  otherThan: string | null
  /** The billing text and the client state these two organisation numbers. */
  otherNumbers?: readonly [written: string, known: string]
}

export type RecipientResult = { ok: true; recipient: Recipient } | { ok: false; problem: Problem }

/**
 * Decides who receives the invoice: jobs are logged on the client, invoices go to the billing
 * address (rule 7).
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
      // Not by is_individual: it is derived, and a person who was typed in as a client's name has 0
      // as well.
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

/** Why a person decides, where the job and what is known of the client name different recipients. */
export function contradiction({ name, otherThan, otherNumbers }: Recipient): string | null {
  if (otherThan !== null)
    return `Jobben sier at fakturaen skal til «${name}», men «${otherThan}» er lagret for denne kunden.`
  if (!otherNumbers) return null
  const [written, known] = otherNumbers.map(formatOrganizationNumber)
  return `Fakturaadressen har org.nr. ${written}, men kunden «${name}» har ${known}.`
}

/**
 * What the billing text states about the recipient itself: not about somebody whom it names and who
 * is not the recipient, and not of a place where work was done.
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
 * Who is saved for the client, where the job itself names another recipient: one who is neither
 * the client, nor saved, nor named in the client's own billing address. Jobs carry a copy of that
 * address, so an outdated copy of the client's name says nothing.
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

/** Typed where nothing had to be: the next text counts. */
const AS_ELSEWHERE =
  /^\s*(?:samme(?: adresse)?(?: som (?:over|ovenfor|kunde|jobb|adresse)\p{L}*)?|(?:se|som) (?:over|ovenfor|kunde\p{L}*|jobb\p{L}*)|same(?: as (?:above|job|client|customer))?|n\/a)[.!\s]*$/iu

/**
 * The first text that says anything: the job's, the billing company's billing and own address, then
 * the job site's.
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
  // A whole address typed into the first field is as good as one typed into all of them.
  return structured.needsReview ? parseAddress(raw) : structured
}

/**
 * Which contacts speak for the recipient, best first (reference §6.4). When somebody else than
 * the client receives the invoice, only billing contacts do: the tenant's own e-mail must not end
 * up on the landlord's contact.
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

/** ServiceM8 writes "0" where nothing was entered. */
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
