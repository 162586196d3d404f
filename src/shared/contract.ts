import type * as z from 'zod/mini'

/**
 * One declaration per endpoint, read by the route (server/platform/http), the browser (web/lib/api) and the tests (test/support).
 *
 * `access` is what the route demands before its handler runs: `public`, a session (`user`), or an administrator's (`admin`).
 * Path parameters are written `:name`. `answer` describes the body of a 200; errors always answer {@link ErrorAnswer}.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  access: 'public' | 'user' | 'admin'
  /**
   * Also demands that the password was entered in this session within the last 15 minutes, else 409 `password_required`: never 401 or
   * 403, which mean that somebody is logged out or not allowed. The browser asks for it and calls again by itself.
   */
  freshPassword?: boolean
  summary: string
  params?: Params
  query?: Query
  body?: Body
  answer: Answer
}

/** Declares an endpoint and keeps the narrow types of its parts. */
export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Answer extends z.ZodMiniType = z.ZodMiniType,
>(declaration: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return declaration
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.output<B> : never
export type BodyInputOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.input<B> : never
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never

/** Every answer that is not a success (decision 14): a Norwegian sentence, a stable code, and what the specification names. */
export interface ErrorAnswer {
  message: string
  code: string
  [more: string]: unknown
}
