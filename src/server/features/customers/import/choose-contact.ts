import type { MatchKind } from '#shared/contracts/customer-import'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { clientFromMirror } from '../../mirrors/clients.ts'
import { chooseContact } from '../deciding/choose-recipient.ts'
import { dropLinkTo } from '../link-store.ts'
import { dropRejected, saveRejected } from '../rejection-store.ts'
import { billedClient } from './billed-clients.ts'
import { linked } from './compare-clients.ts'
import { kindOf, questionAbout, recipientCompared } from './match-queries.ts'
import { changeMatch } from './match-store.ts'

/**
 * Links a client's recipient to the contact that the user has chosen, replacing any earlier link.
 *
 * @param decided runs in the transaction that stores the link, so that both are stored or neither
 * @throws HttpError 404 for an unknown client or contact, 409 when the recipient is unknown
 */
export async function chooseForClient(
  platform: Platform,
  companyId: string,
  slug: string,
  uuid: string,
  contactId: number,
  decided: (tx: Db) => Promise<void>,
): Promise<{ client: string; contact: string }> {
  const found = await billedClient(platform.db, companyId, uuid)
  if (!found) throw notFound('Kunden finnes ikke.')
  const { client, decided: billed } = found
  if (!billed.ok) throw new HttpError(409, billed.problem.code, billed.problem.message)
  const { recipient } = billed
  return platform.db.transaction(async (tx) => {
    const inside = { ...platform, db: tx }
    const { name } = await chooseContact(inside, companyId, slug, recipient, contactId)
    await changeMatch(tx, { companyId, slug }, linked(recipient, contactId, name))
    await decided(tx)
    return { client: client.name, contact: name }
  })
}

/**
 * Rejects the contacts that the user was shown for a client. If other candidates remain, the user
 * is asked about them; otherwise the client is listed as missing in Fiken. No contact is created.
 * @returns the number of candidates left
 * @throws HttpError 404 for an unknown client or contact, 409 when the client's contact is no
 * longer uncertain
 */
export async function rejectForClient(
  { db, clock }: Platform,
  companyId: string,
  slug: string,
  uuid: string,
  contactIds: readonly number[],
): Promise<{ client: string; left: number }> {
  const book = { companyId, slug }
  return db.transaction(async (tx) => {
    const question = await questionAbout(tx, book, uuid)
    if (!question) {
      if (!(await clientFromMirror(tx, companyId, uuid))) throw notFound('Kunden finnes ikke.')
      throw new HttpError(409, 'not_uncertain', 'Kunden er ikke blant de usikre lenger.')
    }
    const seen = question.candidates.filter(({ contactId }) => contactIds.includes(contactId))
    if (seen.length === 0) throw notFound('Kontakten er ikke blant dem kunden kan være.')
    const recipient = { clientUuid: uuid, key: question.recipientKey, name: question.recipientName }
    const ids = seen.map(({ contactId }) => contactId)
    await saveRejected(tx, companyId, slug, recipient, ids, instant(clock))
    await dropLinkTo(tx, companyId, slug, recipient, ids)
    return { client: question.name, left: question.candidates.length - seen.length }
  })
}

/**
 * Clears a client's rejected contacts, so that they can be chosen again.
 *
 * @returns the list that the client is in now; null when it is in no list
 * @throws HttpError 404 for an unknown client
 */
export async function reconsiderClient(
  { db }: Platform,
  companyId: string,
  slug: string,
  uuid: string,
): Promise<{ client: string; kind: MatchKind | null }> {
  const book = { companyId, slug }
  const compared = await recipientCompared(db, book, uuid)
  if (!compared) throw notFound('Kunden finnes ikke.')
  const { name: client, recipientKey } = compared
  await dropRejected(db, companyId, { slug, clientUuid: uuid, recipientKey })
  return { client, kind: await kindOf(db, book, uuid) }
}
