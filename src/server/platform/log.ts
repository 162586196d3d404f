import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * Names under which a secret could reach a log line; their values are replaced. Bodies are never
 * logged at all.
 */
const SECRET_PATHS = [
  'token',
  'accessToken',
  'refreshToken',
  'password',
  'secret',
  'authorization',
  'cookie',
  'headers.authorization',
  'headers.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
  'err.config',
  '*.accessToken',
  '*.refreshToken',
  '*.password',
  '*.authorization',
]

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[skjult]' },
    serializers: { err: describeError },
  })
}

/** Serialises an error for the log: kind, text, stack; never a request or answer attached to it. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause =
    error.cause instanceof Error
      ? { type: error.cause.name, message: error.cause.message, code: codeOf(error.cause) }
      : undefined
  return { type: error.name, ...wordsOf(error), code: codeOf(error), cause }
}

/**
 * Removes values from Drizzle's message: it contains those of the failed statement, names and
 * sealed tokens among them.
 */
function wordsOf(error: Error): { message: string; stack: string | undefined } {
  const { message, stack } = error
  if (!('query' in error && typeof error.query === 'string' && 'params' in error))
    return { message, stack }
  const statement = `Failed query: ${error.query}`
  return { message: statement, stack: stack?.replace(message, () => statement) }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Masks a path for a log or an error page: secrets in addresses, and names looked up in the
 * register.
 */
export function maskPath(url: string): string {
  return url
    .replace(/(\/api\/webhooks\/servicem8\/)[^/?]+/, '$1***')
    .replace(/([?&](?:code|state|token|t|query)=)[^&]+/g, '$1***')
}
