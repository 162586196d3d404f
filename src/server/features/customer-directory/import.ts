import type { MatchKind, MatchRow } from '#shared/contracts/customer-import'
import { LINK_CUSTOMERS, ROWS_A_PAGE } from '#shared/contracts/customer-import'
import type { Task } from '#shared/contracts/tasks'
import { instant } from '../../platform/clock.ts'
import { HttpError, notFound } from '../../platform/http-error.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { noCompany } from '../configuration/no-company.ts'
import { configurationOf } from '../configuration/queries.ts'
import { connectionsOf } from '../connections/queries.ts'
import { billedClients } from '../customers/import/billed-clients.ts'
import {
  chooseForClient,
  reconsiderClient,
  rejectForClient,
} from '../customers/import/choose-contact.ts'
import { PORTION } from '../customers/import/compare-clients.ts'
import {
  countMatches,
  lastMatchedAt,
  matchRows,
  stillMissing,
} from '../customers/import/match-queries.ts'
import { latestTaskOf } from '../tasks/queries.ts'
import { readTask } from '../tasks/read-task.ts'
import { startTask } from '../tasks/start-task.ts'
import { startForCustomer } from '../transfers/actions/resume.ts'
import { wakeLaneOf } from '../transfers/lane.ts'
import {
  createMissing,
  customers,
  customerTasks,
  linkCustomers,
  MATCH_REST,
  READ_CLIENTS,
  READ_CONTACTS,
  readAt,
  resumed,
} from './import-tasks.ts'

interface Started {
  message: string
  taskId: string
  started: boolean
}

/**
 * Starts the task that compares all clients with all contacts.
 *
 * @throws HttpError 409 when ServiceM8 or Fiken is not connected, or no company is chosen
 */
export async function startImport(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<Started> {
  const { servicem8, fiken } = await connectionsOf(platform.db, companyId)
  if (servicem8?.status !== 'connected')
    throw new HttpError(
      409,
      'authorize_servicem8',
      'Koble til ServiceM8 under Konfigurasjoner først.',
    )
  if (fiken?.status !== 'connected')
    throw new HttpError(409, 'authorize_fiken', 'Koble til Fiken under Konfigurasjoner først.')
  const slug = await companyOf(platform, companyId)
  // Before the first import no client is known, so the task has only the last item, which compares
  // all clients.
  const known = (await billedClients(platform.db, companyId)).length
  const portions = Array.from({ length: Math.floor(known / PORTION) }, (_, n) => ({
    subject: `match:${n}`,
    title: `Kunde ${n * PORTION + 1}–${(n + 1) * PORTION} sammenlignes`,
  }))
  const { id, started } = await startTask(platform, companyId, {
    actor,
    kind: linkCustomers,
    parameters: {
      slug,
      since: instant(platform.clock).toISOString(),
      readBefore: await readAt(platform, companyId, slug),
    },
    items: [
      { subject: READ_CLIENTS, title: 'Kundene i ServiceM8 hentes' },
      { subject: READ_CONTACTS, title: 'Kontaktene i Fiken hentes' },
      ...portions,
      {
        subject: MATCH_REST,
        title: portions.length > 0 ? 'Resten av kundene sammenlignes' : 'Kundene sammenlignes',
      },
    ],
    rule: slug,
  })
  const message = started
    ? 'Kundene blir sammenlignet med kontaktene i Fiken.'
    : 'Kundene blir allerede sammenlignet.'
  return { message, taskId: id, started }
}

export async function readImport(
  platform: Platform,
  companyId: string,
): Promise<{
  task: Task | null
  matchedAt: string | null
  counts: Record<MatchKind, number>
}> {
  const { db } = platform
  const latest = await latestTaskOf(db, companyId, LINK_CUSTOMERS)
  const task = latest && (await readTask(platform, customerTasks, companyId, latest.id))
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  if (slug === null)
    return { task, matchedAt: null, counts: { linked: 0, uncertain: 0, missing: 0 } }
  const book = { companyId, slug }
  const matchedAt = await lastMatchedAt(db, book)
  return { task, matchedAt: matchedAt?.toISOString() ?? null, counts: await countMatches(db, book) }
}

export async function readImportRows(
  { db }: Platform,
  companyId: string,
  { kind, page }: { kind: MatchKind; page: number },
): Promise<{ rows: MatchRow[]; total: number }> {
  const { fikenCompanySlug: slug } = await configurationOf(db, companyId)
  if (slug === null) return { rows: [], total: 0 }
  const book = { companyId, slug }
  const offset = (page - 1) * ROWS_A_PAGE
  const rows = await matchRows(db, book, { kind, limit: ROWS_A_PAGE, offset })
  return { rows, total: (await countMatches(db, book))[kind] }
}

/**
 * Links a client to the contact that the user has chosen, and starts the jobs that waited for the
 * choice.
 * @throws HttpError 404 when the user has no such client or contact, 409 when no company is chosen
 * or the recipient is unknown
 */
export async function chooseContact(
  platform: Platform,
  companyId: string,
  { uuid, contactId }: { uuid: string; contactId: number },
): Promise<{ message: string; resumed: number }> {
  const slug = await companyOf(platform, companyId)
  let waited = 0
  const { client, contact } = await chooseForClient(
    platform,
    companyId,
    slug,
    uuid,
    contactId,
    async (tx) => {
      waited = await startForCustomer({ ...platform, db: tx }, companyId, uuid)
    },
  )
  if (waited > 0) wakeLaneOf(platform, companyId)
  const message = `«${client}» er koblet til «${contact}» i Fiken.${resumed(waited)}`
  return { message, resumed: waited }
}

/**
 * Records that none of the given contacts is the client. `left` is the number of similar contacts
 * that remain.
 * @throws HttpError 404 when the user has no such client or contact, 409 when no company is chosen
 * or the client's contact is no longer in doubt
 */
export async function rejectContacts(
  platform: Platform,
  companyId: string,
  { uuid, contactIds }: { uuid: string; contactIds: readonly number[] },
): Promise<{ message: string; left: number }> {
  const slug = await companyOf(platform, companyId)
  const { client, left } = await rejectForClient(platform, companyId, slug, uuid, contactIds)
  const message =
    left === 0
      ? `«${client}» står blant dem som mangler i Fiken. Ingenting er laget der.`
      : `${left === 1 ? 'Én kontakt' : `${left} kontakter`} til i Fiken ligner på «${client}».`
  return { message, left }
}

/**
 * Clears a client's rejected contacts, so that they can be chosen again. `kind` is the list that
 * the client is in now.
 * @throws HttpError 404 when the user has no such client, 409 when no company is chosen
 */
export async function reconsiderCustomer(
  platform: Platform,
  companyId: string,
  uuid: string,
): Promise<{ message: string; kind: MatchKind | null }> {
  const slug = await companyOf(platform, companyId)
  const { client, kind } = await reconsiderClient(platform, companyId, slug, uuid)
  const message =
    kind === 'uncertain'
      ? `Kontaktene som ligner på «${client}», kan velges igjen.`
      : kind === 'linked'
        ? `«${client}» er koblet til en kontakt i Fiken.`
        : `Ingen kontakt i Fiken ligner på «${client}».`
  return { message, kind }
}

/**
 * Starts a task that creates contacts for the given clients that are missing in Fiken.
 * @throws HttpError 404 when none of the clients is missing in Fiken, 409 when no company is chosen
 */
export async function createContacts(
  platform: Platform,
  companyId: string,
  actor: Actor,
  uuids: readonly string[],
): Promise<Started> {
  const slug = await companyOf(platform, companyId)
  const missing = await stillMissing(platform.db, { companyId, slug }, uuids)
  if (missing.length === 0) throw notFound('Ingen av kundene mangler i Fiken lenger.')
  const { id, started } = await startTask(platform, companyId, {
    actor,
    kind: createMissing,
    parameters: { slug },
    items: missing.map(({ uuid, name }) => ({ subject: uuid, title: name })),
  })
  const message = started
    ? `${customers(missing.length)} er satt i kø.`
    : 'Dette er i gang allerede.'
  return { message, taskId: id, started }
}

async function companyOf({ db }: Platform, companyId: string): Promise<string> {
  const { fikenCompanySlug: slug, requiresCompanySelection } = await configurationOf(db, companyId)
  if (slug === null || requiresCompanySelection) throw noCompany()
  return slug
}
