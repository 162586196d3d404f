import type { PostalAddress } from '#clients/fiken/types'
import { jobTitle } from '#shared/transfer-display'
import type { Db } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound, HttpError } from '../../../platform/http-error.ts'
import { instant } from '../../../platform/clock.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf, type ConfigurationRow } from '../../configuration/queries.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { fullAddress, type ParsedAddress } from '../../customers/reading/address.ts'
import { chooseForJob, dropAskedForJob } from '../../customers/deciding/choose-for-job.ts'
import type { ChosenForJob } from '../../customers/deciding/plan-recipient.ts'
import { chooseRecipient, type Chosen } from '../../customers/deciding/choose-recipient.ts'
import { recipientChoice } from '../../customers/deciding/recipient-choice.ts'
import { detailsOf } from '../../customers/matching/comparison.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { transferById } from '../queries.ts'
import { lockTransfer } from '../store.ts'
import { dropChosenRecipient, setChosenRecipient } from './recipient-store.ts'
import type { TransferRow } from '../tables.ts'
import { underLock } from '../act.ts'
import { lookBeforeChoice } from './look-at-candidates.ts'
import { factsFor } from './overrule.ts'
import { tryLaneNow } from '../lane.ts'
import { startLocked } from './retry.ts'
import { countOfSameClient, draftsAs, startOfSameClient } from './same-question-store.ts'

export async function customerChoice(platform: Platform, companyId: string, id: string) {
  const { row, snapshot, slug, configuration } = await question(platform, companyId, id)
  await lookBeforeChoice(platform, row)
  const { recipient, why, candidates, doubted } = await recipientChoice(
    platform,
    companyId,
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
      parts: partsOf(recipient.address),
    },
    why,
    drafts: doubted ? await draftsAs(platform.db, row, slug, doubted.contactId) : [],
    job: jobTitle(row.servicem8Data, row.servicem8JobId),
    jobs: 1 + (await countOfSameClient(platform.db, row)),
    isAsked: isAsked(row),
    candidates: candidates.map((candidate) => {
      const { contact, contactId, name, organizationNumber, email, inactive } = candidate
      return {
        contactId,
        name,
        organizationNumber,
        email,
        phone: contact?.phone ?? '',
        inactive,
        details: contact ? detailsOf(recipient, contact, candidate) : [],
        address: contact?.address ? addressOf(contact.address) : '',
      }
    }),
  }
}

function addressOf({ street, street2, postalCode, city }: PostalAddress): string {
  return [street, street2, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ')
}

function partsOf(address: ParsedAddress | null) {
  const full = fullAddress(address)
  if (!full) return null
  const { street, street2, postalCode, city, country } = full
  return { address: [street, street2].filter(Boolean).join(', '), postalCode, city, country }
}

interface Choice {
  contactId: number | null
  /** True to use the choice for this recipient from now on; false to use it for this job alone. */
  always: boolean
  /** True to refuse when somebody else has answered meanwhile. */
  onlyIfAsked: boolean
}

/**
 * Stores the user's choice of a customer and starts the jobs that waited for it, in one
 * transaction, so that a killed process never leaves jobs waiting for a choice that has been made.
 * @throws HttpError 404, 409 (also when the choice was made elsewhere); Fiken's errors when a new
 * contact is created
 */
export async function chooseCustomer(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  choice: Choice,
) {
  const asked = await question(platform, companyId, id)
  if (choice.onlyIfAsked && !isAsked(asked.row)) throw answeredBefore()
  const choose = choice.always ? chooseForAll : chooseForOne
  const { name, known, others, refused } = await choose(platform, asked, { ...choice, actor })
  if (refused) throw refused
  await tryLaneNow(platform, companyId)
  const message = known
    ? `«${name}» er valgt, og ${others === 0 ? 'overføringen er startet' : `${1 + others} jobber er satt i kø`}.`
    : `Fiken har ikke svart på om «${name}» ble opprettet. Vi ser etter kunden i Fiken, og overføringen fortsetter når vi vet det.`
  return { message, checking: !known }
}

type ChoiceBy = Choice & { actor: Actor | null }

type Refused = HttpError | null

interface Started {
  others: number
  refused: Refused
}

async function chooseForAll(
  platform: Platform,
  { row, snapshot, slug, configuration }: Question,
  choice: ChoiceBy,
): Promise<Chosen & Started> {
  const { companyId } = row
  const { contactId } = choice
  const { client } = await openFiken(platform, companyId, { interactive: true })
  const how = { askedWhileOff: !configuration.isActive, now: instant(platform.clock) }
  const startAll = async (tx: Db): Promise<Started> => {
    const inside = { ...platform, db: tx }
    await lockAsked(tx, row, choice)
    if (contactId !== null) await dropAskedForJob(tx, companyId, slug, row.servicem8JobId)
    const others = await startOfSameClient(tx, row, how)
    return { others, refused: await startAsked(inside, row, null, choice) }
  }
  const started: { all: Started | null } = { all: null }
  const company = client.company(slug)
  const chosen = await chooseRecipient(
    platform,
    companyId,
    company,
    snapshot,
    contactId,
    async (tx) => {
      started.all = await startAll(tx)
    },
  )
  // No choice was stored: it had been made before, or Fiken has not confirmed the new contact.
  return { ...chosen, ...(started.all ?? (await platform.db.transaction(startAll))) }
}

/**
 * Stores the choice for this job alone. No other transfer is started, and the recipient's next job
 * waits for a choice again.
 */
async function chooseForOne(
  platform: Platform,
  { row, snapshot, slug }: Question,
  choice: ChoiceBy,
): Promise<Chosen & Started> {
  const { companyId, servicem8JobId: jobUuid } = row
  const { client } = await openFiken(platform, companyId, { interactive: true })
  const started: Started = { others: 0, refused: null }
  const chosen = await chooseForJob(
    platform,
    companyId,
    client.company(slug),
    snapshot,
    { jobUuid, contactId: choice.contactId },
    async (tx, forJob) => {
      await lockAsked(tx, row, choice)
      started.refused = await startAsked({ ...platform, db: tx }, row, forJob, choice)
    },
  )
  return { ...chosen, ...started }
}

const isAsked = ({ status, pendingReason }: TransferRow) =>
  status === 'pending' && pendingReason === 'ambiguous_customer'

const answeredBefore = () =>
  new HttpError(409, 'already_answered', 'Kunden er allerede valgt et annet sted.')

/** Locks the row. Throws if the choice was for an open question that has been answered meanwhile. */
async function lockAsked(
  tx: Db,
  { id, companyId }: TransferRow,
  { contactId, onlyIfAsked }: Choice,
): Promise<void> {
  await lockTransfer(tx, companyId, id)
  // A new contact has been created by now, and is kept.
  if (!onlyIfAsked || contactId === null) return
  const now = await transferById(tx, companyId, id)
  if (!now || !isAsked(now)) throw answeredBefore()
}

async function startAsked(
  inside: Platform,
  asked: TransferRow,
  chosen: ChosenForJob | null,
  { actor }: ChoiceBy,
): Promise<Refused> {
  const { id, companyId } = asked
  await setChosenRecipient(inside.db, asked, chosen, instant(inside.clock))
  try {
    const starter = { kind: 'follow_up', actor } as const
    const known = await factsFor(inside, asked, starter)
    const answer = await underLock(inside, companyId, id, (locked, row) =>
      startLocked(locked, row, known, starter),
    )
    return answer instanceof HttpError ? answer : null
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return error
  }
}

/**
 * Deletes the recipient chosen for a job, which is matched again at the job's next transfer. If
 * Fiken was asked to create a contact, the response is still awaited, so that no second contact is
 * created. Returns false when none was chosen.
 */
export function forgetCustomer(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<boolean> {
  return dropChosenRecipient(platform.db, { id, companyId }, instant(platform.clock))
}

async function question(platform: Platform, companyId: string, id: string): Promise<Question> {
  const row = await transferById(platform.db, companyId, id)
  if (!row?.snapshot || row.skipTransfer) throw notFound('Overføringen finnes ikke.')
  const configuration = await configurationOf(platform.db, companyId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  return { row, snapshot: row.snapshot, slug, configuration }
}

interface Question {
  row: TransferRow
  snapshot: JobSnapshot
  slug: string
  configuration: ConfigurationRow
}
