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
 * The services of the process, passed first to most functions. Created in compose.ts; knows no
 * feature.
 */
export interface Platform {
  config: Config
  log: Log
  clock: Clock
  /** Returns a number between 0 and 1; injected so that tests of jitter repeat. */
  random: () => number
  database: Database
  db: Db
  vault: Vault
  room: Room
  limiter: VendorLimiter
  /** Repeats writes of facts that only this process knows. */
  retries: Retries
  queue: Queue
  hooks: Hooks
  /** Hints to open screens. */
  live: Live
  mail: Mailer
  metrics: Metrics
  startedAt: Date
  /** Multiplies the retry ladder and pauses: 1 in production, small in tests. */
  ladderScale: number
  /**
   * The timeout of one request to a vendor; the clients' own limits when absent. Shorter than the
   * limiter's lease.
   */
  vendorTimeoutMs?: number
}
