import { COMPANY_HEADER, COMPANY_PARAMETER } from '#shared/access/company-name'
import type {
  AnswerOf,
  BodyInputOf,
  Endpoint,
  ErrorAnswer,
  ParamsOf,
  ReadEndpoint,
} from '#shared/contract'
import { tab } from './company/company.ts'

/* Client of the server's own API. Takes an endpoint's declaration and returns its response. Cookies
   are included, the body is sent as JSON, and any response without a success status is thrown as an
   {@link ApiError}. Responses are not validated again here, because the server has validated them
   against the same declaration. */

/** Request timeout in ms. The server's own interactive requests time out well before this. */
const TIMEOUT_MS = 90_000

/** An error of a call; `message` begins with the status, and `text` is shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number
  /**
   * The stable error code of the response, such as `unauthenticated` or `reauthorize_fiken`;
   * `network` when the server could not be reached.
   */
  readonly code: string
  readonly text: string
  /** The complete response, including fields that only some errors have. */
  readonly answer: Partial<ErrorAnswer>

  constructor(status: number, raw: string, answer: Partial<ErrorAnswer>) {
    super(status === 0 ? raw : `${status}: ${raw}`)
    this.status = status
    this.answer = answer
    this.code = typeof answer.code === 'string' ? answer.code : ''
    this.text = typeof answer.message === 'string' ? answer.message : ''
  }
}

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

type QueryInput<E> = E extends { query?: infer Q }
  ? Q extends { _zod: { input: infer I } }
    ? { [K in keyof I]?: string | number }
    : undefined
  : undefined

export type CallInput<E> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyInputOf<E>> & {
    query?: QueryInput<E>
    /** A file sent instead of a JSON body; its `type` becomes the content type. */
    file?: Blob
    signal?: AbortSignal
    noCache?: boolean
    /** True for a request that must arrive even if the page is left. */
    keepalive?: boolean
    /** The id of the company that the call is for, if it is another than the tab's. */
    company?: string
  }

// The declarations' schemas are invariant in their inputs; here only their types are read.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any>
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRead = ReadEndpoint<any, any, any, any>

/** Returns the URL of a call, without undefined and empty query values. */
export function urlOf(endpoint: { path: string }, params: unknown, query: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** Returns the URL of a call for which the browser sends no headers of ours, such as a picture's. */
export const companyUrlOf = (
  endpoint: { path: string },
  params: unknown,
  query: object = {},
): string => urlOf(endpoint, params, { ...query, [COMPANY_PARAMETER]: tab.id ?? '' })

function parseError(raw: string): Partial<ErrorAnswer> {
  try {
    const parsed: unknown = JSON.parse(raw)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/** Handles every 401 response before the caller receives the error; set once at start. */
let onUnauthorized: (error: ApiError, path: string) => void = () => {}
export function listenForUnauthorized(listener: typeof onUnauthorized): void {
  onUnauthorized = listener
}

/** Handles a refusal of the company that this tab shows; set once at start. */
let onCompanyRefused: () => void = () => {}
export function listenForRefusedCompany(listener: typeof onCompanyRefused): void {
  onCompanyRefused = listener
}
const COMPANY_REFUSED = /^(company_|no_membership)/

/**
 * Returns true for a request that the page of a user with one company has sent before the scripts
 * were loaded. It names no company, and the browser reuses its answer only for the same request.
 */
const isAskedAhead = (url: string) =>
  !tab.from && document.querySelector(`link[as=fetch][href="${url}"]`)

/** Asks for the password again and resolves to true if it was entered; set once at start. */
let askForPassword: () => Promise<boolean> = () => Promise.resolve(false)
export function askForPasswordBy(asking: typeof askForPassword): void {
  askForPassword = asking
}

/**
 * Calls an endpoint and returns the response with its headers, which for lists include
 * X-Total-Count and X-Next-Cursor.
 * @throws {ApiError} as {@link call}
 */
export async function callForHeaders<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ answer: AnswerOf<E>; headers: Headers }> {
  const {
    params,
    query,
    body,
    file,
    signal,
    noCache,
    keepalive,
    company = tab.id,
  } = input as {
    params?: unknown
    query?: unknown
    body?: unknown
    file?: Blob
    signal?: AbortSignal
    noCache?: boolean
    keepalive?: boolean
    company?: string | null
  }
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const url = urlOf(endpoint, params, query)
  let response: Response
  let raw: string
  try {
    response = await fetch(url, {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(company && !(endpoint.method === 'GET' && isAskedAhead(url))
          ? { [COMPANY_HEADER]: company }
          : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(noCache ? { 'cache-control': 'no-cache' } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: file }),
      keepalive: keepalive === true,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    raw = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, 'Kunne ikke kontakte server', {
      code: 'network',
      message: 'Kunne ikke kontakte server',
    })
  }
  if (!response.ok) {
    const error = new ApiError(response.status, raw || response.statusText, parseError(raw))
    if (response.status === 401) onUnauthorized(error, endpoint.path)
    if (COMPANY_REFUSED.test(error.code)) onCompanyRefused()
    // The caller's request stays pending during the question, so a form keeps its values.
    if (error.code === 'password_required' && (await askForPassword()))
      return callForHeaders(endpoint, input)
    throw error
  }
  // Only a request without a name can be answered for another company than the screen's.
  if (company && (response.headers.get(COMPANY_HEADER) ?? company) !== company) {
    onCompanyRefused()
    throw new ApiError(409, 'another company', { code: 'company_needed' })
  }
  return { answer: (raw ? JSON.parse(raw) : undefined) as AnswerOf<E>, headers: response.headers }
}

/**
 * Calls an endpoint and returns its response.
 * @throws {ApiError} for any response without a success status, and when the server cannot be
 * reached
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E>> {
  return (await callForHeaders(endpoint, input)).answer
}

export function errorText(error: unknown, fallback = 'Ukjent feil'): string {
  return error instanceof ApiError && error.text ? error.text : fallback
}

/** Returns the error's text without a first sentence that repeats the title. */
export function errorTextBelow(title: string, error: unknown): string {
  const whole = errorText(error)
  const [first = '', ...rest] = whole.split(/(?<=[.!?]) /)
  return first.startsWith(title) && rest.length > 0 ? rest.join(' ') : whole
}
