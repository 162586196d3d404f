import type * as z from 'zod/mini'
import type { LiveTopic } from './live-topics.ts'

/**
 * One declaration per endpoint, read by the route (server/platform/http), the browser (web/lib/api)
 * and the tests (test/support). `access` is what the route demands before its handler runs:
 * `public`, a session (`user`), or an administrator's (`admin`). Path parameters are written
 * `:name`. `answer` describes the body of a 200; errors always answer {@link ErrorAnswer}. The
 * browser's build has no `params`, `query`, `body`, `answer` and `summary` (vite.plugins.ts): a
 * form takes its schema from shared/forms, whose file comes with the first form.
 */
export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = ReadEndpoint<Params, Query, Body, Answer> | WriteEndpoint<Params, Query, Body, Answer>

interface Declaration<Params, Query, Body, Answer> {
  path: `/api/${string}`
  access: 'public' | 'user' | 'admin'
  /**
   * Also demands that the password was entered in this session within the last 15 minutes, else 409
   * `password_required`: never 401 or 403, which mean logged out or not allowed. The browser asks
   * for it and calls again automatically.
   */
  freshPassword?: boolean
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The largest body as JSON, in bytes, when it is not {@link USUAL_BODY}. */
  bodyLimit?: number
  /**
   * Accepts the body as a file of this type too, read as a stream: `body` is undefined then, and at
   * most `mostBytes` are read.
   */
  file?: { type: 'text/csv'; mostBytes: number }
  answer: Answer
}

export interface ReadEndpoint<Params, Query, Body, Answer> extends Declaration<
  Params,
  Query,
  Body,
  Answer
> {
  method: 'GET'
  /** Topics whose change makes the answer out of date. */
  shows?: readonly LiveTopic[]
}

export interface WriteEndpoint<Params, Query, Body, Answer> extends Declaration<
  Params,
  Query,
  Body,
  Answer
> {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Topics that a success may have changed: published to the caller's open screens. */
  changes: readonly LiveTopic[]
}

/** Bytes; more than any form needs. */
export const USUAL_BODY = 64 * 1024
/** Bytes for a list of ids: five thousand uuids, or a thousand of our longest. */
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
 * Every answer that is not a success (rule 14): a Norwegian sentence, a stable code, and further
 * facts for the client.
 */
export interface ErrorAnswer {
  message: string
  code: string
  [more: string]: unknown
}

/**
 * The most rows of a list that are counted; X-Total-Count is one more beyond it. Nobody turns so
 * many pages, and counting all would take longer than the list.
 */
export const MOST_COUNTED = 10_000
