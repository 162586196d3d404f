import type { Platform } from '../../platform/platform.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { openFiken } from '../connections/open-clients.ts'
import { chooseRecipient, recipientChoice } from '../customers/choose-recipient.ts'
import { retry } from './acts.ts'
import { transferById } from './store.ts'

/** Kundekø, from one transfer's side: who it is for, whom it may be, and the person's word. */

export async function customerChoice(platform: Platform, userId: string, id: string) {
  const { snapshot, slug, configuration } = await question(platform, userId, id)
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

/** @throws Refusal 404, 409; what Fiken answers when a new contact is made */
export async function chooseCustomer(platform: Platform, userId: string, id: string, contactId: number | null): Promise<string> {
  const { snapshot, slug } = await question(platform, userId, id)
  const { client } = await openFiken(platform, userId, { interactive: true })
  const name = await chooseRecipient(platform, userId, client.company(slug), snapshot, contactId)
  await retry(platform, userId, id, { kind: 'follow_up' })
  return `«${name}» er valgt, og overføringen er startet.`
}

async function question(platform: Platform, userId: string, id: string) {
  const row = await transferById(platform.db, userId, id)
  if (!row?.snapshot || row.skipTransfer) throw notFound('Overføringen finnes ikke.')
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug) throw new Refusal(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.')
  return { snapshot: row.snapshot, slug, configuration }
}
