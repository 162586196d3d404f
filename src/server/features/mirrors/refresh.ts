import type { FikenCompany } from '#clients/fiken/client'
import { isExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { causeOf } from '#shared/causes/index'
import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivityOnce } from '../activity-log/record.ts'
import { configurationOf } from '../configuration/queries.ts'
import { companyProfile } from '../connections/company/company-profile.ts'
import { openFiken, openServicem8 } from '../connections/tokens/open-clients.ts'
import { connectionOf } from '../connections/queries.ts'
import { causeForPerson, isPassing, isVendorTrouble } from '../connections/vendor-trouble.ts'
import { refreshClients } from './clients.ts'
import { refreshContacts } from './contacts.ts'
import { jobPartsNeeded, refreshJobParts } from './job-parts.ts'
import { refreshMaterials } from './materials.ts'
import { productsReadAt, refreshProducts } from './products.ts'
import { recordRun, scopesOf } from './schedule.ts'
import { refreshTaxRates } from './tax-rates.ts'

/**
 * The outcome of refreshing one mirror. `off` means that there is nothing to read from: not
 * connected, no company chosen, or the vendor is paused.
 */
export type Part = 'done' | 'failed' | 'off'

interface RefreshReport {
  taxRates: Part
  materials: Part
  clients: Part
  jobParts: Part
  contacts: Part
  products: Part
  company: Part
}

interface RefreshOptions {
  full?: boolean
  signal?: AbortSignal
}

const DAY_MS = 24 * 60 * 60_000
/** The minimum interval between two reports of the same cause to the user. */
const REPORT_AGAIN_MS = 7 * DAY_MS

interface Step<Source> {
  part: keyof RefreshReport
  /** The words inserted in "Kunne ikke hente … fra Fiken." */
  what: string
  run: (source: Source) => Promise<unknown>
}

/**
 * Refreshes all of a company's mirrors. An error in one part does not prevent the other parts.
 * Vendor errors are not thrown: a cause that only the user can fix is recorded in the activity log
 * once a week, an ended grant is shown on the connection, and temporary errors are retried later.
 */
export async function refreshMirrors(
  platform: Platform,
  companyId: string,
  options: RefreshOptions = {},
): Promise<RefreshReport> {
  const { full, signal } = options
  const report: RefreshReport = {
    taxRates: 'off',
    materials: 'off',
    clients: 'off',
    jobParts: 'off',
    contacts: 'off',
    products: 'off',
    company: 'off',
  }
  const { slug, key } = await scopesOf(platform.db, companyId)
  const context: Context = {
    platform,
    companyId,
    report,
    signal,
    cutShort: false,
    givenUp: new Set(),
  }
  const servicem8 = (steps: Step<ServiceM8Client>[]) =>
    runSteps(context, 'servicem8', steps, async () => {
      const { client } = await openServicem8(platform, companyId, { unhurried: true, signal })
      return client
    })
  const fiken = async (steps: Step<FikenCompany>[], unhurried = true) => {
    if (slug === null) return
    await runSteps(context, 'fiken', steps, async () => {
      const { client } = await openFiken(platform, companyId, { unhurried, signal })
      return client.company(slug)
    })
  }

  await servicem8([
    {
      part: 'taxRates',
      what: 'MVA-satser',
      run: (client) => refreshTaxRates(platform, companyId, client, { signal }),
    },
    {
      part: 'materials',
      what: 'produkter',
      run: (client) => refreshMaterials(platform, companyId, client, { full, signal }),
    },
  ])
  // The products come before whatever else is read from Fiken, and the first time without waiting
  // for a quiet moment, because a new user's products screen is empty until then.
  const isRead = slug !== null && (await productsReadAt(platform.db, companyId, slug)) !== null
  await fiken(
    [
      {
        part: 'products',
        what: 'produkter',
        run: (company) => refreshProducts(platform, companyId, company, { full, signal }),
      },
    ],
    isRead,
  )
  await servicem8([
    {
      part: 'clients',
      what: 'kunder',
      run: (client) => refreshClients(platform, companyId, client, { full, signal }),
    },
  ])
  await fiken([
    {
      part: 'contacts',
      what: 'kontakter',
      run: (company) => refreshContacts(platform, companyId, company, { full, signal }),
    },
    {
      part: 'company',
      what: 'opplysninger om selskapet',
      // A caller that needs a newer company profile reads the profile itself.
      run: ({ slug: chosen }) =>
        companyProfile(platform, companyId, chosen, {
          refresh: full ? 'now' : 'if-old',
          maxAgeMs: DAY_MS,
          signal,
        }),
    },
  ])
  // Job parts are read last, because their first read is by far the longest and no screen depends
  // on it.
  await servicem8([
    {
      part: 'jobParts',
      what: 'linjer og kontakter på jobbene',
      run: async (client) => {
        for (const kind of jobPartsNeeded(await configurationOf(platform.db, companyId)))
          await refreshJobParts(platform, companyId, client, kind, { full, signal })
      },
    },
  ])

  await recordRun(platform, companyId, {
    key,
    cutShort: context.cutShort || signal?.aborted === true,
  })
  return report
}

interface Context {
  platform: Platform
  companyId: string
  report: RefreshReport
  signal: AbortSignal | undefined
  /** True when something failed temporarily, so that the run should soon be repeated. */
  cutShort: boolean
  /** The vendors that are not asked again in this run, because they would fail again. */
  givenUp: Set<Vendor>
}

async function runSteps<Source>(
  context: Context,
  vendor: Vendor,
  steps: Step<Source>[],
  open: () => Promise<Source>,
): Promise<void> {
  const { platform, companyId, report, signal, givenUp } = context
  if (givenUp.has(vendor)) return
  const connection = await connectionOf(platform.db, companyId, vendor)
  const paused = connection?.pausedUntil && connection.pausedUntil.getTime() > platform.clock.now()
  if (connection?.status !== 'connected' || paused) return
  let source: Source | undefined
  for (const { part, what, run } of steps) {
    if (signal?.aborted) return
    try {
      source ??= await open()
      await run(source)
      report[part] = 'done'
    } catch (error) {
      if (!isVendorTrouble(error)) throw error
      report[part] = 'failed'
      platform.log.info({ err: error, companyId, vendor, part }, 'a mirror was not refreshed')
      await reportFailure(context, vendor, what, error)
      if (isPassing(error)) context.cutShort = true
      if (!concernsOnlyThis(error)) {
        givenUp.add(vendor)
        return
      }
    }
  }
}

/**
 * Returns true for a missing scope or a single malformed response. Any other error would occur
 * again in the vendor's next steps.
 */
function concernsOnlyThis(error: unknown): boolean {
  return (
    isExternalError(error, 'bad_answer', 'invalid', 'not_found') ||
    (isExternalError(error, 'forbidden') && error.vendor === 'servicem8')
  )
}

async function reportFailure(
  { platform, companyId }: Context,
  vendor: Vendor,
  what: string,
  error: unknown,
): Promise<void> {
  const cause = causeForPerson(error)
  if (cause === null) return
  const name = vendor === 'fiken' ? 'Fiken' : 'ServiceM8'
  const entry = {
    companyId,
    actor: null,
    type: 'integration',
    action: 'mirror_failed',
    description: `Kunne ikke hente ${what} fra ${name}. ${causeOf(cause).explanation}`,
    success: false,
    metadata: isExternalError(error) && error.details ? { error: error.details } : {},
    at: instant(platform.clock),
  } as const
  await recordActivityOnce(platform.db, entry, REPORT_AGAIN_MS)
}
