import tls from 'node:tls'
import { networkReason } from '#clients/http/network'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { sheet, type Finding, type Sheet } from './finding.ts'

const PATIENCE_MS = 10_000
const DAY = 24 * 3_600_000
const SOON_DAYS = 14
const NOBODY_BEHIND: ReadonlySet<number> = new Set([502, 503, 504])
/** An IP address reserved for documentation (RFC 5737), which no real host has. */
const MADE_UP_ADDRESS = '203.0.113.77'

export async function reachability(config: Config, clock: Clock): Promise<Finding[]> {
  if (!URL.canParse(config.publicUrl)) return []
  const url = new URL(config.publicUrl)
  const security = sheet('TLS')
  const proxy = sheet('proxy')
  if (url.protocol === 'https:') await certificate(url, clock, security)
  await throughTheFrontDoor(config, security, proxy)
  return [...security.findings, ...proxy.findings]
}

/**
 * Checks the TLS certificate. The connection accepts an untrusted certificate, so that the finding
 * can report its faults.
 */
async function certificate(url: URL, clock: Clock, { ok, warning, problem }: Sheet): Promise<void> {
  const port = Number(url.port || 443)
  const seen = await handshake(url.hostname, port)
  if (typeof seen === 'string') {
    problem(
      `No TLS connection to ${url.host} (${seen}).`,
      'Does the name lead to this server (DNS), is the port open, and does the proxy run?',
    )
    return
  }
  const days = Math.floor((Date.parse(seen.validTo) - clock.now()) / DAY)
  if (days < 0)
    problem(`The certificate of ${url.host} ended ${-days} days ago.`, 'Renew it (certbot renew).')
  else if (seen.distrust !== null)
    problem(
      `The certificate of ${url.host} is not trusted (${seen.distrust}).`,
      'Use one for this name from a public authority, with its whole chain (fullchain.pem).',
    )
  else if (days < SOON_DAYS)
    warning(`The certificate ends in ${days} days.`, 'See that it is renewed by itself.')
  else ok(`The certificate of ${url.host} is trusted for ${days} days more.`)
}

function handshake(
  host: string,
  port: number,
): Promise<{ validTo: string; distrust: string | null } | string> {
  return new Promise((resolve) => {
    const socket = tls.connect({ host, port, servername: host, rejectUnauthorized: false })
    socket.setTimeout(PATIENCE_MS, () => done('no answer'))
    socket.once('error', (error) => done(networkReason(error)))
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      const distrust = socket.authorized ? null : String(socket.authorizationError)
      done({ validTo, distrust })
    })
    function done(answer: Parameters<typeof resolve>[0]): void {
      socket.destroy()
      resolve(answer)
    }
  })
}

interface SeenCaller {
  address: string
  protocol: string
  forwardedFor: string | null
  forwardedProto: string | null
}

async function throughTheFrontDoor(
  config: Config,
  { problem: unreachable }: Sheet,
  proxy: Sheet,
): Promise<void> {
  const asked = `${config.publicUrl}/proxyz`
  let answer: Response
  try {
    answer = await fetch(asked, {
      headers: { 'x-forwarded-for': MADE_UP_ADDRESS },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    const reason = networkReason(error)
    if (!config.publicUrl.startsWith('https:') || !/CERT|SIGNED|VERIFY/.test(reason))
      unreachable(
        `The product does not answer at ${config.publicUrl} (${reason}).`,
        'Start it, then run the doctor again; if it runs, the proxy or DNS leads elsewhere.',
      )
    return
  }
  if (NOBODY_BEHIND.has(answer.status)) {
    proxy.problem(
      `A proxy answers at ${config.publicUrl}, and the product behind it does not (${answer.status}).`,
      `Start the product, then run the doctor again; if it runs, let the proxy pass everything to port ${config.port}.`,
    )
    return
  }
  const seen = await seenCaller(answer)
  if (!seen) {
    proxy.problem(
      `Something else than the product answers at ${config.publicUrl} (${answer.status}).`,
      answer.status >= 300 && answer.status < 400
        ? `It redirects to ${answer.headers.get('location') ?? 'nowhere'}: set PUBLIC_URL to where users end up.`
        : 'Is the product running, of this version, and does the proxy pass everything to its PORT?',
    )
    return
  }
  judge(config, seen, proxy)
}

async function seenCaller(answer: Response): Promise<SeenCaller | null> {
  if (answer.status !== 200) return null
  const body: unknown = await answer.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'forwardedFor' in body
    ? (body as SeenCaller)
    : null
}

function judge(config: Config, seen: SeenCaller, { ok, problem }: Sheet): void {
  const isProxied = seen.forwardedProto !== null || (seen.forwardedFor ?? '').includes(',')
  if (config.trustProxy && seen.address === MADE_UP_ADDRESS)
    problem(
      'Visitors can make their address up: the product believes an X-Forwarded-For that no proxy of yours has set.',
      isProxied
        ? 'Let the proxy append to X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).'
        : 'Without a proxy set TRUST_PROXY=0; with one, let it append to X-Forwarded-For.',
    )
  else if (!config.trustProxy && isProxied)
    problem(
      'A proxy is in front, and TRUST_PROXY is off: all visitors share one address, and one who guesses passwords locks everybody out.',
      'Set TRUST_PROXY=1.',
    )
  else if (config.trustProxy && config.publicUrl.startsWith('https:') && seen.protocol !== 'https')
    problem(
      'The proxy does not say that visitors use https.',
      'Let it set X-Forwarded-Proto (nginx: proxy_set_header X-Forwarded-Proto $scheme).',
    )
  else ok(`The product sees each visitor’s own address${isProxied ? ' through the proxy' : ''}.`)
}
