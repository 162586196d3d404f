import type { MatchKind } from '#shared/contracts/customer-import'
import { instant } from '../../../platform/clock.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { clientFromMirror } from '../../mirrors/clients.ts'
import { dropLinkTo } from '../link-store.ts'
import { dropRejected, saveRejected } from '../rejection-store.ts'
import { kindOf, questionAbout, recipientCompared } from './match-queries.ts'

/**
 * Remembers that a client is none of these contacts, which a person has seen. Those that were not
 * seen are a question still; without any, the client is missing in Fiken. Nothing is made there.
 *
 * @returns how many are left to choose from
 * @throws HttpError 404 for an unknown client or contact, 409 when it is no question any more
 */
export async function rejectForClient(
  { db, clock }: Platform,
  userId: string,
  slug: string,
  uuid: string,
  contactIds: readonly number[],
): Promise<{ client: string; left: number }> {
  const book = { userId, slug }
  return db.transaction(async (tx) => {
    const question = await questionAbout(tx, book, uuid)
    if (!question) {
      if (!(await clientFromMirror(tx, userId, uuid))) throw notFound('Kunden finnes ikke.')
      throw new HttpError(409, 'not_uncertain', 'Kunden er ikke blant de usikre lenger.')
    }
    const seen = question.candidates.filter(({ contactId }) => contactIds.includes(contactId))
    if (seen.length === 0) throw notFound('Kontakten er ikke blant dem kunden kan være.')
    const recipient = { clientUuid: uuid, key: question.recipientKey, name: question.recipientName }
    const ids = seen.map(({ contactId }) => contactId)
    await saveRejected(tx, userId, slug, recipient, ids, instant(clock))
    await dropLinkTo(tx, userId, slug, recipient, ids)
    return { client: question.name, left: question.candidates.length - seen.length }
  })
}

/**
 * Takes back whom a person has said that a client is not: they can be chosen again.
 *
 * @returns in which list the client is now; null: in none
 * @throws HttpError 404 for an unknown client
 */
export async function reconsiderClient(
  { db }: Platform,
  userId: string,
  slug: string,
  uuid: string,
): Promise<{ client: string; kind: MatchKind | null }> {
  const book = { userId, slug }
  const compared = await recipientCompared(db, book, uuid)
  if (!compared) throw notFound('Kunden finnes ikke.')
  const { name: client, recipientKey } = compared
  await dropRejected(db, userId, { slug, clientUuid: uuid, recipientKey })
  return { client, kind: await kindOf(db, book, uuid) }
}
