import { createFiken } from '#clients/fiken/client'
import { createFikenOAuth } from '#clients/fiken/oauth'
import type { Company } from '#clients/fiken/types'
import type { Clock } from '#clients/http/transport'
import { createServiceM8 } from '#clients/servicem8/client'
import { createServiceM8OAuth } from '#clients/servicem8/oauth'
import type { Config } from '#server/platform/config'
import { fikenLab, type FikenLab } from './fiken/fiken-lab.ts'
import type { Undo } from './lab.ts'
import { FIKEN_PACE, paced, SERVICEM8_PACE } from './pace.ts'
import { Refusal } from './refusal.ts'
import { LAB_SCOPES, servicem8Lab, type ServiceM8Lab } from './servicem8/servicem8-lab.ts'
import { openSession, type Consent } from './session.ts'
import { observing, rawRequests } from './wire.ts'

export interface OpenOptions {
  config: Pick<Config, 'fiken' | 'servicem8' | 'publicUrl'>
  consent: Consent
  clock: Clock
  undo: Undo
}

/**
 * Opens Fiken as the user who consents, in one of their test companies.
 * @param wanted the company's slug; if absent, there must be exactly one test company
 * @throws Refusal when Fiken does not mark the company as a test company
 */
export async function openFiken(
  { config: { fiken: config, publicUrl }, consent, clock, undo }: OpenOptions,
  wanted: string | undefined,
): Promise<FikenLab> {
  const common = shared('fiken', config, publicUrl, clock)
  const oauth = createFikenOAuth({ ...common.oauth, revokeUrl: config.revokeUrl })
  const session = await openSession({ vendor: 'Fiken', oauth, consent, clock, ...common.session })
  const client = createFiken({ ...common.client, apiUrl: config.apiUrl, token: session.token })
  try {
    const companies = await client.companies.list()
    const info = testCompany(companies, wanted)
    const raw = { ...common.client, vendor: 'fiken', token: session.token } as const
    const slug = encodeURIComponent(info.slug)
    return fikenLab(
      {
        ...common.lab,
        session,
        oauth,
        strangerOauth: createFikenOAuth({ ...common.oauth, clientSecret: WRONG_SECRET }),
        client,
        info,
        otherSlug:
          companies.find((one) => one.slug !== info.slug && one.testCompany && one.hasApiAccess)
            ?.slug ?? null,
        raw: rawRequests({ ...raw, baseUrl: `${config.apiUrl}/companies/${slug}` }),
        rawApi: rawRequests({ ...raw, baseUrl: config.apiUrl }),
      },
      { undo, clock },
    )
  } catch (error) {
    await oauth.revoke(session.tokens().accessToken).catch(() => undefined)
    throw error
  }
}

function testCompany(companies: readonly Company[], wanted: string | undefined): Company {
  const tests = companies.filter((company) => company.testCompany && company.hasApiAccess)
  const names = tests.map(({ slug }) => slug).join(', ') || 'none'
  if (wanted === undefined) {
    const [only, ...more] = tests
    if (only && more.length === 0) return only
    throw new Refusal(`Choose the test company with --company=<slug>. Test companies: ${names}.`)
  }
  const company = companies.find(({ slug }) => slug === wanted)
  if (!company)
    throw new Refusal(
      `Fiken shows no company ${wanted} to this person. Its test companies: ${names}. Was it ticked at the consent?`,
    )
  if (!company.testCompany)
    throw new Refusal(
      `${company.name} is not marked as a test company in Fiken (testCompany), so nothing is asked of it. Test companies: ${names}.`,
    )
  if (!company.hasApiAccess)
    throw new Refusal(`${company.name} lacks the API module: switch it on in Fiken first.`)
  return company
}

/**
 * Opens the ServiceM8 account that consents. ServiceM8 does not mark trial accounts, so the user
 * must name the account.
 * @throws Refusal if another account consented
 */
export async function openServicem8(
  { config: { servicem8: config, publicUrl }, consent, clock, undo }: OpenOptions,
  wanted: string | undefined,
): Promise<ServiceM8Lab> {
  if (wanted === undefined)
    throw new Refusal(
      'Name the trial account with --account="<its name in ServiceM8>": ServiceM8 does not mark trial accounts, and jobs are made in it.',
    )
  const common = shared('servicem8', config, publicUrl, clock)
  const oauth = createServiceM8OAuth(common.oauth)
  const session = await openSession({
    vendor: 'ServiceM8',
    oauth,
    scope: LAB_SCOPES,
    consent,
    clock,
    ...common.session,
  })
  const options = { ...common.client, apiUrl: config.apiUrl, token: session.token }
  const account = await createServiceM8(options).account()
  if (account.name.trim().toLowerCase() !== wanted.trim().toLowerCase())
    throw new Refusal(
      `The account that agreed is "${account.name}", not "${wanted}": nothing is asked of it.`,
    )
  return servicem8Lab(
    {
      ...common.lab,
      session,
      oauth,
      strangerOauth: createServiceM8OAuth({ ...common.oauth, clientSecret: WRONG_SECRET }),
      client: createServiceM8({ ...options, timeZone: account.timeZone }),
      account,
      raw: rawRequests({
        ...common.client,
        vendor: 'servicem8',
        baseUrl: config.apiUrl,
        token: session.token,
      }),
    },
    { undo },
  )
}

const WRONG_SECRET = 'not-the-secret-of-this-app'

function shared(
  vendor: 'fiken' | 'servicem8',
  config: Config['servicem8'],
  publicUrl: string,
  clock: Clock,
) {
  const variable = vendor.toUpperCase()
  if (!config.clientId || !config.clientSecret)
    throw new Refusal(
      `Set ${variable}_CLIENT_ID and ${variable}_CLIENT_SECRET (docs/going-live.md says where they come from).`,
    )
  const { fetch, observed } = observing(clock)
  const limiter = paced(vendor === 'fiken' ? FIKEN_PACE : SERVICEM8_PACE, clock)
  const userAgent = `Fakturabro verify (+${publicUrl})`
  const redirectUri = `${publicUrl}/api/auth/${vendor}/callback`
  const { clientId, clientSecret, authorizeUrl, tokenUrl } = config
  return {
    session: { redirectUri },
    lab: { observed, redirectUri },
    oauth: { clientId, clientSecret, authorizeUrl, tokenUrl, clock, limiter, fetch, userAgent },
    client: { clock, limiter, fetch, userAgent },
  }
}
