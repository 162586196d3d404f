import type { Platform } from '../../platform/platform.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { configurationOf, type ConfigurationRow } from '../configuration/read-configuration.ts'
import { openFiken } from '../connections/open-clients.ts'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../platform/clock.ts'
import { GateBusy, GateClosed } from '../../platform/vendor-gate.ts'
import { chooseRecipient, isUnanswered, recipientChoice } from '../customers/choose-recipient.ts'
import { refreshContacts } from '../customers/mirror.ts'
import { retry } from './acts.ts'
import { startOfSameClient } from './alike-store.ts'
import type { JobSnapshot } from './snapshot.ts'
import { transferById, type TransferRow } from './store.ts'

/** Kundekø, from one transfer's side: who it is for, whom it may be, and the person's word. */

export async function customerChoice(platform: Platform, userId: string, id: string) {
  const { snapshot, slug, configuration } = await question(platform, userId, id)
  if (await isUnanswered(platform, userId, slug, snapshot)) await lookOnceMore(platform, userId, slug)
  const { recipient, why, candidates } = await recipientChoice(platform, userId, slug, snapshot, configuration)
  return {
    recipient: {
      name: recipient.name,
      address: recipient.address?.raw ?? '',
      email: recipient.email,
      phone: recipient.phone,
      organizationNumber: recipient.organizationNumber,
    },
    why,
    candidates: candidates.map(({ contact, contactId, name, organizationNumber, email, inactive, score }) => ({
      contactId,
      name,
      organizationNumber,
      email,
      inactive,
      score: Math.round(score),
      address: contact?.address
        ? [contact.address.street, `${contact.address.postalCode} ${contact.address.city}`.trim()].filter(Boolean).join(', ')
        : '',
    })),
  }
}

/** What Fiken shows by now is offered too; where it cannot be asked, what is known. */
async function lookOnceMore(platform: Platform, userId: string, slug: string): Promise<void> {
  try {
    const { client } = await openFiken(platform, userId, { interactive: true })
    await refreshContacts(platform, userId, client.company(slug), { changesOnly: true })
  } catch (error) {
    const isVendors =
      isExternalError(error) || error instanceof Refusal || error instanceof GateBusy || error instanceof GateClosed
    if (!isVendors) throw error
  }
}

/**
 * The others of the same client that wait in the customer queue go on too: each is matched anew.
 *
 * @throws Refusal 404, 409; what Fiken answers when a new contact is made
 */
export async function chooseCustomer(platform: Platform, userId: string, id: string, contactId: number | null) {
  const { row, snapshot, slug, configuration } = await question(platform, userId, id)
  const { client } = await openFiken(platform, userId, { interactive: true })
  const { name, known } = await chooseRecipient(platform, userId, client.company(slug), snapshot, contactId)
  await startOfSameClient(platform.db, row, { askedWhileOff: !configuration.isActive, now: instant(platform.clock) })
  await retry(platform, userId, id, { kind: 'follow_up' })
  const message = known
    ? `«${name}» er valgt, og overføringen er startet.`
    : `Fiken har ikke svart på om «${name}» ble opprettet. Vi ser etter kunden i Fiken, og overføringen fortsetter når vi vet det.`
  return { message, checking: !known }
}

async function question(platform: Platform, userId: string, id: string): Promise<Question> {
  const row = await transferById(platform.db, userId, id)
  if (!row?.snapshot || row.skipTransfer) throw notFound('Overføringen finnes ikke.')
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug) throw new Refusal(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.')
  return { row, snapshot: row.snapshot, slug, configuration }
}

interface Question {
  row: TransferRow
  snapshot: JobSnapshot
  slug: string
  configuration: ConfigurationRow
}
