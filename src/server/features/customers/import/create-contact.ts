import type { FikenCompany } from '#clients/fiken/client'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { contactsFor, writeThroughContact } from '../../mirrors/contacts.ts'
import { SOON_MS } from '../../reservations/absence.ts'
import { newContactFor } from '../deciding/choose-recipient.ts'
import { contactList } from '../matching/contact-index.ts'
import { formerLinks } from '../matching/former-links.ts'
import { linkedContact, otherDoors } from '../link-store.ts'
import { findByEquality } from '../make-contact.ts'
import type { MatchInput } from '../matching/match.ts'
import { planRecipient } from '../deciding/plan-recipient.ts'
import { askingOnly } from '../deciding/reader.ts'
import { otherClients } from '../matching/other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'
import { rejectedFor } from '../rejection-store.ts'
import { billedClient, type BilledClient } from './billed-clients.ts'
import { compareOne, linked } from './compare-clients.ts'
import { kindOf } from './match-queries.ts'
import { changeMatch, saveNewLinks, type Book } from './match-store.ts'

const LOOKS = 3

export type ContactMade =
  | { kind: 'made'; name: string }
  | { kind: 'found'; name: string }
  | { kind: 'linked_before' }
  | { kind: 'uncertain'; why: string }

/**
 * Creates the contact for a client that Fiken lacks, at the user's request. Searches Fiken and
 * looks for an unconfirmed earlier request first, so that the contact is not created twice.
 *
 * @throws HttpError 404 and 409 when the client is no longer missing, 503 while the outcome is
 * unknown; ExternalError, LimiterClosed: nothing was created
 */
export async function createContact(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  uuid: string,
  settings: MatchInput['settings'],
  signal: AbortSignal,
): Promise<ContactMade> {
  const { db } = platform
  const book = { companyId, slug: fiken.slug }
  const client = await billedClient(db, companyId, uuid)
  const kind = await kindOf(db, book, uuid)
  if (!client || kind === null) throw notFound('Kunden finnes ikke lenger i ServiceM8.')
  if (!client.decided.ok)
    throw new HttpError(409, client.decided.problem.code, client.decided.problem.message)
  const { recipient } = client.decided
  const decided = await linkedContact(db, companyId, fiken.slug, recipient)
  if (decided !== null) {
    const [contact] = (await contactsFor(db, companyId, fiken.slug)).filter(
      ({ contactId }) => contactId === decided,
    )
    await changeMatch(db, book, linked(recipient, decided, contact?.name ?? ''))
    return { kind: 'linked_before' }
  }
  if (kind !== 'missing')
    throw new HttpError(409, 'not_missing', 'Kunden er ikke blant dem som mangler lenger.')
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await platform.clock.sleep(SOON_MS * platform.ladderScale, signal)
    signal.throwIfAborted()
    const found = await search(platform, fiken, book, client, recipient, settings, signal)
    if (found) return found
    const made = await newContactFor(platform, companyId, fiken, recipient, undefined, 'created')
    if (made) {
      await changeMatch(db, book, linked(recipient, made.contactId, made.name))
      return { kind: 'made', name: made.name }
    }
  }
  throw new HttpError(
    503,
    'unanswered',
    `Fiken svarte ikke da kontakten «${recipient.name}» skulle lages, og viser den ikke ennå. Prøv igjen om noen minutter; den blir ikke laget to ganger.`,
  )
}

async function search(
  platform: Platform,
  fiken: FikenCompany,
  book: Book,
  { snapshot }: BilledClient,
  recipient: Recipient,
  settings: MatchInput['settings'],
  signal: AbortSignal,
): Promise<ContactMade | null> {
  const { db } = platform
  const { companyId, slug } = book
  const plan = await planRecipient(askingOnly({ platform, companyId, fiken, signal }), {
    snapshot,
    configuration: settings,
    agreed: true,
  })
  if (plan.kind === 'new') return null
  if (plan.kind === 'problem') throw new HttpError(409, plan.code, plan.message)
  if (plan.kind === 'existing' && plan.contact)
    await writeThroughContact(db, companyId, slug, plan.contact)
  // A contact that only Fiken's own search returns is not in our copy yet, so the user could not
  // choose it without this update.
  if (plan.kind === 'ambiguous')
    for (const contact of await findByEquality(fiken, recipient, signal))
      await writeThroughContact(db, companyId, slug, contact)
  const contacts = contactList(await contactsFor(db, companyId, slug))
  const formerly = await formerLinks(db, companyId, slug, recipient)
  const row = compareOne(
    {
      recipient,
      formerly,
      otherDoors: await otherDoors(db, companyId, slug, recipient),
      others: otherClients(await clientsFor(db, companyId)),
      settings,
    },
    contacts,
    await rejectedFor(db, companyId, slug, recipient),
  )
  const { foundBy, door = null, ...match } = row
  if (foundBy !== undefined && match.contactId !== null) {
    const { clientUuid, recipientKey, recipientName, contactId } = match
    const link = { clientUuid, recipientKey, recipientName, contactId, foundBy, door }
    const at = instant(platform.clock)
    await saveNewLinks(db, book, [link], at)
    await changeMatch(db, book, match)
    return { kind: 'found', name: match.contactName }
  }
  const why = plan.kind === 'ambiguous' ? plan.why : match.why
  await changeMatch(db, book, { ...match, kind: 'uncertain', why })
  return { kind: 'uncertain', why }
}
