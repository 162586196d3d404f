import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Vendor } from './ledger.ts'

/** A deviation from normal behaviour, added by tests to prove that tools/verify finds it. */
export interface Deviation {
  vendor: Vendor
  method?: string
  path: RegExp
  /** Changes the request's query and body before it is handled; can throw a refusal. */
  request?: (request: FastifyRequest) => void
  answer?: (answer: SentAnswer, request: FastifyRequest) => void
}

export interface SentAnswer {
  status: number
  /** The response body; "" when there is none. */
  body: string
  type: (contentType: string) => void
  header: (name: string, value: string | undefined) => void
}

function applying(
  deviations: readonly Deviation[],
  vendor: Vendor,
  request: FastifyRequest,
): Deviation[] {
  const [path = ''] = request.url.split('?', 1)
  return deviations.filter(
    (one) =>
      one.vendor === vendor &&
      (one.method === undefined || one.method === request.method) &&
      one.path.test(path),
  )
}

export function deviateRequest(
  deviations: readonly Deviation[],
  vendor: Vendor,
  request: FastifyRequest,
): void {
  for (const deviation of applying(deviations, vendor, request)) deviation.request?.(request)
}

export function deviateAnswer(
  deviations: readonly Deviation[],
  vendor: Vendor,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): unknown {
  const found = applying(deviations, vendor, request).filter(({ answer }) => answer !== undefined)
  if (found.length === 0) return payload
  const answer: SentAnswer = {
    status: reply.statusCode,
    body: typeof payload === 'string' ? payload : '',
    type: (contentType) => void reply.type(contentType),
    header: (name, value) =>
      void (value === undefined ? reply.removeHeader(name) : reply.header(name, value)),
  }
  for (const deviation of found) deviation.answer?.(answer, request)
  void reply.code(answer.status).removeHeader('content-length')
  return answer.body
}
