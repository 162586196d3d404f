import { FOUND_BY, type Decision } from '#shared/contracts/customers'
import { notFound } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { forgetDecision } from '../customers/deciding/choose-recipient.ts'
import { decidedContacts, rejectedRecipients } from '../customers/queries.ts'
import { clientsFor } from '../mirrors/clients.ts'
import { forgetCustomer } from '../transfers/actions/choose-customer.ts'
import { chosenForJobs } from '../transfers/queries.ts'

/**
 * Returns the linked and rejected contacts in the chosen company, the user's own decisions first.
 */
export async function readDecisions(platform: Platform, companyId: string): Promise<Decision[]> {
  const { db } = platform
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  if (slug === null) return []
  const clients = await clientsFor(db, companyId)
  const names = new Map(clients.map(({ client }) => [client.uuid, client.name]))
  const linked = (await decidedContacts(db, companyId, slug)).map(({ name, foundBy, ...link }) => ({
    ...link,
    contactName: name ?? '',
    foundBy: FOUND_BY.find((known) => known === foundBy) ?? ('fuzzy' as const),
    forJob: null,
  }))
  const keys = new Set(linked.map(keyOf))
  const rejected = (await rejectedRecipients(db, companyId, slug))
    .filter((one) => !keys.has(keyOf(one)))
    .map((one) => ({
      ...one,
      contactId: null,
      contactName: '',
      foundBy: 'rejected' as const,
      forJob: null,
    }))
  const single = (await chosenForJobs(db, companyId, slug)).map(({ id, title, chosen }) => ({
    clientUuid: chosen.clientUuid,
    recipientKey: chosen.recipientKey,
    recipientName: chosen.recipientName,
    contactId: chosen.contactId,
    contactName: chosen.contactName,
    foundBy: 'person' as const,
    forJob: { transferId: id, title },
    at: new Date(chosen.at),
  }))
  return [...linked, ...rejected, ...single]
    .map(({ at, ...one }) => ({
      ...one,
      clientName: names.get(one.clientUuid) ?? '',
      at: at.toISOString(),
    }))
    .sort(
      (one, other) =>
        Number(isPersons(other)) - Number(isPersons(one)) ||
        (one.clientName || one.recipientName).localeCompare(
          other.clientName || other.recipientName,
          'nb',
        ),
    )
}

const keyOf = ({ clientUuid, recipientKey }: { clientUuid: string; recipientKey: string }) =>
  JSON.stringify([clientUuid, recipientKey])

const FORGOTTEN = 'Valget er alt glemt.'

const isPersons = ({ foundBy }: Pick<Decision, 'foundBy'>) =>
  foundBy === 'person' || foundBy === 'rejected'

/**
 * Deletes a decision about a customer's contact, so that the recipient is matched again at the
 * customer's next job. Completed transfers are not changed.
 * @throws HttpError 404 when the decision has already been deleted
 */
export async function undoDecision(
  platform: Platform,
  companyId: string,
  { transferId, ...decision }: { clientUuid: string; recipientKey: string; transferId?: string },
): Promise<string> {
  if (transferId !== undefined) {
    if (!(await forgetCustomer(platform, companyId, transferId))) throw notFound(FORGOTTEN)
    return 'Valget er glemt. Overføres jobben igjen, sammenlignes kunden på nytt med kontaktene i Fiken.'
  }
  const { fikenCompanySlug: slug } = await configurationOf(platform.db, companyId)
  if (slug === null || !(await forgetDecision(platform, companyId, { slug, ...decision })))
    throw notFound(FORGOTTEN)
  return 'Valget er glemt. Neste jobb for kunden sammenlignes på nytt med kontaktene i Fiken.'
}
