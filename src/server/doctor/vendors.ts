import { createFikenOAuth } from '#clients/fiken/oauth'
import { isExternalError } from '#clients/http/external-error'
import { networkReason } from '#clients/http/network'
import type { OAuthClient } from '#clients/oauth'
import { createServiceM8OAuth } from '#clients/servicem8/oauth'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { sheet, type Finding, type Sheet } from './finding.ts'

const PATIENCE_MS = 15_000
const WARN_MS = 5_000
const WRONG_MS = 60_000
/**
 * A refresh token that does not exist; the vendor's refusal shows whether it accepted the client id
 * and secret.
 */
const NO_TOKEN = 'fakturabro-doctor-asks-whether-the-secret-is-right'

/**
 * Checks the client id and secret with one token request to each vendor, and compares the clocks.
 * Changes nothing.
 */
export async function vendors(config: Config, clock: Clock): Promise<Finding[]> {
  const secrets = sheet('vendors')
  const time = sheet('clock')
  let isAnyAsked = false
  for (const vendor of ['servicem8', 'fiken'] as const) {
    const { clientId, clientSecret, tokenUrl } = config[vendor]
    if (clientId === '' || clientSecret === '' || !URL.canParse(tokenUrl)) continue
    isAnyAsked = true
    const heard: { date: string | null } = { date: null }
    const oauth = oauthOf(config, vendor, clock, (answer) => {
      heard.date = answer.headers.get('date')
    })
    if (oauth) await known(oauth, vendor, tokenUrl, secrets)
    else
      secrets.problem(
        `${VENDOR_NAMES[vendor]}’s address is not https.`,
        `Remove ${vendor.toUpperCase()}_TOKEN_URL and _AUTHORIZE_URL.`,
      )
    if (heard.date !== null && time.findings.length === 0)
      compare(Date.parse(heard.date), clock.now(), time)
  }
  if (time.findings.length === 0)
    time.warning(
      `The clock could not be compared: no vendor ${isAnyAsked ? 'answered' : 'is set up'}.`,
      'Look at it yourself: timedatectl',
    )
  return [...secrets.findings, ...time.findings]
}

function oauthOf(
  config: Config,
  vendor: 'servicem8' | 'fiken',
  clock: Clock,
  heard: (answer: Response) => void,
): OAuthClient | null {
  const { clientId, clientSecret, authorizeUrl, tokenUrl } = config[vendor]
  const options = {
    clientId,
    clientSecret,
    authorizeUrl,
    tokenUrl,
    clock,
    timeoutMs: PATIENCE_MS,
    userAgent: 'Fakturabro doctor',
    fetch: async (input: string | URL, init?: RequestInit) => {
      const answer = await fetch(input, init)
      heard(answer)
      return answer
    },
  }
  try {
    return vendor === 'fiken' ? createFikenOAuth(options) : createServiceM8OAuth(options)
  } catch {
    return null
  }
}

async function known(
  oauth: OAuthClient,
  vendor: 'servicem8' | 'fiken',
  tokenUrl: string,
  { ok, problem, warning }: Sheet,
): Promise<void> {
  const name = VENDOR_NAMES[vendor]
  const variable = vendor.toUpperCase()
  const error = await oauth.refresh(NO_TOKEN).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isExternalError(error)) {
    warning(
      `${name} answered in a way that says nothing about the secret.`,
      'Connect it as a user to see whether the secret is right.',
    )
  } else if (error.kind === 'reauth_required') {
    ok(`${name} knows this installation.`)
  } else if (error.oauthCode === 'invalid_client' || error.oauthCode === 'unauthorized_client') {
    problem(
      `${name} refuses this installation’s client id or secret.`,
      `Correct ${variable}_CLIENT_ID and ${variable}_CLIENT_SECRET; copied without spaces?`,
    )
  } else if (error.status === null) {
    problem(
      `${name} cannot be reached at ${new URL(tokenUrl).host} (${networkReason(error.cause ?? error)}).`,
      'May this machine make https connections out, and does its name service work?',
    )
  } else {
    warning(
      `${name} answered ${error.status}, which says nothing about the secret.`,
      'Try again later; if it stays, connect it as a user to see whether the secret is right.',
    )
  }
}

function compare(theirs: number, ours: number, { ok, warning, problem }: Sheet): void {
  const seconds = Math.round(Math.abs(theirs - ours) / 1_000)
  const fix = 'Synchronise it: timedatectl set-ntp true (or chrony).'
  if (seconds * 1_000 > WRONG_MS)
    problem(`This machine’s clock is ${seconds} s from the vendors’.`, fix)
  else if (seconds * 1_000 > WARN_MS)
    warning(`This machine’s clock is ${seconds} s from the vendors’.`, fix)
  else ok('The clock agrees with the vendors’.')
}
