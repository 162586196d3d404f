import type * as z from 'zod/mini'
import type { NeededAct } from './access/roles.ts'
import type { LiveTopic } from './live-topics.ts'

/**
 * One endpoint's declaration, used by the route, the browser and the tests. `access` is checked
 * before the handler runs. `answer` describes the body of a 200 response; errors always have the
 * body {@link ErrorAnswer}. The browser build omits what only the server reads, such as the schemas
 * (vite.plugins.ts); forms therefore take their schemas from shared/forms, which are loaded with the
 * first form.
 */
export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = ReadEndpoint<Params, Query, Body, Answer> | WriteEndpoint<Params, Query, Body, Answer>

/**
 * Who may call. With `user`, the role of the caller in the company must allow the act, otherwise
 * 403 `role_refused`.
 */
type Access = { access: 'public' | 'admin'; act?: never } | { access: 'user'; act: NeededAct }

interface Declaration<Params, Query, Body, Answer> {
  path: `/api/${string}`
  /**
   * True if the password must have been entered in this session within the last 15 minutes;
   * otherwise 409 `password_required`. The status is never 401 or 403, which mean logged out or not
   * allowed. The browser asks for the password and repeats the request automatically.
   */
  freshPassword?: boolean
  summary: string
  params?: Params
  query?: Query
  body?: Body
  bodyLimit?: number
  /**
   * The file that the endpoint also accepts as its body, of this type and with at most `mostBytes`
   * bytes, read as a stream; `body` is then undefined.
   */
  file?: { type: 'text/csv'; mostBytes: number }
  answer: Answer
}

export type ReadEndpoint<Params, Query, Body, Answer> = Access &
  ReadDeclaration<Params, Query, Body, Answer>

interface ReadDeclaration<Params, Query, Body, Answer> extends Declaration<
  Params,
  Query,
  Body,
  Answer
> {
  method: 'GET'
  /** The topics that the response shows; when one of these changes, the response is out of date. */
  shows?: readonly LiveTopic[]
}

export type WriteEndpoint<Params, Query, Body, Answer> = Access &
  WriteDeclaration<Params, Query, Body, Answer>

interface WriteDeclaration<Params, Query, Body, Answer> extends Declaration<
  Params,
  Query,
  Body,
  Answer
> {
  method: 'POST' | 'PUT' | 'DELETE'
  /** The topics that a success can have changed; published to the caller's open screens. */
  changes: readonly LiveTopic[]
}

export const USUAL_BODY = 64 * 1024
/** The limit in bytes for a list: five thousand uuids, or a thousand of our longest ids. */
export const LIST_BODY = 256 * 1024

export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(declaration: ReadEndpoint<Params, Query, Body, Answer>): ReadEndpoint<Params, Query, Body, Answer>
export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(
  declaration: WriteEndpoint<Params, Query, Body, Answer>,
): WriteEndpoint<Params, Query, Body, Answer>
export function endpoint(declaration: unknown): unknown {
  return declaration
}

export type ParamsOf<E> =
  E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? z.output<P> : never
export type BodyOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.output<B> : never
export type BodyInputOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.input<B> : never
export type AnswerOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never

/**
 * The body of an error response: a Norwegian sentence, a stable code, and further facts for the
 * client (rule 14).
 */
export interface ErrorAnswer {
  message: string
  code: string
  [more: string]: unknown
}

/**
 * The highest count of a list; X-Total-Count is one higher if there are more rows. Counting all
 * rows would take longer than reading the page.
 */
export const MOST_COUNTED = 10_000
