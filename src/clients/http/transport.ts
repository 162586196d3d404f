import { BodyTooLarge, errorTextOf, readBody } from './body.ts'
import type { Body } from './body.ts'
import { ExternalError, kindOfStatus } from './external-error.ts'
import type { Vendor } from './external-error.ts'
import { networkReason, neverSent, requireSecure } from './network.ts'
import type { FetchLike } from './network.ts'
import { redact } from './redact.ts'

export type { FetchLike } from './network.ts'

export interface Clock {
  /** Returns the milliseconds since 1970, UTC. */
  now(): number
  /** Waits `ms` milliseconds; settles early (resolved or rejected) when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Runs one HTTP attempt, body included, in a slot, for at most `timeoutMs`. The limiter handles
 * pacing, priority and exclusiveness across all processes. Its own errors (no slot in time, a lost
 * lease) are passed on unchanged.
 */
export type Limiter = <T>(run: () => Promise<T>, options?: GateOptions) => Promise<T>

export interface GateOptions {
  timeoutMs: number
  safe: boolean
  signal?: AbortSignal
  /** Called and awaited in the slot, right before `run`. If it throws, nothing is sent. */
  beforeSend?: () => Promise<void>
  /** Returns true if `run` timed out, so the vendor can still be working on the request. */
  gaveUp?: () => boolean
}

/** One call to a vendor, recorded for timelines and metrics, without query, body or token. */
export interface VendorCall {
  vendor: Vendor
  method: string
  path: string
  status: number | null
  durationMs: number
  requestId: string
  startedAt: string
  error?: ExternalError['kind']
}

export interface TransportOptions {
  vendor: Vendor
  baseUrl: string
  fetch?: FetchLike
  /**
   * Returns the access token to send. It is called outside the limiter, since renewing the token
   * can need another slot. When absent, no token is sent.
   */
  token?: () => Promise<string>
  /**
   * Returns a renewed token after a 401, or null when there is none. It is called at most once per
   * request; a request refused with 401 has not been carried out, so the transport sends it again.
   */
  onUnauthenticated?: (usedToken: string) => Promise<string | null>
  clock: Clock
  limiter: Limiter
  timeoutMs: number
  observe?: (call: VendorCall) => void
  userAgent: string
  /** Returns the wait in milliseconds, for a vendor with a known rule that sends no Retry-After. */
  retryAfterOf?: (status: number, text: string) => number | null
  /** The largest response body in bytes, 32 MiB by default. */
  maxBodyBytes?: number
}

export type Query = Record<string, string | number | boolean | undefined>

export interface RequestOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Query
  json?: unknown
  form?: Record<string, string>
  /** Creates the form to upload, once for each attempt. Files on disk are streamed. */
  upload?: () => FormData
  /**
   * Receives a file's bytes as they arrive, so that the response is not held in memory; called
   * again for each retry. A body declared as JSON or HTML is not a file and throws `bad_answer`.
   */
  into?: (file: ReadableStream<Uint8Array>) => Promise<void>
  /**
   * True when the request is safe to repeat after an unknown outcome. GET requests always are;
   * writes only when set here.
   */
  safe?: boolean
  signal?: AbortSignal
  timeoutMs?: number
  /** The statuses besides 2xx whose body is a result rather than an error. */
  answers?: readonly number[]
  /** Called and awaited in each attempt's slot, to store something before the request is sent. */
  beforeSend?: (() => Promise<void>) | undefined
}

export interface Answer {
  status: number
  headers: Headers
  /**
   * The parsed JSON; a string when a write returns something other than JSON; null when the body is
   * empty.
   */
  body: unknown
  requestId: string
}

export interface Transport {
  readonly vendor: Vendor
  /**
   * Sends a request and returns the response.
   * @throws ExternalError, or the limiter's own errors
   */
  request(call: RequestOptions): Promise<Answer>
}

type Attempt = { answer: Answer } | { error: ExternalError; again: boolean }

const SHORT_WAITS = [300, 900] as const
const LONGEST_SHORT_WAIT = 2000
const MAX_BODY_BYTES = 32 * 1024 * 1024

/**
 * Creates a transport, the only way to call a vendor, with token, slot, timeout, retries and typed
 * errors. The transport makes short waits itself (at most two, two seconds in all, and only if
 * nothing can have been done or the call is safe to repeat); longer waits are thrown with
 * `retryAfterMs` for the caller's queue.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = requireSecure(options.baseUrl).href.replace(/\/+$/, '')
  const fetchOf = options.fetch ?? fetch

  async function attempt(call: RequestOptions, token: string | undefined): Promise<Attempt> {
    const safe = isSafe(call)
    const requestId = crypto.randomUUID()
    const started = options.clock.now()
    const doing = `${call.method} ${redact(call.path)}`
    const fail = (
      status: number | null,
      init: Partial<ConstructorParameters<typeof ExternalError>[0]>,
      kind: ExternalError['kind'],
    ) => new ExternalError({ vendor: options.vendor, kind, doing, status, requestId, ...init })

    // AbortSignal.timeout alone is not enough: its timer cannot be cleared, and the reason must
    // distinguish a timeout from the caller's own abort.
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), call.timeoutMs ?? options.timeoutMs)
    const signal = call.signal ? AbortSignal.any([call.signal, deadline.signal]) : deadline.signal
    let status: number | null = null

    async function exchange(): Promise<Attempt> {
      try {
        const response = await fetchOf(urlOf(base, call), {
          ...initOf(call, token, requestId, options.userAgent),
          signal,
        })
        status = response.status
        if (call.into && response.ok && isFile(response)) {
          await call.into(response.body)
          return { answer: { status, headers: response.headers, body: null, requestId } }
        }
        const body = await readBody(response, options.maxBodyBytes ?? MAX_BODY_BYTES)
        if (response.ok || call.answers?.includes(response.status)) return judge(response, body)
        const text = redact(errorTextOf(body), token ? [token] : [])
        const kind = kindOfStatus(response.status, safe)
        const retryAfterMs =
          retryAfterOf(response.headers, options.clock.now()) ??
          options.retryAfterOf?.(response.status, body.text) ??
          null
        const error = fail(response.status, { details: text, retryAfterMs }, kind)
        return { error, again: kind === 'rate_limited' || kind === 'unavailable' }
      } catch (cause) {
        return lost(cause)
      }
    }

    function judge(response: Response, body: Body): Attempt {
      const reading = call.method === 'GET'
      if (body.form === 'html' || (reading && body.form !== 'json')) {
        const details = `${body.form === 'empty' ? 'empty answer' : 'no JSON'}: ${errorTextOf(body)}`
        if (safe)
          return {
            error: fail(response.status, { details, retryable: true }, 'bad_answer'),
            again: true,
          }
        return { error: fail(response.status, { details }, 'unknown_outcome'), again: false }
      }
      const value = body.form === 'json' ? body.json : body.form === 'empty' ? null : body.text
      return {
        answer: { status: response.status, headers: response.headers, body: value, requestId },
      }
    }

    function lost(cause: unknown): Attempt {
      const details = deadline.signal.aborted
        ? `no answer within ${call.timeoutMs ?? options.timeoutMs} ms`
        : networkReason(cause)
      const gaveUp = signal.aborted
      if (cause instanceof BodyTooLarge)
        return {
          error: fail(status, { details, cause }, safe ? 'bad_answer' : 'unknown_outcome'),
          again: false,
        }
      if (call.signal?.aborted && !deadline.signal.aborted) {
        return {
          error: fail(
            status,
            { details: 'aborted', cause, gaveUp },
            safe ? 'cancelled' : 'unknown_outcome',
          ),
          again: false,
        }
      }
      if (safe || (!deadline.signal.aborted && status === null && neverSent(cause))) {
        // A call that timed out is not retried here; the queue retries it later.
        return {
          error: fail(status, { details, cause, gaveUp }, 'unavailable'),
          again: !deadline.signal.aborted,
        }
      }
      return { error: fail(status, { details, cause, gaveUp }, 'unknown_outcome'), again: false }
    }

    try {
      const outcome = await exchange()
      observe({
        vendor: options.vendor,
        method: call.method,
        path: redact(call.path),
        status,
        durationMs: Math.max(0, options.clock.now() - started),
        requestId,
        startedAt: new Date(started).toISOString(),
        ...('error' in outcome ? { error: outcome.error.kind } : {}),
      })
      return outcome
    } finally {
      clearTimeout(timer)
    }
  }

  function observe(call: VendorCall): void {
    try {
      options.observe?.(call)
    } catch {
      // An observer's error must not turn a booked invoice into a failed call.
    }
  }

  async function request(call: RequestOptions): Promise<Answer> {
    const cancelled = () =>
      new ExternalError({
        vendor: options.vendor,
        kind: 'cancelled',
        doing: `${call.method} ${redact(call.path)}`,
        details: 'aborted',
      })
    if (call.signal?.aborted) throw cancelled()
    let token = await options.token?.()
    let renewed = false
    let retries = 0
    let waited = 0
    let gaveUp = false
    const timeoutMs = call.timeoutMs ?? options.timeoutMs
    const { beforeSend } = call
    const slot = {
      timeoutMs,
      safe: isSafe(call),
      signal: call.signal,
      gaveUp: () => gaveUp,
      ...(beforeSend && { beforeSend }),
    }
    for (;;) {
      if (call.signal?.aborted) throw cancelled()
      gaveUp = false
      const outcome = await options.limiter(async () => {
        const ended = await attempt(call, token)
        gaveUp = 'error' in ended && ended.error.gaveUp
        return ended
      }, slot)
      if ('answer' in outcome) return outcome.answer
      const { error, again } = outcome
      if (
        error.kind === 'unauthenticated' &&
        !renewed &&
        token !== undefined &&
        options.onUnauthenticated
      ) {
        renewed = true
        const next = await options.onUnauthenticated(token)
        if (next === null) throw error
        token = next
        continue
      }
      const wait = error.retryAfterMs ?? SHORT_WAITS[retries]
      if (
        !again ||
        wait === undefined ||
        retries >= SHORT_WAITS.length ||
        waited + wait > LONGEST_SHORT_WAIT
      )
        throw error
      retries += 1
      waited += wait
      await options.clock.sleep(wait, call.signal).catch(() => {
        throw cancelled()
      })
    }
  }

  return { vendor: options.vendor, request }
}

function isFile(response: Response): response is Response & { body: ReadableStream<Uint8Array> } {
  const type = response.headers.get('content-type') ?? ''
  return response.body !== null && !/^(text\/html|application\/json)\b/i.test(type.trim())
}

function isSafe(call: RequestOptions): boolean {
  return call.safe ?? call.method === 'GET'
}

function urlOf(base: string, call: RequestOptions): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return `${base}${call.path}${text === '' ? '' : `?${text}`}`
}

function initOf(
  call: RequestOptions,
  token: string | undefined,
  requestId: string,
  userAgent: string,
): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': userAgent,
    'x-request-id': requestId,
  }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (call.into) headers['accept'] = '*/*'
  // Redirects are never followed, because the token would be sent to the redirect's target.
  const init: RequestInit = { method: call.method, headers, redirect: 'manual' }
  if (call.upload) init.body = call.upload()
  else if (call.form) init.body = new URLSearchParams(call.form)
  else if (call.json !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(call.json)
  }
  return init
}

/**
 * Returns the wait that a Retry-After header gives, in milliseconds from `now`; null when it is
 * absent or unreadable.
 */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (/^\d+(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
