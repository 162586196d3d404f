import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp, type AppOptions, type Feature } from '#server/app'
import { authRoutes } from '#server/features/auth/routes'
import { identifyBySession } from '#server/features/auth/sessions/sessions'
import { billingRoutes } from '#server/features/billing/routes'
import { readConfig } from '#server/platform/config'
import { LIMITS } from '#server/platform/http/limits'
import { createLive } from '#server/platform/database/live'
import type { Platform } from '#server/platform/platform'
import { createMetrics } from '#server/platform/metrics'
import { createRetries } from '#server/platform/retries'
import { createRoom } from '#server/platform/database/room'
import { createVault } from '#server/platform/vault'
import { createVendorLimiter } from '#server/platform/limiter/vendor-limiter'
import { leftUntilStopped } from '../runner/leftovers.ts'
import { NO_QUEUE } from './no-queue.ts'
import { openMemoryDatabase } from './memory-database.ts'

/** The HTTP server with an in-memory database, without queue or vendors. */
export interface HttpApp {
  app: FastifyInstance
  platform: Platform
  logged(): string
  advance(milliseconds: number): void
  /** Stops the clock until the returned function is called: only advance() then moves the time. */
  standStill(): () => void
  close(): Promise<void>
}

export interface HttpAppOptions extends Partial<AppOptions> {
  env?: Record<string, string>
  features?: readonly Feature[]
}

export const ORIGIN = 'http://localhost:3000'

/** What a user registers with. */
export const KARI = {
  email: 'kari@firma.no',
  password: 'blå-himmel-42',
  firstName: 'Kari',
  lastName: 'Nordmann',
  companyName: 'Firma AS',
  address: 'Storgata 1',
  postalCode: '0155',
  city: 'Oslo',
}

export async function startHttpApp({
  env = {},
  features = [],
  ...options
}: HttpAppOptions = {}): Promise<HttpApp> {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const config = readConfig({ APP_SECRET: 'a secret of the tests, thirty-two characters', ...env })
  const database = await openMemoryDatabase(log)
  let ahead = 0
  let stoodAt: number | null = null
  const clock = { now: () => (stoodAt ?? Date.now()) + ahead, sleep: () => Promise.resolve() }
  const platform: Platform = {
    config,
    log,
    clock,
    random: () => 0.5,
    database,
    db: database.db,
    vault: createVault(config.appSecret),
    limiter: createVendorLimiter(database.db, clock),
    room: createRoom(config.dataDir),
    retries: createRetries({ clock, log }),
    queue: NO_QUEUE,
    hooks: { run: () => Promise.resolve() },
    live: createLive({ database, log, clock }),
    mail: { send: () => Promise.resolve(), close: () => undefined },
    metrics: createMetrics({ ofProcess: true }),
    startedAt: new Date(),
    ladderScale: 1,
  }
  const app = await buildApp(
    platform,
    [{ name: 'auth', routes: authRoutes }, { name: 'billing', routes: billingRoutes }, ...features],
    {
      identify: identifyBySession(platform),
      // Raises the lag limit, because server, database and test share a process, possibly on a busy
      // machine.
      limits: { ...LIMITS, maxLagMs: 60_000 },
      ...options,
    },
  )
  await app.ready()
  return {
    app,
    platform,
    logged: () => lines.join(''),
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    standStill: () => {
      stoodAt ??= Date.now()
      return () => {
        ahead -= Date.now() - (stoodAt ?? Date.now())
        stoodAt = null
      }
    },
    close: leftUntilStopped(async () => {
      await app.close()
      await database.close()
    }),
  }
}
