/**
 * The PostgreSQL error classes that mean "unavailable for now" (manual, appendix A): connection
 * failure, out of disk, memory or connections, server shutting down, I/O error.
 */
const PASSING_CLASSES = new Set(['08', '53', '58'])
const PASSING_CODES = new Set([
  // The server is read-only for now, such as a standby during a fail-over.
  '25006',
  // Our transaction was idle for too long, for example because the whole process was paused.
  '25P03',
  // The transaction was aborted in favour of another transaction.
  '40001',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // These are Node's network errors.
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
 * The driver's messages for a lost connection, which has no error code (pg/lib/client.js,
 * pg-pool/index.js).
 */
const PASSING_WORDS =
  /^(Connection terminated|Query read timeout$|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && (one.code === '53100' || one.code === 'ENOSPC')) return true
  return false
}

/**
 * Returns true if the database is only temporarily unavailable, so that a later attempt can
 * succeed. Pass only errors of the database: a vendor's network error is an ExternalError.
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
