import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * Names under which a secret could reach a log line; values there are replaced. Bodies are never
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

/** Structured lines on stdout. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[skjult]' },
    serializers: { err: describeError },
  })
}

/**
 * An error as a log line may show it: kind, text, stack; never a request or an answer hanging on
 * it.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause =
    error.cause instanceof Error
      ? { type: error.cause.name, message: error.cause.message, code: codeOf(error.cause) }
      : undefined
  return { type: error.name, ...wordsOf(error), code: codeOf(error), cause }
}

/**
 * Drizzle writes the values of a failed statement into its message, people's names and sealed
 * tokens among them: only the statement is kept.
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
 * A path as a log or an error page may show it: secrets in addresses are masked, and so is whom
 * somebody looks up in the register.
 */
export function maskPath(url: string): string {
  return url
    .replace(/(\/api\/webhooks\/servicem8\/)[^/?]+/, '$1***')
    .replace(/([?&](?:code|state|token|t|query)=)[^&]+/g, '$1***')
}
