import { createRegister } from './brreg/server.ts'
import { createFiken } from './fiken/server.ts'
import { FIKEN_CLIENT, SERVICEM8_CLIENT } from './http/credentials.ts'
import { createMailbox } from './mail/mailbox.ts'
import { seedPlumber } from './seed/plumber.ts'
import { createServiceM8 } from './servicem8/server.ts'
import type { WebhookSender } from './servicem8/delivery.ts'
import { createWeb } from './web/server.ts'
import { createPersistence } from './world/persistence.ts'
import { createWorld, emptyState, type World } from './world/world.ts'

export type { World } from './world/world.ts'

export interface SandboxPorts {
  servicem8: number
  fiken: number
  brreg: number
  smtp: number
  web: number
}

export interface SandboxOptions {
  /** Folder for the stored state; null or absent keeps the state in memory only. */
  dataDir?: string | null
  seed?: number
  host?: string
  /** Port numbers; 0 or absent means any free port. */
  ports?: Partial<SandboxPorts>
  latencyMs?: number
  now?: () => number
  world?: 'plumber' | 'empty'
  log?: (message: string) => void
  productUrl?: string
}

export interface Sandbox {
  servicem8Url: string
  /** Fiken's origin; the API is under /api/v2. */
  fikenUrl: string
  brregUrl: string
  smtpUrl: string
  webUrl: string
  env: Record<string, string>
  world: World
  webhooks: WebhookSender
  close: () => Promise<void>
}

/** Starts the vendors, the register, a mailbox and the workshop pages, each on a separate port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    host = '127.0.0.1',
    seed = 20_261,
    latencyMs = 0,
    now = Date.now,
    log = () => {},
    dataDir = null,
    ports = {},
    productUrl = '',
  } = options
  let world: World | null = null
  const persistence =
    dataDir === null
      ? null
      : createPersistence(dataDir, () => world?.state ?? emptyState(seed, latencyMs))
  const saved = persistence?.load() ?? null
  world = createWorld(saved ?? emptyState(seed, latencyMs), now, log)
  if (!saved && options.world !== 'empty') seedPlumber(world)
  if (persistence) {
    world.touch = persistence.soon
    persistence.now()
  }

  const { app: servicem8, sender } = createServiceM8(world)
  const fiken = createFiken(world)
  const register = createRegister(world)
  const settled = world
  const web = createWeb(world, sender, () => environmentFor(settled))
  const mailbox = createMailbox(world)

  world.origins.servicem8 = await servicem8.listen({ host, port: ports.servicem8 ?? 0 })
  world.origins.fiken = await fiken.listen({ host, port: ports.fiken ?? 0 })
  world.origins.brreg = await register.listen({ host, port: ports.brreg ?? 0 })
  world.origins.web = await web.listen({ host, port: ports.web ?? 0 })
  world.origins.product = productUrl
  world.origins.smtp = await listenMail(mailbox, host, ports.smtp ?? 0)

  const { origins } = world
  return {
    servicem8Url: origins.servicem8,
    fikenUrl: origins.fiken,
    brregUrl: origins.brreg,
    smtpUrl: origins.smtp,
    webUrl: origins.web,
    env: environmentFor(world),
    world,
    webhooks: sender,
    async close() {
      sender.close()
      await Promise.all([
        servicem8.close(),
        fiken.close(),
        register.close(),
        web.close(),
        closeMail(mailbox),
      ])
      persistence?.close()
    },
  }
}

function environmentFor(world: World): Record<string, string> {
  const { servicem8, fiken, brreg, smtp, web } = world.origins
  return {
    SERVICEM8_CLIENT_ID: SERVICEM8_CLIENT.id,
    SERVICEM8_CLIENT_SECRET: SERVICEM8_CLIENT.secret,
    SERVICEM8_API_URL: servicem8,
    SERVICEM8_AUTHORIZE_URL: `${servicem8}/oauth/authorize`,
    SERVICEM8_TOKEN_URL: `${servicem8}/oauth/access_token`,
    FIKEN_CLIENT_ID: FIKEN_CLIENT.id,
    FIKEN_CLIENT_SECRET: FIKEN_CLIENT.secret,
    FIKEN_API_URL: `${fiken}/api/v2`,
    FIKEN_AUTHORIZE_URL: `${fiken}/oauth/authorize`,
    FIKEN_TOKEN_URL: `${fiken}/oauth/token`,
    FIKEN_REVOKE_URL: `${fiken}/oauth/revoke`,
    FIKEN_WEB_URL: fiken,
    BRREG_API_URL: `${brreg}/enhetsregisteret/api`,
    SMTP_URL: smtp,
    WORKSHOP_URL: web,
    MAIL_FROM: 'Fakturabro <ikke-svar@fakturabro.example>',
  }
}

type Mailbox = ReturnType<typeof createMailbox>

function listenMail(mailbox: Mailbox, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    mailbox.on('error', reject)
    const server = mailbox.listen(port, host, () => {
      const address = server.address()
      resolve(`smtp://${host}:${typeof address === 'object' && address ? address.port : port}`)
    })
  })
}

function closeMail(mailbox: Mailbox): Promise<void> {
  return new Promise((resolve) => mailbox.close(resolve))
}
