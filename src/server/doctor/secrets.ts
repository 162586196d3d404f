import type { Config, Environment } from '../platform/config.ts'
import { sheet, type Finding } from './finding.ts'

const LEAST_LENGTH = 32
/**
 * The fewest different characters in a good secret. A random secret of 32 characters has about
 * twenty different ones, a repeated word far fewer.
 */
const LEAST_VARIETY = 10
const MAKE_ONE = 'Make one with: openssl rand -base64 48'

export function secrets(env: Environment, config: Config): Finding[] {
  const { ok, warning, problem, findings } = sheet('secrets')
  const secret = config.appSecret
  if (secret === '') problem('APP_SECRET is not set.', `${MAKE_ONE}. Keep it apart from backups.`)
  else if (secret.length < LEAST_LENGTH)
    problem(`APP_SECRET has ${secret.length} characters, fewer than ${LEAST_LENGTH}.`, MAKE_ONE)
  else if (new Set(secret).size < LEAST_VARIETY)
    problem('APP_SECRET can be guessed: it repeats a few characters.', MAKE_ONE)
  else ok(`APP_SECRET has ${secret.length} characters.`)

  if (config.formerAppSecret !== '' && config.formerAppSecret === secret)
    problem(
      'APP_SECRET_FORMER is the same as APP_SECRET.',
      'Set it to the secret before this one, or remove it.',
    )
  else if (config.formerAppSecret !== '')
    warning(
      'APP_SECRET_FORMER is set: the change of secrets is not finished.',
      'Run node dist/cli.js rotate-key, then start without APP_SECRET_FORMER.',
    )
  if (!config.production)
    problem(
      `NODE_ENV is ${env['NODE_ENV'] ?? 'not set'}.`,
      'Start with NODE_ENV=production: else weak secrets and demo users are allowed.',
    )
  if (config.demo)
    problem('DEMO is on: there are users with known passwords.', 'Remove DEMO, and delete them.')
  for (const vendor of ['servicem8', 'fiken'] as const) {
    const name = vendor.toUpperCase()
    const { clientId, clientSecret } = config[vendor]
    if (clientId === '' || clientSecret === '')
      problem(
        `${name}_CLIENT_ID or ${name}_CLIENT_SECRET is not set: nobody can connect it.`,
        'Take both from the app’s registration (docs/going-live.md, steps 2 and 3).',
      )
  }
  if (config.metricsToken !== '' && config.metricsToken.length < 24)
    warning('METRICS_TOKEN is short.', 'Make one with: openssl rand -hex 24')
  return findings
}
