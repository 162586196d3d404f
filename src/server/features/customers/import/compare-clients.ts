import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Contact } from '#clients/fiken/types'
import type { MatchCandidate, MatchKind } from '#shared/contracts/customer-import'
import { organizationNumber } from '#shared/norwegian'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactsFor } from '../../mirrors/contacts.ts'
import { contactReservations } from '../../reservations/reserve.ts'
import { contactAt, markJudged, type LinkMade } from '../link-store.ts'
import { type Door, doorOf } from '../reading/recipient-door.ts'
import { formerLinks } from '../matching/former-links.ts'
import { isDoubtful, questionAbout } from '../matching/link-doubt.ts'
import { contactIndex, without, type ContactBook } from '../matching/contact-index.ts'
import { standingFor } from '../make-contact.ts'
import { activeOnly } from '../in-fiken/inactive-contact.ts'
import { candidateOf, type Candidate, type Match } from '../matching/candidates.ts'
import { matchContact, type MatchInput } from '../matching/match.ts'
import { decidedContacts } from '../queries.ts'
import { contradiction, type Recipient } from '../reading/recipient.ts'
import { allRejected } from '../rejection-store.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { otherClients, type OtherClients } from '../matching/other-clients.ts'
import { billedClients, type BilledClient } from './billed-clients.ts'
import {
  comparedSince,
  dropNotCompared,
  saveMatches,
  saveNewLinks,
  type Book,
  type MatchedClient,
  type NewLink,
} from './match-store.ts'

export const PORTION = 500
/**
 * The number of clients matched before other requests get a turn, because matching blocks the
 * thread.
 */
const AT_ONCE = 25

export interface Comparison extends Book {
  /** The start of the comparison; clients compared after this time are skipped. */
  since: Date
  settings: MatchInput['settings']
}

/**
 * Compares the next portion of clients with the contacts, using only our copies. The next clients
 * are those without a result since `since`, so a repeated portion continues where the last portion
 * ended, and clients added during the comparison are included.
 * @param options.rest when true, compares all remaining clients and then removes deleted clients
 * from the lists
 */
export async function compareClients(
  platform: Platform,
  comparison: Comparison,
  { rest, signal }: { rest: boolean; signal: AbortSignal },
): Promise<Record<MatchKind, number>> {
  const { db } = platform
  const { companyId, slug, since } = comparison
  const contacts = await contactsFor(db, companyId, slug)
  const book = contactIndex(contacts)
  const others = otherClients(await clientsFor(db, companyId))
  const counts = { linked: 0, uncertain: 0, missing: 0 }
  for (;;) {
    const compared = await comparedSince(db, comparison, since)
    const next = (await billedClients(db, companyId))
      .filter(({ client }) => !compared.has(client.uuid))
      .slice(0, PORTION)
    for (const { kind } of await comparePortion(
      platform,
      comparison,
      { book, others },
      next,
      signal,
    ))
      counts[kind] += 1
    if (next.length < PORTION || !rest) break
  }
  if (rest) await dropNotCompared(db, comparison, since)
  return counts
}

async function comparePortion(
  platform: Platform,
  { settings, since, ...owner }: Comparison,
  { book, others }: { book: ContactBook; others: OtherClients },
  clients: readonly BilledClient[],
  signal: AbortSignal,
): Promise<MatchedClient[]> {
  const { db } = platform
  const { companyId, slug } = owner
  const decided = await decidedContacts(db, companyId, slug)
  const links = new Map(
    decided.map((link) => [JSON.stringify([link.clientUuid, link.recipientKey]), link]),
  )
  const linkedClients = new Set(decided.map(({ clientUuid }) => clientUuid))
  const formerly = async (recipient: Recipient) =>
    linkedClients.has(recipient.clientUuid) ? formerLinks(db, companyId, slug, recipient) : []
  const someAreAsked = (await contactReservations(db, owner)).length > 0
  const rejected = await allRejected(db, companyId, slug)
  const rows: ComparedClient[] = []
  const agreed: { recipient: Recipient; contactId: number }[] = []
  for (const [position, one] of clients.entries()) {
    if (position % AT_ONCE === 0) await nextTurn()
    signal.throwIfAborted()
    if (!one.decided.ok) {
      rows.push(unknownRecipient(one, one.decided.problem.message))
      continue
    }
    const { recipient } = one.decided
    const link = links.get(JSON.stringify([recipient.clientUuid, recipient.key]))
    const contactId = link ? contactAt(link, doorOf(recipient)) : null
    if (link && contactId !== null) {
      const among = without(book, rejected(recipient))
      const row = linkedBefore(
        recipient,
        { ...link, contactId },
        { contacts: among, others, settings },
      )
      if (row.kind === 'linked' && isDoubtful(link)) agreed.push({ recipient, contactId })
      rows.push(row)
      continue
    }
    const row = compareOne(
      {
        recipient,
        formerly: await formerly(recipient),
        otherDoors: link?.doors ?? [],
        others,
        settings,
      },
      book,
      rejected(recipient),
    )
    const asked =
      someAreAsked && row.kind === 'missing' && (await standingFor(db, companyId, slug, recipient))
    rows.push(asked ? { ...row, why: ASKED } : row)
  }
  await db.transaction(async (tx) => {
    const now = instant(platform.clock)
    // This process's clock may be behind the clock of the process that started the comparison, and
    // no row may be older than the start.
    const at = now > since ? now : since
    const found = rows.flatMap((row) => linkOf(row))
    const taken = await saveNewLinks(tx, owner, found, now)
    const stored = rows.map(({ foundBy: _, door: _door, ...row }) => {
      const contactId = taken.get(row.clientUuid)
      return contactId === undefined
        ? row
        : { ...row, contactId, contactName: book.byId(contactId)?.name ?? '' }
    })
    await saveMatches(tx, owner, stored, { since, at })
    await markJudged(tx, companyId, slug, agreed)
  })
  return rows
}

const ASKED = 'Fiken er bedt om å lage kontakten, og har ikke svart på om den ble laget.'

type ComparedClient = MatchedClient & { foundBy?: string; door?: Door | null }
type Asked = Pick<MatchInput, 'recipient' | 'formerly' | 'otherDoors' | 'others' | 'settings'>

/**
 * Compares a client's recipient with the contacts, with the same rules as for a job.
 *
 * @param rejected contacts that the user has rejected. The recipient is never linked to them. They
 * are stored among the candidates in case the rejection is undone, but are not shown in the lists.
 */
export function compareOne(
  asked: Asked,
  contacts: ContactBook,
  rejected: ReadonlySet<number>,
): ComparedClient {
  if (rejected.size === 0) return compare(asked, contacts)
  const now = compare(asked, without(contacts, rejected))
  if (now.foundBy !== undefined) return now
  const others = [...rejected]
    .map((contactId) => contacts.byId(contactId))
    .filter((contact) => contact !== null)
    .map((contact) => shownCandidate(candidateOf(asked.recipient, contact), contacts))
  const candidates = [...now.candidates, ...others]
  return candidates.length === 0 ? now : { ...now, kind: 'uncertain', candidates }
}

function compare(asked: Asked, contacts: ContactBook): ComparedClient {
  const { recipient } = asked
  const found = matchContact({ ...asked, linkedContactId: null, contacts })
  const match = activeOnly(found, recipient, besides(found, contacts))
  if (match.kind === 'create') {
    const why = match.addressMissing
      ? 'Ingen kontakt i Fiken ligner. Kunden har ingen adresse, og det får en ny kontakt heller ikke.'
      : 'Ingen kontakt i Fiken ligner.'
    return { ...undecided(recipient), kind: 'missing', why }
  }
  const shown = (candidate: Candidate) => shownCandidate(candidate, contacts)
  if (match.kind === 'ambiguous')
    return {
      ...undecided(recipient),
      kind: 'uncertain',
      why: match.why,
      candidates: match.candidates.map(shown),
    }
  const { contact } = match
  if (!contact) throw new Error('A contact was matched that is in no list')
  // The contact is not a customer yet, so using it would require a change in Fiken.
  const unusable = contact.customer
    ? null
    : `«${contact.name}» er ikke registrert som kunde i Fiken.`
  const doubt = contradiction(recipient) ?? unusable
  if (doubt !== null)
    return {
      ...undecided(recipient),
      kind: 'uncertain',
      why: doubt,
      candidates: [shown(candidateOf(recipient, contact))],
    }
  return {
    ...linked(recipient, contact.contactId, contact.name),
    foundBy: match.formerlyBy ?? match.by,
    door: doorOf(recipient),
  }
}

function besides(match: Match, contacts: ContactBook): readonly Contact[] {
  if (match.kind !== 'link' || !match.contact) return []
  const number = organizationNumber(match.contact.organizationNumber)
  return number === null ? [] : contacts.byOrganizationNumber(number)
}

function undecided({ clientUuid, key, name }: Recipient) {
  const nobody = { contactId: null, contactName: '', candidates: [] }
  return { clientUuid, recipientKey: key, recipientName: name, ...nobody }
}

export function linked(recipient: Recipient, contactId: number, contactName: string) {
  const kind = 'linked' as const
  return { ...undecided(recipient), kind, contactId, contactName, why: 'Funnet i Fiken.' }
}

/**
 * Returns the result for a client that is already linked. The link becomes uncertain when its
 * contact is inactive or missing in Fiken, or when an earlier matching rule made the link and the
 * current rule would not.
 */
function linkedBefore(
  recipient: Recipient,
  { contactId, ...made }: { contactId: number } & LinkMade,
  among: Pick<MatchInput, 'others' | 'settings'> & { contacts: ContactBook },
): MatchedClient {
  const contact = among.contacts.byId(contactId)
  const row = linked(recipient, contactId, contact?.name ?? '')
  if (!contact)
    return { ...row, kind: 'uncertain', why: 'Koblet fra før til en kontakt som ikke er i Fiken.' }
  if (contact.inactive)
    return {
      ...row,
      kind: 'uncertain',
      why: `Koblet fra før til «${contact.name}», som er satt inaktiv i Fiken.`,
    }
  const why = isDoubtful(made) ? questionAbout({ recipient, contact, made }, among) : null
  if (why === null) return { ...row, why: 'Koblet fra før.' }
  const now = compare({ recipient, ...among }, among.contacts)
  const candidates = [
    shownCandidate(candidateOf(recipient, contact), among.contacts),
    ...now.candidates.filter((one) => one.contactId !== contactId),
  ]
  return { ...row, kind: 'uncertain', why, candidates }
}

function unknownRecipient({ client }: BilledClient, why: string): MatchedClient {
  return {
    clientUuid: client.uuid,
    kind: 'uncertain',
    recipientKey: '',
    recipientName: '',
    contactId: null,
    contactName: '',
    why,
    candidates: [],
  }
}

function linkOf(row: ComparedClient): NewLink[] {
  const { clientUuid, recipientKey, recipientName, contactId, foundBy, door = null } = row
  return contactId === null || foundBy === undefined
    ? []
    : [{ clientUuid, recipientKey, recipientName, contactId, foundBy, door }]
}

function shownCandidate(
  { contactId, name, organizationNumber, email, score, comparison }: Candidate,
  contacts: ContactBook,
): MatchCandidate {
  const address = addressOf(contacts.byId(contactId))
  return {
    contactId,
    name,
    organizationNumber,
    email,
    address,
    score: Math.round(score),
    comparison,
  }
}

function addressOf(contact: Contact | null): string {
  if (!contact?.address) return ''
  const { street, postalCode, city } = contact.address
  return [street, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ')
}
