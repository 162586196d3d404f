import { ExternalError } from '#clients/http/external-error'
import { createTransport, type TransportOptions, type VendorCall } from '#clients/http/transport'
import { handClock } from './vendor-stub.ts'

export const TOKEN = 'token-that-nobody-may-read'

export function transportTo(stub: { url: string }, more: Partial<TransportOptions> = {}) {
  const clock = handClock()
  const calls: VendorCall[] = []
  let slots = 0
  const transport = createTransport({
    vendor: 'fiken',
    baseUrl: stub.url,
    token: async () => TOKEN,
    clock,
    limiter: async (run) => {
      slots += 1
      return run()
    },
    timeoutMs: 5_000,
    observe: (call) => calls.push(call),
    userAgent: 'Fakturabro/test',
    ...more,
  })
  return { transport, clock, calls, slots: () => slots }
}

export async function failureOf(promise: Promise<unknown>): Promise<ExternalError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ExternalError))
    throw new Error(`expected an ExternalError, got ${String(error)}`)
  return error
}
