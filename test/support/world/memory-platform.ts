import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { saveGrant } from '#server/features/connections/store'
import { readConfig } from '#server/platform/config'
import { createLive } from '#server/platform/database/live'
import type { Platform } from '#server/platform/platform'
import { createMetrics } from '#server/platform/metrics'
import { createRetries } from '#server/platform/retries'
import { createRoom } from '#server/platform/database/room'
import { createVault } from '#server/platform/vault'
import {
  createVendorLimiter,
  LIMITER_DEFAULTS,
  type LimiterSettings,
} from '#server/platform/limiter/vendor-limiter'
import type { Clock } from '#server/platform/clock'
import type { Queue } from '#server/platform/queue/queue'
import type { Vendor } from '#shared/contracts/connections'
import { worldIsReady } from '../clock/midnight.ts'
import { addCompany } from './add-company.ts'
import { openMemoryDatabase } from './memory-database.ts'

/** The platform with an in-memory database, for tests of a feature's stores and queries. */
export interface MemoryPlatform {
  platform: Platform
  /** Moves the application's clock forward, but not the database's clock. */
  advance(milliseconds: number): void
  addUser(name?: string): Promise<string>
  connect(companyId: string, vendor: Vendor, account: string): Promise<void>
  logged(): string
  close(): Promise<void>
}

const NO_QUEUE: Queue = {
  wake: () => undefined,
  start: () => Promise.resolve(),
  states: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
}

export async function memoryPlatform(
  options: {
    env?: Record<string, string>
    limiter?: Partial<LimiterSettings>
    /** A clock that `advance` does not move. */
    clock?: Clock
    /** True adds the figures of the process to the metrics. */
    ofProcess?: boolean
  } = {},
): Promise<MemoryPlatform> {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const config = readConfig({
    APP_SECRET: 'a secret of the tests, thirty-two characters',
    ...options.env,
  })
  const database = await openMemoryDatabase(log)
  let ahead = 0
  const clock = options.clock ?? {
    now: () => Date.now() + ahead,
    sleep: async (ms: number, signal?: AbortSignal) => {
      await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
    },
  }
  const platform: Platform = {
    config,
    log,
    clock,
    random: () => 0.5,
    database,
    db: database.db,
    vault: createVault(config.appSecret),
    limiter: createVendorLimiter(database.db, clock, { ...LIMITER_DEFAULTS, ...options.limiter }),
    room: createRoom(config.dataDir),
    retries: createRetries({ clock, log }),
    queue: NO_QUEUE,
    hooks: { run: () => Promise.resolve() },
    live: createLive({ database, log, clock }),
    mail: { send: () => Promise.resolve(), close: () => undefined },
    metrics: createMetrics({ ofProcess: options.ofProcess ?? false }),
    startedAt: new Date(),
    ladderScale: 1,
  }
  worldIsReady()
  return {
    platform,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    addUser: async (name = 'kari') => {
      const id = randomUUID()
      const address = `${name}-${id.slice(0, 8)}@example.no`
      return addCompany(database.db, { id, email: address })
    },
    connect: (companyId, vendor, account) =>
      saveGrant(database.db, {
        id: randomUUID(),
        companyId,
        vendor,
        personId: null,
        accessToken: '-',
        refreshToken: '-',
        expiresAt: null,
        scope: '',
        account,
        accountName: 'Fjordvik Rør',
        timeZone: 'Europe/Oslo',
        currency: 'NOK',
        organizationNumber: '',
        lane: `${vendor}:${account}`,
        problem: null,
        at: new Date(),
      }),
    logged: () => lines.join(''),
    close: () => database.close(),
  }
}
