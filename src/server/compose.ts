import type { AddressInfo } from 'node:net'
import { buildApp, type Feature } from './app.ts'
import { activityReactions } from './features/activity-log/reactions.ts'
import { activityLogRoutes } from './features/activity-log/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { attachmentQueue } from './features/attachments/queues.ts'
import { attachmentReactions } from './features/attachments/reactions.ts'
import { attachmentRoutes } from './features/attachments/routes.ts'
import { memberRoutes } from './features/auth/member-routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { noteOnceAMinute } from './features/auth/security-log/note.ts'
import { identifyBySession } from './features/auth/sessions/sessions.ts'
import { billingAdminRoutes } from './features/billing/admin-routes.ts'
import { billingQueue } from './features/billing/queues.ts'
import { billingReactions } from './features/billing/reactions.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { consentRoutes } from './features/configuration/consent-routes.ts'
import { pairingRoutes } from './features/configuration/pairing-routes.ts'
import { configurationReactions } from './features/configuration/reactions.ts'
import { configurationRoutes } from './features/configuration/routes.ts'
import { grantQueue, nightlyWebhookCheck } from './features/connections/queues.ts'
import { connectionReactions } from './features/connections/reactions.ts'
import { connectionRoutes } from './features/connections/routes.ts'
import { customerTasks } from './features/customer-directory/import-tasks.ts'
import { customerRoutes } from './features/customer-directory/routes.ts'
import { customerWriteQueue } from './features/customers/billing/queues.ts'
import { customerReactions } from './features/customers/reactions.ts'
import { eventRoutes } from './features/events/routes.ts'
import { intakeQueue, sweepQueue } from './features/intake/queues.ts'
import { intakeReactions } from './features/intake/reactions.ts'
import { intakeRoutes } from './features/intake/routes.ts'
import { servicem8WebhookRoutes } from './features/intake/webhook-routes.ts'
import { mirrorQueue } from './features/mirrors/queues.ts'
import { mirrorReactions } from './features/mirrors/reactions.ts'
import { mondaySummaries, notificationQueue } from './features/notifications/queues.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { onboardingRoutes } from './features/onboarding/routes.ts'
import { operationFigures } from './features/operations/figures.ts'
import { operationRoutes } from './features/operations/routes.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { ownCompanyRoutes } from './features/own-companies/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { paymentQueue } from './features/payments/queues.ts'
import { paymentReactions } from './features/payments/reactions.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { productListQueue } from './features/product-sync/queues.ts'
import { productReactions } from './features/product-sync/reactions.ts'
import { productSyncRoutes, productTasks } from './features/product-sync/routes.ts'
import { productWriteRoutes } from './features/product-sync/write-routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { reconciliationTasks } from './features/reconciliation/fix-tasks.ts'
import { reconciliationQueue } from './features/reconciliation/queues.ts'
import { reconciliationRoutes } from './features/reconciliation/routes.ts'
import { nightlyCleaning } from './features/retention/queues.ts'
import { savedFilterRoutes } from './features/saved-filters/routes.ts'
import type { TaskKind } from './features/tasks/kind.ts'
import { taskQueue } from './features/tasks/queues.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { transferTasks } from './features/transfers/actions/bulk-tasks.ts'
import { collectiveQueue } from './features/transfers/collective/queues.ts'
import { collectiveRoutes } from './features/transfers/collective/routes.ts'
import { transferQueue } from './features/transfers/queues.ts'
import { transferReactions } from './features/transfers/reactions.ts'
import { transferRoutes } from './features/transfers/routes.ts'
import { vatRoutes } from './features/vat/routes.ts'
import { operate } from './operator.ts'
import { type Clock, instant, systemClock } from './platform/clock.ts'
import { type Config, type Environment, readConfig } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { createLive } from './platform/database/live.ts'
import { watchForRestore } from './platform/database/restored.ts'
import { createRoom, type FreeSpace } from './platform/database/room.ts'
import { createHooks } from './platform/hooks.ts'
import type { Limits } from './platform/http/limits.ts'
import { MIGRATIONS } from './platform/installed.ts'
import {
  createVendorLimiter,
  LIMITER_DEFAULTS,
  type LimiterSettings,
} from './platform/limiter/vendor-limiter.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { openOperatorSocket } from './platform/operator-socket.ts'
import type { Platform } from './platform/platform.ts'
import { createQueue, type LaneQueue } from './platform/queue/queue.ts'
import { createRetries } from './platform/retries.ts'
import { createVault } from './platform/vault.ts'

const FEATURES: readonly Feature[] = [
  { name: 'auth', routes: authRoutes },
  { name: 'auth/members', routes: memberRoutes },
  { name: 'connections', routes: connectionRoutes, on: connectionReactions },
  { name: 'configuration', routes: configurationRoutes, on: configurationReactions },
  { name: 'configuration/consent', routes: consentRoutes },
  { name: 'configuration/pairing', routes: pairingRoutes },
  { name: 'organizations', routes: organizationRoutes },
  { name: 'vat', routes: vatRoutes },
  { name: 'onboarding', routes: onboardingRoutes },
  { name: 'transfers', routes: transferRoutes, on: transferReactions, tasks: transferTasks },
  { name: 'transfers/collective', routes: collectiveRoutes },
  { name: 'attachments', routes: attachmentRoutes, on: attachmentReactions },
  { name: 'intake', routes: intakeRoutes, on: intakeReactions },
  { name: 'intake/webhook', routes: servicem8WebhookRoutes },
  { name: 'payments', on: paymentReactions },
  { name: 'mirrors', on: mirrorReactions },
  { name: 'customers', routes: customerRoutes, on: customerReactions, tasks: customerTasks },
  { name: 'product-sync', routes: productSyncRoutes, on: productReactions, tasks: productTasks },
  { name: 'product-sync/writes', routes: productWriteRoutes },
  { name: 'overview', routes: overviewRoutes },
  { name: 'reconciliation', routes: reconciliationRoutes, tasks: reconciliationTasks },
  { name: 'own-companies', routes: ownCompanyRoutes },
  { name: 'saved-filters', routes: savedFilterRoutes },
  { name: 'activity-log', routes: activityLogRoutes, on: activityReactions },
  { name: 'events', routes: eventRoutes },
  { name: 'profile', routes: profileRoutes },
  { name: 'notifications', routes: notificationRoutes },
  { name: 'billing', routes: billingRoutes, on: billingReactions },
  { name: 'billing/admin', routes: billingAdminRoutes },
  { name: 'privacy', routes: privacyRoutes },
  { name: 'admin', routes: adminRoutes },
  { name: 'operations', routes: operationRoutes, figures: operationFigures },
]

/**
 * The time in milliseconds that running requests get to finish during a stop; a user at a screen
 * waits no longer for a vendor.
 */
export const LAST_REQUESTS_MS = 10_000

/**
 * The time in milliseconds that a stop waits for failed writes to succeed: longer than for
 * requests, shorter than the limit for the whole stop (life.ts).
 */
const LAST_WRITES_MS = 12_000

export interface Overrides {
  clock?: Clock
  random?: () => number
  database?: Database
  limiter?: Partial<LimiterSettings>
  ladderScale?: number
  vendorTimeoutMs?: number
  space?: FreeSpace
  tickMs?: number
  poolSize?: number
  aroundLanes?: (queue: LaneQueue) => LaneQueue
  aroundTasks?: (kind: TaskKind) => TaskKind
  webFolder?: string
  limits?: Limits
  moreFeatures?: readonly Feature[]
}

export interface Running {
  url: string
  platform: Platform
  log: Log
  /** Stops accepting requests, lets running work requeue itself, and closes the database. */
  stop(): Promise<void>
}

/**
 * Creates and connects all parts of the product: config → database → platform → queue → http. This
 * file is the only one that depends on everything.
 * @throws Error if the environment is wrong or something cannot be opened; everything already
 * opened is closed
 */
export async function compose(
  environment: Environment,
  overrides: Overrides = {},
): Promise<Running> {
  const config = readConfig(environment)
  const log = createLog(config.logLevel)
  const clock = overrides.clock ?? systemClock
  const room = createRoom(config.dataDir, overrides.space)
  const database =
    overrides.database ??
    (await openDatabase({
      url: config.databaseUrl,
      folder: config.dataDir,
      migrations: MIGRATIONS,
      log,
      poolSize: overrides.poolSize ?? 12,
      refused: room.note,
    }))
  const works = config.role !== 'web'
  const slices = [...FEATURES, ...(overrides.moreFeatures ?? [])]
  const own = slices.flatMap(({ tasks }) => tasks ?? [])
  const kinds = overrides.aroundTasks ? own.map(overrides.aroundTasks) : own
  const features: readonly Feature[] = [
    ...slices,
    { name: 'tasks', routes: (app, platform) => taskRoutes(app, platform, kinds) },
  ]
  const metrics = createMetrics({ ofProcess: config.metricsToken !== '' })
  const platform: Platform = {
    config,
    log,
    clock,
    random: overrides.random ?? Math.random,
    database,
    db: database.db,
    vault: createVault(config.appSecret, config.formerAppSecret ? [config.formerAppSecret] : []),
    limiter: createVendorLimiter(
      database.db,
      clock,
      { ...LIMITER_DEFAULTS, ...overrides.limiter },
      metrics.slotWaited,
    ),
    room,
    retries: createRetries({ clock, log }),
    queue: createQueue({
      database,
      log,
      works,
      rests: () => database.kind === 'embedded' && room.isFull(),
      tickMs: overrides.tickMs,
    }),
    hooks: createHooks(
      features.flatMap(({ on }) => on ?? []),
      () => platform,
    ),
    live: createLive({ database, log, clock }),
    mail: createMailer(config),
    metrics,
    startedAt: instant(clock),
    ladderScale: overrides.ladderScale ?? 1,
    ...(overrides.vendorTimeoutMs === undefined
      ? {}
      : { vendorTimeoutMs: overrides.vendorTimeoutMs }),
  }
  let started = false
  const app = await buildApp(platform, config.role === 'worker' ? [] : features, {
    identify: identifyBySession(platform),
    adminRefused: (request, { id, email }) =>
      noteOnceAMinute(platform, 'admin_refused', {
        userId: id,
        email,
        request,
        reason: 'not_admin',
      }),
    isReady: () => started,
    ...(overrides.webFolder === undefined ? {} : { webFolder: overrides.webFolder }),
    ...(overrides.limits ? { limits: overrides.limits } : {}),
  })
  let closeSocket = () => Promise.resolve()
  let stopWatching = () => {}
  const stop = async () => {
    started = false
    stopWatching()
    await closeSocket()
    // A client that has sent half a request may never send the rest, and would delay the stop until
    // the process is killed.
    const cut = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS)
    await Promise.all([app.close(), platform.queue.stop(), platform.retries.stop(LAST_WRITES_MS)])
    await platform.live.stop()
    clearTimeout(cut)
    platform.mail.close()
    await database.close()
  }
  try {
    stopWatching = await watchForRestore(platform, config.dataDir)
    const lanes = [
      intakeQueue(platform),
      sweepQueue(platform),
      transferQueue(platform),
      collectiveQueue(platform),
      mirrorQueue(platform),
      reconciliationQueue(platform),
      paymentQueue(platform),
      customerWriteQueue(platform),
      productListQueue(platform),
      attachmentQueue(platform),
      taskQueue(platform, kinds),
      notificationQueue(platform),
      grantQueue(platform),
      billingQueue(platform),
    ]
    await platform.queue.start(overrides.aroundLanes ? lanes.map(overrides.aroundLanes) : lanes, [
      nightlyWebhookCheck(platform),
      nightlyCleaning(platform),
      mondaySummaries(platform),
    ])
    if (config.role !== 'worker') await platform.live.start()
    started = true
    await prepareDemo(config, platform)
    const { openedSocket: fd, port, host } = config
    // Fastify passes the descriptor to Node, which prefers the descriptor to the port.
    await app.listen({ port, host, ...(fd === null ? {} : { fd }) })
    // The socket is only for the embedded database, which commands cannot open themselves;
    // PostgreSQL accepts their connections while this process runs.
    if (!config.databaseUrl && !overrides.database)
      closeSocket = await openOperatorSocket(config.dataDir, log, (request, say) =>
        operate(platform, request, say),
      )
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
