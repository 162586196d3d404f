import type { FastifyInstance } from 'fastify'
import { buildApp, type AppOptions, type Feature } from '#server/app'
import { authRoutes } from '#server/features/auth/routes'
import { identifyBySession } from '#server/features/auth/sessions/sessions'
import { billingRoutes } from '#server/features/billing/routes'
import { LIMITS } from '#server/platform/http/limits'
import type { Platform } from '#server/platform/platform'
import { stoppedAtEnd } from '../runner/leftovers.ts'
import { memoryPlatform } from './memory-platform.ts'

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
  let ahead = 0
  let stoodAt: number | null = null
  const clock = { now: () => (stoodAt ?? Date.now()) + ahead, sleep: () => Promise.resolve() }
  const { platform, logged, close } = await memoryPlatform({ env, clock, ofProcess: true })
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
    logged,
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
    close: stoppedAtEnd(async () => {
      await app.close()
      await close()
    }),
  }
}
