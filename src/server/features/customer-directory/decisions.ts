import { FOUND_BY, type Decision } from '#shared/contracts/customers'
import { notFound } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { forgetDecision } from '../customers/choose-recipient.ts'
import { decidedContacts } from '../customers/queries.ts'
import { clientsFor } from '../mirrors/clients.ts'

/** Who the clients have been decided to be in the chosen company: a person's decisions first. */
export async function readDecisions(platform: Platform, userId: string): Promise<Decision[]> {
  const { db } = platform
  const { fikenCompanySlug: slug } = await configurationOf(db, userId)
  if (slug === null) return []
  const clients = await clientsFor(db, userId)
  const names = new Map(clients.map(({ client }) => [client.uuid, client.name]))
  const decided = await decidedContacts(db, userId, slug)
  return decided
    .map(({ clientUuid, recipientKey, recipientName, contactId, foundBy, at, name }) => ({
      clientUuid,
      clientName: names.get(clientUuid) ?? '',
      recipientKey,
      recipientName,
      contactId,
      contactName: name ?? '',
      foundBy: FOUND_BY.find((known) => known === foundBy) ?? 'fuzzy',
      at: at.toISOString(),
    }))
    .sort(
      (one, other) =>
        Number(other.foundBy === 'person') - Number(one.foundBy === 'person') ||
        (one.clientName || one.recipientName).localeCompare(
          other.clientName || other.recipientName,
          'nb',
        ),
    )
}

/**
 * The next job of this recipient is matched anew; transfers that are done stay as they are.
 *
 * @throws HttpError 404 when it is forgotten already
 */
export async function undoDecision(
  platform: Platform,
  userId: string,
  decision: { clientUuid: string; recipientKey: string },
): Promise<string> {
  const { fikenCompanySlug: slug } = await configurationOf(platform.db, userId)
  if (slug === null || !(await forgetDecision(platform, userId, { slug, ...decision })))
    throw notFound('Valget er alt glemt.')
  return 'Valget er glemt. Neste jobb for kunden sammenlignes på nytt med kontaktene i Fiken.'
}
