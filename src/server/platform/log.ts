import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * The property names that could carry a secret into a log line; their values are replaced. Request
 * and response bodies are never logged.
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

/** Returns an error's kind, message and stack for logging, never the request or response. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause =
    error.cause instanceof Error
      ? { type: error.cause.name, message: error.cause.message, code: codeOf(error.cause) }
      : undefined
  return { type: error.name, ...wordsOf(error), code: codeOf(error), cause }
}

/**
 * Returns message and stack without the values in Drizzle's error message, which contains the
 * failed statement's values, such as names and sealed tokens.
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
 * Masks a path for a log line or error page: removes secrets in addresses, and names looked up in
 * Brønnøysundregistrene.
 */
export function maskPath(url: string): string {
  return url
    .replace(/(\/api\/webhooks\/servicem8\/)[^/?]+/, '$1***')
    .replace(/([?&](?:code|state|token|t|query)=)[^&]+/g, '$1***')
}
