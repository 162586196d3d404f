import { CREATE_CONTACTS, LINK_CUSTOMERS } from '#shared/contracts/customer-import'
import { TRANSFER_TOPICS } from '#shared/live-topics'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf, type ConfigurationRow } from '../configuration/queries.ts'
import { openFiken, openServicem8 } from '../connections/tokens/open-clients.ts'
import { connectAgain } from '../connections/grant-words.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { grantNeeded } from '../connections/vendor-trouble.ts'
import { compareClients } from '../customers/import/compare-clients.ts'
import { createContact, type ContactMade } from '../customers/import/create-contact.ts'
import { decidedContacts } from '../customers/queries.ts'
import { clientContactsReadAt, clientsReadAt, refreshClients } from '../mirrors/clients.ts'
import { contactsReadAt, refreshContacts } from '../mirrors/contacts.ts'
import type { ItemOutcome, TaskKind, Work } from '../tasks/kind.ts'
import {
  resumeAfterCustomerChosen,
  resumeAfterCustomersFound,
} from '../transfers/actions/resume.ts'

/**
 * The subjects of the task's items. The items for portions of 500 clients run before `MATCH_REST`.
 */
export const READ_CLIENTS = 'clients'
export const READ_CONTACTS = 'contacts'
export const MATCH_REST = 'match:rest'

interface ImportParameters extends Record<string, unknown> {
  slug: string
  since: string
  /**
   * The times of the last complete reads before the task started; the comparison needs newer reads.
   */
  readBefore: ReadAt
}

interface ReadAt extends Record<string, string | null> {
  clients: string | null
  clientContacts: string | null
  contacts: string | null
}

/** Returns when clients, their contacts and Fiken's contacts were last read completely. */
export async function readAt(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  slug: string,
): Promise<ReadAt> {
  const written = (at: Date | null) => at?.toISOString() ?? null
  return {
    clients: written(await clientsReadAt(db, companyId)),
    clientContacts: written(await clientContactsReadAt(db, companyId)),
    contacts: written(await contactsReadAt(db, companyId, slug)),
  }
}

/**
 * The task that compares all clients with all contacts. It changes nothing in ServiceM8 or Fiken.
 */
export const linkCustomers: TaskKind<ImportParameters> = {
  name: LINK_CUSTOMERS,
  activity: 'integration',
  topics: ['customers', ...TRANSFER_TOPICS],
  read: ({ slug, since, readBefore }) => ({
    slug: String(slug),
    since: String(since),
    readBefore: readTimes(readBefore),
  }),
  title: () => 'Sammenlign kundene i ServiceM8 med kontaktene i Fiken',
  done: (_, count) => `${count} steg er gjort`,
  run: async (platform, work) => {
    const settings = await settingsFor(platform, work)
    if (work.subject === READ_CLIENTS) return readClients(platform, work)
    if (work.subject === READ_CONTACTS) return readContacts(platform, work)
    return compare(platform, work, settings)
  },
}

export const createMissing: TaskKind<{ slug: string }> = {
  name: CREATE_CONTACTS,
  activity: 'integration',
  topics: ['customers', ...TRANSFER_TOPICS],
  read: ({ slug }) => ({ slug: String(slug) }),
  title: (_, total) => `Lag ${customers(total)} i Fiken`,
  done: (_, count) => `${customers(count)} er i Fiken og koblet`,
  run: async (platform, work) => {
    const settings = await settingsFor(platform, work)
    return create(platform, work, settings)
  },
}

export const customerTasks: readonly TaskKind[] = [linkCustomers, createMissing]

export const customers = (count: number) => (count === 1 ? '1 kunde' : `${count} kunder`)

/**
 * Returns the company's configuration for the task.
 * @throws HttpError 409 when the user has chosen another company since the task was started
 */
async function settingsFor(
  { db }: Platform,
  { companyId, parameters }: Work<{ slug: string }>,
): Promise<ConfigurationRow> {
  const configuration = await configurationOf(db, companyId)
  if (configuration.fikenCompanySlug !== parameters.slug)
    throw new HttpError(
      409,
      'another_company',
      'Et annet selskap er valgt i Fiken siden dette ble startet.',
    )
  return configuration
}

async function readClients(
  platform: Platform,
  { companyId, signal }: Work<ImportParameters>,
): Promise<ItemOutcome> {
  try {
    const { client } = await openServicem8(platform, companyId, { unhurried: true, signal })
    await refreshClients(platform, companyId, client, { signal })
  } catch (error) {
    throw signal.aborted ? error : failure(error, 'Kundene i ServiceM8 ble ikke hentet.')
  }
  return { status: 'done', message: 'Kundene er hentet.' }
}

/**
 * Reads the complete list of contacts from Fiken, because a list of changes does not include
 * deletions.
 */
async function readContacts(
  platform: Platform,
  { companyId, parameters, signal }: Work<ImportParameters>,
): Promise<ItemOutcome> {
  try {
    const { client } = await openFiken(platform, companyId, { unhurried: true, signal })
    const company = client.company(parameters.slug)
    await refreshContacts(platform, companyId, company, { full: true, signal })
  } catch (error) {
    throw signal.aborted ? error : failure(error, 'Kontaktene i Fiken ble ikke hentet.')
  }
  return { status: 'done', message: 'Kontaktene er hentet.' }
}

async function compare(
  platform: Platform,
  { companyId, subject, parameters, signal }: Work<ImportParameters>,
  { enableFuzzyCustomerMatch, customerMatchThreshold }: ConfigurationRow,
): Promise<ItemOutcome> {
  const { slug, since, readBefore } = parameters
  const now = await readAt(platform, companyId, slug)
  const unread = (['clients', 'clientContacts', 'contacts'] as const).find(
    (list) => now[list] === null || now[list] === readBefore[list],
  )
  if (unread !== undefined)
    throw new HttpError(
      409,
      'not_read',
      `${unread === 'contacts' ? 'Kontaktene i Fiken' : 'Kundene i ServiceM8'} ble ikke hentet, så ingenting er sammenlignet. Start på nytt.`,
    )
  const { linked, uncertain, missing } = await compareClients(
    platform,
    {
      companyId,
      slug,
      since: new Date(since),
      settings: { enableFuzzyCustomerMatch, customerMatchThreshold },
    },
    { rest: subject === MATCH_REST, signal },
  )
  const found = `${linked} koblet, ${uncertain} usikre og ${missing} uten kontakt i Fiken.`
  const waited = subject === MATCH_REST ? await resumeFound(platform, companyId, slug) : 0
  return { status: 'done', message: `${found}${resumed(waited)}` }
}

/**
 * Resumes all jobs whose client is linked. Clients might have been linked before this task, by a
 * comparison that was cancelled or run while the integration was off.
 */
async function resumeFound(platform: Platform, companyId: string, slug: string): Promise<number> {
  const decided = await decidedContacts(platform.db, companyId, slug)
  const clientUuids = decided.map(({ clientUuid }) => clientUuid)
  return resumeAfterCustomersFound(platform, companyId, [...new Set(clientUuids)])
}

async function create(
  platform: Platform,
  { companyId, subject, parameters, begunBefore, signal }: Work<{ slug: string }>,
  settings: ConfigurationRow,
): Promise<ItemOutcome> {
  const outcome = await made(platform, companyId, parameters.slug, subject, settings, signal)
  if (outcome.kind === 'uncertain')
    return { status: 'left_alone', message: outcome.why, code: 'uncertain' }
  const waited = await resumeAfterCustomerChosen(platform, companyId, subject)
  const also = resumed(waited)
  if (outcome.kind === 'linked_before')
    return begunBefore
      ? { status: 'done', message: `Kontakten er i Fiken.${also}` }
      : { status: 'left_alone', message: 'Er koblet i mellomtiden.', code: 'linked' }
  const message =
    outcome.kind === 'made'
      ? `«${outcome.name}» er opprettet i Fiken.`
      : `«${outcome.name}» var i Fiken, og er koblet.`
  return { status: 'done', message: `${message}${also}` }
}

async function made(
  platform: Platform,
  companyId: string,
  slug: string,
  uuid: string,
  settings: ConfigurationRow,
  signal: AbortSignal,
): Promise<ContactMade> {
  try {
    const { client } = await openFiken(platform, companyId, { signal })
    return await createContact(platform, companyId, client.company(slug), uuid, settings, signal)
  } catch (error) {
    throw isDeadGrant(error) ? failure(error, 'Kontakten ble ikke laget.') : error
  }
}

/**
 * Converts a failure to the error shown on the task's item. If a connection has expired or been
 * revoked, the text tells the user to reconnect and try again, because a finished task does not
 * resume by itself.
 */
function failure(error: unknown, what: string): unknown {
  const vendor = grantNeeded(error)
  if (!vendor || !isDeadGrant(error)) return vendorFailure(error, what)
  return new HttpError(
    401,
    `reauthorize_${vendor}`,
    `${what} ${connectAgain(vendor)}, og prøv igjen.`,
  )
}

/**
 * Returns true if a connection has expired or been revoked, and false if it was never connected.
 */
const isDeadGrant = (error: unknown): boolean =>
  grantNeeded(error) !== null &&
  !(error instanceof HttpError && error.code.startsWith('authorize_'))

export const resumed = (count: number) =>
  count === 0 ? '' : ` ${jobs(count)} som ventet, er satt i kø.`

const jobs = (count: number) => (count === 1 ? '1 jobb' : `${count} jobber`)

function readTimes(stored: unknown): ReadAt {
  const times: Record<string, unknown> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const time = (list: string) => (typeof times[list] === 'string' ? times[list] : null)
  return {
    clients: time('clients'),
    clientContacts: time('clientContacts'),
    contacts: time('contacts'),
  }
}
