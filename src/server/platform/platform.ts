import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database/database.ts'
import type { Hooks } from './hooks.ts'
import type { Live } from './database/live.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { Queue } from './queue/queue.ts'
import type { Retries } from './retries.ts'
import type { Room } from './database/room.ts'
import type { Vault } from './vault.ts'
import type { VendorLimiter } from './limiter/vendor-limiter.ts'

/**
 * The settings and services of the process, passed to most functions as the first argument. Created
 * in compose.ts; independent of the features.
 */
export interface Platform {
  config: Config
  log: Log
  clock: Clock
  /** Returns a number from 0 to 1; replaced in tests to make jitter repeatable. */
  random: () => number
  database: Database
  db: Db
  vault: Vault
  room: Room
  limiter: VendorLimiter
  retries: Retries
  queue: Queue
  hooks: Hooks
  live: Live
  mail: Mailer
  metrics: Metrics
  startedAt: Date
  /** The factor for the retry ladder and pauses: 1 in production, small in tests. */
  ladderScale: number
  /**
   * The timeout in milliseconds of one request to a vendor, shorter than the limiter's lease. If
   * absent, the clients use their own timeouts.
   */
  vendorTimeoutMs?: number
}
