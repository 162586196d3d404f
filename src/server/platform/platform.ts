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

/** What every verb is given first. Made in compose.ts; knows no feature. */
export interface Platform {
  config: Config
  log: Log
  clock: Clock
  /** Between 0 and 1; injected so that tests of jitter repeat. */
  random: () => number
  database: Database
  db: Db
  vault: Vault
  /** Whether there is room on the disk for what must be stored. */
  room: Room
  limiter: VendorLimiter
  /** For what only this process knows, and must write down. */
  retries: Retries
  queue: Queue
  /** What other features do when something happens in one. */
  hooks: Hooks
  /** Hints to open screens. */
  live: Live
  mail: Mailer
  /** What this process measures. */
  metrics: Metrics
  /** When this process started. */
  startedAt: Date
  /** Multiplies the retry ladder and pauses: 1 in production, small in tests. */
  ladderScale: number
  /**
   * How long one request to a vendor may take; absent = the clients' own limits. Shorter than the
   * limiter's lease.
   */
  vendorTimeoutMs?: number
}
