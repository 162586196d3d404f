import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closeFolder, makeFolder } from './data-folder.ts'
import { randomSecret } from './vault.ts'

/** The settings of a vendor; an empty client id means that the vendor is not configured. */
export interface VendorConfig {
  clientId: string
  clientSecret: string
  apiUrl: string
  authorizeUrl: string
  tokenUrl: string
}

/** The settings read from the environment at startup; .env.example describes the variables. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  trustProxy: boolean
  databaseUrl: string
  dataDir: string
  appSecret: string
  /** The previous APP_SECRET, set while `rotate-key` re-seals stored values; otherwise empty. */
  formerAppSecret: string
  /**
   * The file descriptor of a listening socket that systemd keeps open across restarts, so that no
   * request is refused during a restart (sd_listen_fds(3)). If null, the server opens its own
   * socket.
   */
  openedSocket: number | null
  role: 'web' | 'worker' | 'all'
  servicem8: VendorConfig
  fiken: VendorConfig & { revokeUrl: string; webUrl: string }
  brregUrl: string
  smtpUrl: string
  mailFrom: string
  /**
   * The operator of the installation. `isExample` is true when OPERATOR_EMAIL is not set, so nobody
   * reads mail sent to the address.
   */
  operator: { name: string; address: string; email: string; isExample: boolean }
  adminSecondFactor: boolean
  metricsToken: string
  logLevel: string
  production: boolean
  /** True for the demo; never in production. */
  demo: boolean
  /** The address of the demo pages for tradesperson and accountant; empty outside the demo. */
  workshopUrl: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns whom users can write to; the example address, which nobody reads, is never named. */
export function whoHelps({ email, isExample }: Config['operator']): string {
  return isExample ? 'den som driver tjenesten' : email
}

/**
 * Reads and validates the environment variables.
 * @throws Error naming every wrong variable
 */
export function readConfig(env: Environment): Config {
  const { config, problems } = inspectEnvironment(env)
  if (problems.length > 0)
    throw new Error(`The environment is not right:\n- ${problems.join('\n- ')}`)
  if (!config.appSecret) config.appSecret = rememberedSecret(config.dataDir)
  return config
}

/**
 * Parses the environment variables and describes each wrong variable in a sentence. Creates
 * nothing: a missing APP_SECRET stays empty.
 */
export function inspectEnvironment(env: Environment): { config: Config; problems: string[] } {
  const problems: string[] = []
  const text = (name: string, fallback = '') => env[name]?.trim() || fallback
  const url = (name: string, fallback: string) => {
    const value = text(name, fallback).replace(/\/+$/, '')
    if (value && !URL.canParse(value)) problems.push(`${name} is not an address: ${value}`)
    return value
  }
  const production = env['NODE_ENV'] === 'production'
  const port = Number(text('PORT', '3000'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    problems.push(`PORT is not a port number: ${text('PORT')}`)
  const role = text('ROLE', 'all')
  if (role !== 'web' && role !== 'worker' && role !== 'all')
    problems.push(`ROLE is web, worker or all, not ${role}`)
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('DATABASE_URL must start with postgres://')
  if (!databaseUrl && role !== 'all')
    problems.push(
      'ROLE=web and ROLE=worker need DATABASE_URL: the embedded database has one process',
    )
  const demo = text('DEMO') === '1'
  if (demo && production) problems.push('DEMO cannot be set when NODE_ENV is production')
  const dataDir = path.resolve(text('DATA_DIR', './data'))
  const given = text('APP_SECRET')
  if (production && given.length < 32)
    problems.push('APP_SECRET must have at least 32 characters in production')

  const factor = text('ADMIN_SECOND_FACTOR', 'off')
  if (factor !== 'off' && factor !== 'required')
    problems.push(`ADMIN_SECOND_FACTOR is off or required, not ${factor}`)

  const config: Config = {
    port,
    openedSocket: openedSocket(env),
    host: text('HOST', '127.0.0.1'),
    publicUrl: url('PUBLIC_URL', `http://localhost:${port}`),
    trustProxy: ['1', 'true', 'on'].includes(text('TRUST_PROXY').toLowerCase()),
    databaseUrl,
    dataDir,
    appSecret: given,
    formerAppSecret: text('APP_SECRET_FORMER'),
    role: role as Config['role'],
    servicem8: {
      clientId: text('SERVICEM8_CLIENT_ID'),
      clientSecret: text('SERVICEM8_CLIENT_SECRET'),
      apiUrl: url('SERVICEM8_API_URL', 'https://api.servicem8.com'),
      authorizeUrl: url('SERVICEM8_AUTHORIZE_URL', 'https://go.servicem8.com/oauth/authorize'),
      tokenUrl: url('SERVICEM8_TOKEN_URL', 'https://go.servicem8.com/oauth/access_token'),
    },
    fiken: {
      clientId: text('FIKEN_CLIENT_ID'),
      clientSecret: text('FIKEN_CLIENT_SECRET'),
      apiUrl: url('FIKEN_API_URL', 'https://api.fiken.no/api/v2'),
      authorizeUrl: url('FIKEN_AUTHORIZE_URL', 'https://fiken.no/oauth/authorize'),
      tokenUrl: url('FIKEN_TOKEN_URL', 'https://fiken.no/oauth/token'),
      revokeUrl: url('FIKEN_REVOKE_URL', 'https://fiken.no/oauth/revoke'),
      webUrl: url('FIKEN_WEB_URL', 'https://fiken.no'),
    },
    brregUrl: url('BRREG_API_URL', 'https://data.brreg.no/enhetsregisteret/api'),
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM', 'Fakturabro <ikke-svar@fakturabro.test>'),
    operator: {
      name: text('OPERATOR_NAME', 'Fakturabro (demo)'),
      address: text('OPERATOR_ADDRESS', 'Eksempelveien 1, 0001 Oslo'),
      email: text('OPERATOR_EMAIL', 'hjelp@fakturabro.test'),
      isExample: text('OPERATOR_EMAIL') === '',
    },
    adminSecondFactor: factor === 'required',
    metricsToken: text('METRICS_TOKEN'),
    logLevel: text('LOG_LEVEL', 'info'),
    production,
    demo,
    workshopUrl: demo ? url('WORKSHOP_URL', '') : '',
  }
  return { config, problems }
}

function rememberedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret')
  makeFolder(dataDir)
  closeFolder(dataDir)
  try {
    writeFileSync(file, randomSecret(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

const FIRST_PASSED = 3

/**
 * Returns the descriptor of the socket passed to this process. The process id is compared, because
 * child processes inherit the variables but not the socket.
 */
function openedSocket(env: Environment): number | null {
  const passed = env['LISTEN_FDS'] === '1' && env['LISTEN_PID'] === String(process.pid)
  return passed ? FIRST_PASSED : null
}
