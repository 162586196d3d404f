import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { notFound, HttpError } from '../../../platform/http-error.ts'
import { instant } from '../../../platform/clock.ts'
import { LimiterBusy, LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { configurationOf, type ConfigurationRow } from '../../configuration/queries.ts'
import { openFiken } from '../../connections/open-clients.ts'
import { chooseRecipient, isUnanswered, recipientChoice } from '../../customers/choose-recipient.ts'
import { refreshContacts } from '../../mirrors/contacts.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { transferById } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { underLock } from './act.ts'
import { factsFor } from './overrule.ts'
import { tryLaneNow } from './resume.ts'
import { startLocked } from './retry.ts'
import { countOfSameClient, startOfSameClient } from './same-question-store.ts'

/** Kundekø, for one transfer: who it is for, who it may be, and the person's choice. */

export async function customerChoice(platform: Platform, userId: string, id: string) {
  const { row, snapshot, slug, configuration } = await question(platform, userId, id)
  if (await isUnanswered(platform, userId, slug, snapshot))
    await lookOnceMore(platform, userId, slug)
  const { recipient, why, candidates } = await recipientChoice(
    platform,
    userId,
    slug,
    snapshot,
    configuration,
  )
  return {
    recipient: {
      name: recipient.name,
      address: recipient.address?.raw ?? '',
      email: recipient.email,
      phone: recipient.phone,
      organizationNumber: recipient.organizationNumber,
    },
    why,
    jobs: 1 + (await countOfSameClient(platform.db, row)),
    candidates: candidates.map(
      ({ contact, contactId, name, organizationNumber, email, inactive, score, comparison }) => ({
        contactId,
        name,
        organizationNumber,
        email,
        inactive,
        score: Math.round(score),
        comparison,
        address: contact?.address
          ? [contact.address.street, `${contact.address.postalCode} ${contact.address.city}`.trim()]
              .filter(Boolean)
              .join(', ')
          : '',
      }),
    ),
  }
}

/** Contacts that Fiken has by now are offered too; if it cannot be asked, only the known ones. */
async function lookOnceMore(platform: Platform, userId: string, slug: string): Promise<void> {
  try {
    const { client } = await openFiken(platform, userId, { interactive: true })
    await refreshContacts(platform, userId, client.company(slug), { changesOnly: true })
  } catch (error) {
    const isVendors =
      isExternalError(error) ||
      error instanceof HttpError ||
      error instanceof LimiterBusy ||
      error instanceof LimiterClosed
    if (!isVendors) throw error
  }
}

/**
 * The others of the same client that wait in the customer queue go on too: each is matched again.
 * They are started in the transaction that stores the choice, so that a killed process leaves
 * either a question or an answer, never jobs that wait for what has been said.
 *
 * @throws HttpError 404, 409; what Fiken answers when a new contact is made
 */
export async function chooseCustomer(
  platform: Platform,
  userId: string,
  id: string,
  contactId: number | null,
) {
  const { row, snapshot, slug, configuration } = await question(platform, userId, id)
  const { client } = await openFiken(platform, userId, { interactive: true })
  const how = { askedWhileOff: !configuration.isActive, now: instant(platform.clock) }
  const started: { all: Started | null } = { all: null }
  const { name, known } = await chooseRecipient(
    platform,
    userId,
    client.company(slug),
    snapshot,
    contactId,
    async (tx) => {
      started.all = await startAll({ ...platform, db: tx }, row, how)
    },
  )
  // Nothing was stored: it was decided before, or it is not known yet.
  const { others, refused } =
    started.all ??
    (await platform.db.transaction((tx) => startAll({ ...platform, db: tx }, row, how)))
  if (refused) throw refused
  await tryLaneNow(platform, userId)
  const message = known
    ? `«${name}» er valgt, og ${others === 0 ? 'overføringen er startet' : `${1 + others} jobber er satt i kø`}.`
    : `Fiken har ikke svart på om «${name}» ble opprettet. Vi ser etter kunden i Fiken, og overføringen fortsetter når vi vet det.`
  return { message, checking: !known }
}

interface Started {
  others: number
  /** Why the one that was asked about was not: what has been said is kept all the same. */
  refused: HttpError | null
}

async function startAll(
  inside: Platform,
  asked: TransferRow,
  how: { askedWhileOff: boolean; now: Date },
): Promise<Started> {
  const { id, userId } = asked
  const others = await startOfSameClient(inside.db, asked, how)
  try {
    const starter = { kind: 'follow_up' } as const
    const known = await factsFor(inside, asked, starter)
    const answer = await underLock(inside, userId, id, (locked, row) =>
      startLocked(locked, row, known, starter),
    )
    return { others, refused: answer instanceof HttpError ? answer : null }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { others, refused: error }
  }
}

async function question(platform: Platform, userId: string, id: string): Promise<Question> {
  const row = await transferById(platform.db, userId, id)
  if (!row?.snapshot || row.skipTransfer) throw notFound('Overføringen finnes ikke.')
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug)
    throw new HttpError(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.')
  return { row, snapshot: row.snapshot, slug, configuration }
}

interface Question {
  row: TransferRow
  snapshot: JobSnapshot
  slug: string
  configuration: ConfigurationRow
}
