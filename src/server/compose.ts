import type { AddressInfo } from 'node:net'
import { buildApp, type Feature } from './app.ts'
import { operate } from './operator.ts'
import { activityLogRoutes } from './features/activity-log/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { identifyBySession } from './features/auth/sessions.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { configurationRoutes } from './features/configuration/routes.ts'
import { refusedGrants } from './features/connections/gauges.ts'
import { grantQueue, nightlyWebhookCheck } from './features/connections/jobs.ts'
import { oauthRoutes } from './features/connections/oauth-routes.ts'
import { connectionRoutes } from './features/connections/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { onboardingRoutes } from './features/onboarding/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { mondaySummaries, noticeQueue } from './features/notifications/jobs.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { mirrorQueue } from './features/products/jobs.ts'
import { paymentQueue } from './features/payments/jobs.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { nightlyCleaning } from './features/retention/jobs.ts'
import { reconciliationQueue } from './features/reconciliation/jobs.ts'
import { reconciliationRoutes } from './features/reconciliation/routes.ts'
import { transferQueue } from './features/transfers/jobs.ts'
import { overviewRoutes } from './features/transfers/overview-routes.ts'
import { transferRoutes } from './features/transfers/routes.ts'
import { intakeQueue, sweepQueue } from './features/webhooks/jobs.ts'
import { servicem8WebhookRoutes } from './features/webhooks/routes.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { readConfig, type Config, type Environment } from './platform/config.ts'
import { openDatabase, type Database } from './platform/database/database.ts'
import { MIGRATIONS } from './platform/database/migrations.ts'
import type { Limits } from './platform/http/limits.ts'
import { createLive } from './platform/live.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { openOperatorSocket } from './platform/operator-socket.ts'
import type { Platform } from './platform/platform.ts'
import { createQueue, type LaneQueue } from './platform/queue.ts'
import { createRetries } from './platform/retries.ts'
import { createVault } from './platform/vault.ts'
import { createVendorGate, GATE_DEFAULTS, type GateSettings } from './platform/vendor-gate.ts'

/** The slices of the product, in the order in which a job meets them. */
const FEATURES: readonly Feature[] = [
  { name: 'auth', routes: authRoutes },
  { name: 'connections', routes: connectionRoutes, gauges: refusedGrants },
  { name: 'connections/oauth', routes: oauthRoutes },
  { name: 'configuration', routes: configurationRoutes },
  { name: 'onboarding', routes: onboardingRoutes },
  { name: 'webhooks', routes: servicem8WebhookRoutes },
  { name: 'transfers', routes: transferRoutes },
  { name: 'transfers/overview', routes: overviewRoutes },
  { name: 'reconciliation', routes: reconciliationRoutes },
  { name: 'activity-log', routes: activityLogRoutes },
  { name: 'events', routes: eventRoutes },
  { name: 'profile', routes: profileRoutes },
  { name: 'notifications', routes: notificationRoutes },
  { name: 'billing', routes: billingRoutes },
  { name: 'privacy', routes: privacyRoutes },
]

/** How long running requests may take to end once a stop has begun; a person at a screen waits no longer for a vendor. */
const LAST_REQUESTS_MS = 10_000

/** How long a stop waits for what could not be written yet: longer than for requests, shorter than the stop may take in all (life.ts). */
const LAST_WRITES_MS = 12_000

/** What tests replace. Production runs without any. */
export interface Overrides {
  clock?: Clock
  random?: () => number
  database?: Database
  gate?: Partial<GateSettings>
  /** Multiplies the retry ladder. */
  ladderScale?: number
  vendorTimeoutMs?: number
  tickMs?: number
  /** Connections to PostgreSQL, the queue's own aside. */
  poolSize?: number
  superviseSeconds?: number
  /** Stands between the queue and the lanes that it drains. */
  aroundLanes?: (queue: LaneQueue) => LaneQueue
  webFolder?: string
  limits?: Limits
  /** Slices beside the product's own (the benchmark's yardstick is one). */
  moreFeatures?: readonly Feature[]
}

export interface Running {
  /** Where it listens, e.g. "http://127.0.0.1:3000". */
  url: string
  platform: Platform
  log: Log
  /** Stops accepting, lets running work put itself back, closes the database. */
  stop(): Promise<void>
}

/**
 * The composition root, the only file that knows everything: config → database → platform → queue → http. Throws when the environment
 * is not right or something cannot be opened; nothing is left open then.
 */
export async function compose(environment: Environment, overrides: Overrides = {}): Promise<Running> {
  const config = readConfig(environment)
  const log = createLog(config.logLevel)
  const clock = overrides.clock ?? systemClock
  const database =
    overrides.database ??
    (await openDatabase({
      url: config.databaseUrl,
      folder: config.dataDir,
      migrations: MIGRATIONS,
      log,
      poolSize: overrides.poolSize ?? 12,
    }))
  const works = config.role !== 'web'
  const platform: Platform = {
    config,
    log,
    clock,
    random: overrides.random ?? Math.random,
    database,
    db: database.db,
    vault: createVault(config.appSecret, config.formerAppSecret ? [config.formerAppSecret] : []),
    gate: createVendorGate(database.db, clock, { ...GATE_DEFAULTS, ...overrides.gate }),
    retries: createRetries({ clock, log }),
    queue: createQueue({ database, log, works, tickMs: overrides.tickMs, superviseSeconds: overrides.superviseSeconds }),
    live: createLive({ database, log }),
    mail: createMailer(config),
    ladderScale: overrides.ladderScale ?? 1,
    ...(overrides.vendorTimeoutMs === undefined ? {} : { vendorTimeoutMs: overrides.vendorTimeoutMs }),
  }
  let started = false
  const features = [...FEATURES, ...(overrides.moreFeatures ?? [])]
  const app = await buildApp(platform, config.role === 'worker' ? [] : features, {
    identify: identifyBySession(platform),
    isReady: () => started,
    ...(overrides.webFolder === undefined ? {} : { webFolder: overrides.webFolder }),
    ...(overrides.limits ? { limits: overrides.limits } : {}),
  })
  let closeSocket = () => Promise.resolve()
  const stop = async () => {
    started = false
    await closeSocket()
    // Who has sent half a request may never send the rest, and would hold the stop up until the process is killed.
    const cut = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS)
    await Promise.all([app.close(), platform.queue.stop(), platform.retries.stop(LAST_WRITES_MS)])
    await platform.live.stop()
    clearTimeout(cut)
    platform.mail.close()
    await database.close()
  }
  try {
    const lanes = [
      intakeQueue(platform),
      sweepQueue(platform),
      transferQueue(platform),
      mirrorQueue(platform),
      reconciliationQueue(platform),
      paymentQueue(platform),
      noticeQueue(platform),
      grantQueue(platform),
    ]
    await platform.queue.start(overrides.aroundLanes ? lanes.map(overrides.aroundLanes) : lanes, [
      nightlyWebhookCheck(platform),
      nightlyCleaning(platform),
      mondaySummaries(platform),
    ])
    if (config.role !== 'worker') await platform.live.start()
    started = true
    await prepareDemo(config, platform)
    await app.listen({ port: config.port, host: config.host })
    // Only where commands cannot open the database themselves: a PostgreSQL takes them beside us.
    if (!config.databaseUrl && !overrides.database)
      closeSocket = await openOperatorSocket(config.dataDir, log, (request, say) => operate(platform, request, say))
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
  const url = addressOf(app.server.address(), config)
  log.info({ url, database: database.kind, role: config.role }, 'ready')
  return { url, platform, log, stop }
}

async function prepareDemo(config: Config, platform: Platform): Promise<void> {
  if (!config.demo) return
  const { makeDemoUsers } = await import('./demo.ts')
  await makeDemoUsers(platform)
}

function addressOf(address: AddressInfo | string | null, config: Config): string {
  const port = typeof address === 'object' && address ? address.port : config.port
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}
