/**
 * PostgreSQL's classes of "not now" (appendix A): no connection, out of disk, memory or
 * connections, shutting down, its own disk fails.
 */
const PASSING_CLASSES = new Set(['08', '53', '58'])
const PASSING_CODES = new Set([
  // A server that accepts no writes for now: a standby during a fail-over.
  '25006',
  // A transaction of ours that stood still too long, as after a pause of the whole process.
  '25P03',
  // Aborted in favour of another transaction.
  '40001',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // Node's network errors.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/**
 * The driver's messages for a lost connection; it gives them no code (pg/lib/client.js,
 * pg-pool/index.js).
 */
const PASSING_WORDS =
  /^(Connection terminated|Query read timeout$|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** Returns true when there was no room on the disk, by PostgreSQL's code or the system's. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && (one.code === '53100' || one.code === 'ENOSPC')) return true
  return false
}

/**
 * Returns true when the database is unavailable for now, so that a later attempt can succeed,
 * rather than being at fault. Only for errors of the database: a vendor's network trouble is an
 * ExternalError and is never passed here.
 */
export function isDatabaseOut(error: unknown): boolean {
  // Drizzle wraps the driver's error.
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('vendor' in one) return false
    if ('code' in one && typeof one.code === 'string') {
      if (
        PASSING_CODES.has(one.code) ||
        PASSING_CLASSES.has(/^[0-9A-Z]{5}$/.test(one.code) ? one.code.slice(0, 2) : '')
      )
        return true
    }
    if (PASSING_WORDS.test(one.message)) return true
  }
  return false
}
