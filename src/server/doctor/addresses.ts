import { isLoopback } from '#clients/http/network'
import type { Config } from '../platform/config.ts'
import { sheet, type Finding } from './finding.ts'

const EXAMPLES = /\.(test|example|invalid)$|@example\./i

export function addresses(config: Config, problems: readonly string[]): Finding[] {
  const { ok, warning, problem, findings } = sheet('addresses')
  for (const each of problems) problem(`${each}.`, 'Correct the variable (.env.example says how).')
  if (!URL.canParse(config.publicUrl)) return findings
  const url = new URL(config.publicUrl)
  if (isLoopback(url.hostname))
    problem(
      `PUBLIC_URL is ${config.publicUrl}, which only this machine reaches.`,
      'Set it to the https address at which users and both vendors reach the product.',
    )
  else if (url.protocol !== 'https:')
    problem(
      `PUBLIC_URL is ${config.publicUrl}: not https, so cookies are not Secure and vendors refuse it.`,
      'Put TLS in front and set PUBLIC_URL to the https address.',
    )
  else if (url.pathname !== '/' || url.search !== '')
    problem(
      `PUBLIC_URL has a path: ${config.publicUrl}.`,
      'Give the product a host of its own: it answers at the root.',
    )
  else ok(`PUBLIC_URL is ${config.publicUrl}.`)

  vendorAddresses(config, { ok, problem })
  if (config.operator.isExample)
    problem(
      'OPERATOR_EMAIL is not set: the privacy page names an address that nobody reads.',
      'Set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL to those of the controller.',
    )
  else if (EXAMPLES.test(config.operator.email))
    warning(
      `OPERATOR_EMAIL is an example: ${config.operator.email}.`,
      'Set it to an address that is read.',
    )
  return findings
}

const OWN_HOSTS = { servicem8: /(^|\.)servicem8\.com$/, fiken: /(^|\.)fiken\.no$/ }

function vendorAddresses(
  config: Config,
  { ok, problem }: Pick<ReturnType<typeof sheet>, 'ok' | 'problem'>,
): void {
  for (const vendor of ['servicem8', 'fiken'] as const) {
    const wrong = Object.entries(addressesOf(config, vendor)).filter(
      ([, address]) => URL.canParse(address) && !OWN_HOSTS[vendor].test(new URL(address).hostname),
    )
    const elsewhere = new Set(wrong.map(([, address]) => new URL(address).origin))
    if (elsewhere.size > 0)
      problem(
        `${vendor === 'fiken' ? 'Fiken' : 'ServiceM8'} is looked for at ${[...elsewhere].join(', ')}, which is not its own.`,
        `Remove from the environment: ${wrong.map(([name]) => name).join(', ')}.`,
      )
  }
  const callbacks = ['servicem8', 'fiken'].map(
    (vendor) => `${config.publicUrl}/api/auth/${vendor}/callback`,
  )
  ok(`The callbacks to register, to the letter: ${callbacks.join(' and ')}.`)
}

function addressesOf(
  { servicem8, fiken }: Config,
  vendor: 'servicem8' | 'fiken',
): Record<string, string> {
  return vendor === 'servicem8'
    ? {
        SERVICEM8_API_URL: servicem8.apiUrl,
        SERVICEM8_AUTHORIZE_URL: servicem8.authorizeUrl,
        SERVICEM8_TOKEN_URL: servicem8.tokenUrl,
      }
    : {
        FIKEN_API_URL: fiken.apiUrl,
        FIKEN_AUTHORIZE_URL: fiken.authorizeUrl,
        FIKEN_TOKEN_URL: fiken.tokenUrl,
        FIKEN_REVOKE_URL: fiken.revokeUrl,
        FIKEN_WEB_URL: fiken.webUrl,
      }
}
