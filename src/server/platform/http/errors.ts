import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import {
  isExternalError,
  type ExternalError,
  type ExternalErrorKind,
  type Vendor,
} from '#clients/http/external-error'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { ErrorAnswer } from '#shared/contract'
import { isDatabaseOut, isDiskFull } from '../database/outage.ts'
import { maskPath } from '../log.ts'
import { HttpError } from '../http-error.ts'
import { LimiterBusy, LimiterClosed } from '../limiter/vendor-limiter.ts'
import { noRoom, type Room } from '../database/room.ts'
import type { busyPage } from './pages.ts'

export interface ErrorReply {
  status: number
  body: ErrorAnswer
  /** The value of Retry-After in seconds. */
  retryAfter?: number
  fault?: boolean
}

const NAMES: Record<Vendor, string> = {
  ...VENDOR_NAMES,
  brreg: 'Brønnøysundregistrene',
}

/**
 * Converts any thrown value into an HTTP response (rule 14) with a Norwegian sentence, a stable
 * code and a matching status. The response has no stack trace, and a vendor's own text only in
 * `details`.
 */
export function errorReply(error: unknown, requestId: string): ErrorReply {
  if (error instanceof HttpError) return refused(error)
  if (isExternalError(error)) return vendorFailed(error)
  if (error instanceof LimiterBusy) {
    const vendor = error.lane.startsWith('servicem8') ? 'ServiceM8' : 'Fiken'
    return {
      status: 503,
      body: { message: `${vendor} er overbelastet. Prøv igjen om litt.`, code: 'busy' },
      retryAfter: 10,
    }
  }
  if (error instanceof LimiterClosed) {
    if (error.cause instanceof HttpError) return refused(error.cause)
    return {
      status: 503,
      body: { message: 'Tjenesten startes på nytt. Prøv igjen om litt.', code: 'closing' },
      retryAfter: 10,
    }
  }
  if (isDiskFull(error)) return refused(noRoom())
  if (isDatabaseOut(error)) {
    const message = 'Vi får ikke lest eller lagret noe akkurat nå. Prøv igjen om litt.'
    return { status: 503, body: { message, code: 'database_unavailable' }, retryAfter: 5 }
  }
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error)
  const known = REQUEST_FAULTS[codeOf(error)]
  if (known) return known
  const status = statusOf(error)
  if (status >= 400 && status < 500)
    return { status, body: { message: 'Forespørselen er ugyldig', code: 'invalid' } }
  return {
    status: 500,
    fault: true,
    body: { message: 'Noe gikk galt hos oss. Prøv igjen.', code: 'fault', requestId },
  }
}

function refused({ status, code, message, more }: HttpError): ErrorReply {
  const { retryAfter, ...rest } = more
  return {
    status,
    body: { ...rest, message, code },
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
  }
}

const VENDOR_SENTENCES: Record<
  ExternalErrorKind,
  { status: number; code: string; say: (vendor: string) => string }
> = {
  rate_limited: {
    status: 503,
    code: 'busy',
    say: (v) => `${v} er overbelastet. Prøv igjen om litt.`,
  },
  unavailable: {
    status: 503,
    code: 'vendor_unavailable',
    say: (v) => `${v} svarer ikke akkurat nå. Prøv igjen om litt.`,
  },
  cancelled: {
    status: 503,
    code: 'vendor_unavailable',
    say: (v) => `Kallet til ${v} ble avbrutt. Prøv igjen.`,
  },
  unknown_outcome: {
    status: 502,
    code: 'unknown_outcome',
    say: (v) =>
      `${v} svarte ikke, så vi vet ikke om endringen ble gjort. Se etter før du prøver igjen.`,
  },
  unauthenticated: {
    status: 401,
    code: 'reauthorize',
    say: (v) => `Tilgangen til ${v} er utløpt. Koble til på nytt.`,
  },
  reauth_required: {
    status: 401,
    code: 'reauthorize',
    say: (v) => `Tilgangen til ${v} er utløpt. Koble til på nytt.`,
  },
  payment_required: {
    status: 502,
    code: 'vendor_payment_required',
    say: (v) => `${v} svarer at abonnementet eller modulen ikke er betalt.`,
  },
  forbidden: {
    status: 502,
    code: 'vendor_forbidden',
    say: (v) => `${v} gir oss ikke tilgang til dette.`,
  },
  not_found: {
    status: 502,
    code: 'vendor_not_found',
    say: (v) => `${v} finner ikke det vi spurte etter.`,
  },
  conflict: {
    status: 502,
    code: 'vendor_conflict',
    say: (v) => `${v} svarer at dette er i strid med noe som er der fra før.`,
  },
  invalid: { status: 502, code: 'vendor_refused', say: (v) => `${v} godtok ikke det vi sendte.` },
  bad_answer: {
    status: 502,
    code: 'vendor_bad_answer',
    say: (v) => `${v} ga et svar vi ikke kunne lese. Prøv igjen om litt.`,
  },
}

function vendorFailed(error: ExternalError): ErrorReply {
  const { status, code, say } = VENDOR_SENTENCES[error.kind]
  return {
    status,
    body: {
      message: say(NAMES[error.vendor]),
      code: code === 'reauthorize' ? `reauthorize_${error.vendor}` : code,
      ...(error.details ? { details: error.details } : {}),
    },
    ...(error.retryAfterMs === null ? {} : { retryAfter: Math.ceil(error.retryAfterMs / 1_000) }),
  }
}

/**
 * Returns the response to invalid input. A malformed id in a path gives 404 (shared/fields.ts);
 * otherwise each invalid field gets its own sentence.
 */
function invalid(error: FastifyError): ErrorReply {
  if (error.validationContext === 'params')
    return { status: 404, body: { message: 'Finnes ikke.', code: 'not_found' } }
  const fields: Record<string, string> = {}
  for (const issue of error.validation ?? []) {
    const name = issue.instancePath.split('/').filter(Boolean).join('.')
    if (name && issue.message) fields[name] ??= issue.message
  }
  const [first] = Object.values(fields)
  return {
    status: 400,
    body: { message: first ?? 'Forespørselen mangler innhold', code: 'invalid', fields },
  }
}

const REQUEST_FAULTS: Partial<Record<string, ErrorReply>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    body: { message: 'Innholdet må sendes som JSON', code: 'unsupported_media_type' },
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    body: { message: 'Forespørselen er for stor. Send mindre om gangen.', code: 'too_large' },
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    body: { message: 'Innholdet er ikke gyldig JSON', code: 'invalid_json' },
  },
  FST_ERR_BAD_URL: { status: 400, body: { message: 'Adressen er ugyldig', code: 'invalid' } },
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500
}

/**
 * Responds to errors. Our own bugs are logged with their stack; callers' mistakes are not logged. A
 * navigation that may be repeated after a wait gets a page instead of JSON.
 */
export function answerErrors(
  app: FastifyInstance,
  { room }: { room: Room },
  busy: ReturnType<typeof busyPage>,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    room.note(error)
    const { status, body, retryAfter, fault } = errorReply(error, request.id)
    if (fault)
      request.log.error(
        { err: error, method: request.method, path: pathOf(request) },
        'a request failed',
      )
    else if (status >= 500)
      request.log.warn(
        { err: error, method: request.method, path: pathOf(request) },
        'a request could not be served now',
      )
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    reply.code(status)
    // The limit on calls sets the header itself.
    const wait = Number(reply.getHeader('retry-after'))
    const page = wait > 0 ? busy(request, reply, wait) : null
    return page ?? reply.type('application/json').send(body)
  })
}

export function pathOf(request: FastifyRequest): string {
  return maskPath(request.url)
}
