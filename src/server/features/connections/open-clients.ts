import { createFiken, type FikenClient } from '#clients/fiken/client'
import type { Limiter, GateOptions, VendorCall } from '#clients/http/transport'
import { createServiceM8, type ServiceM8Client } from '#clients/servicem8/client'
import type { Platform } from '../../platform/platform.ts'
import type { SlotOptions } from '../../platform/vendor-limiter.ts'
import { liveConnection, notConnected } from './tokens/grant-row.ts'
import { servicem8Bucket, userAgent } from './oauth/providers.ts'
import { keepTokens } from './tokens/tokens.ts'

export interface OpenClientOptions {
  /**
   * Somebody waits at a screen: goes first, and gets LimiterBusy after ten seconds instead of
   * waiting on.
   */
  interactive?: boolean | undefined
  /** Fiken: can wait until transfers and people want nothing (the limiter's `unhurried`). */
  unhurried?: boolean | undefined
  /**
   * Ends the waiting for a slot. A request under way may finish: cutting off a write leaves its
   * outcome unknown.
   */
  signal?: AbortSignal | undefined
  observe?: ((call: VendorCall) => void) | undefined
  /**
   * Fiken: asked before each request, once its slot is there; throws when the request must no
   * longer be made.
   */
  guard?: ((request: { safe: boolean }) => Promise<void>) | undefined
}

/**
 * ServiceM8 as this user. The client renews its token automatically; a grant that dies on the way
 * throws the same HttpError as here.
 *
 * @throws HttpError 409 `authorize_servicem8`, 401 `reauthorize_servicem8`
 */
export async function openServicem8(
  platform: Platform,
  userId: string,
  options: OpenClientOptions = {},
): Promise<{ client: ServiceM8Client; accountUuid: string; timeZone: string; currency: string }> {
  const row = await liveConnection(platform, userId, 'servicem8')
  if (!row.account) throw notConnected('servicem8')
  const { account, timeZone, currency } = row
  const keeper = keepTokens(platform, row, 'servicem8', given(options))
  const client = createServiceM8({
    apiUrl: platform.config.servicem8.apiUrl,
    token: keeper.token,
    onUnauthenticated: keeper.renewed,
    clock: platform.clock,
    limiter: (run, slot) =>
      platform.limiter.throttled(servicem8Bucket(account), run, slotOf(options, slot)),
    timeZone,
    userAgent: userAgent(platform),
    ...limits(platform),
    ...(options.observe ? { observe: options.observe } : {}),
  })
  return { client, accountUuid: account, timeZone, currency }
}

/**
 * Fiken as this user, one request at a time over all processes.
 *
 * @throws HttpError 409 `authorize_fiken`, 401 `reauthorize_fiken`
 */
export async function openFiken(
  platform: Platform,
  userId: string,
  options: OpenClientOptions = {},
): Promise<{ client: FikenClient; lane: string }> {
  const row = await liveConnection(platform, userId, 'fiken')
  if (!row.lane) throw notConnected('fiken')
  const { lane } = row
  const keeper = keepTokens(platform, row, 'fiken', given(options))
  const client = createFiken({
    apiUrl: platform.config.fiken.apiUrl,
    token: keeper.token,
    onUnauthenticated: keeper.renewed,
    clock: platform.clock,
    limiter: laneLimiter(platform, lane, options),
    userAgent: userAgent(platform),
    ...limits(platform),
    ...(options.observe ? { observe: options.observe } : {}),
  })
  return { client, lane }
}

/** The transport's limiter over a Fiken lane. */
export function laneLimiter(platform: Platform, lane: string, options: OpenClientOptions): Limiter {
  return (run, slot) => platform.limiter.serialized(lane, run, slotOf(options, slot))
}

function slotOf(
  { interactive, unhurried, signal, guard }: OpenClientOptions,
  request: GateOptions | undefined,
): SlotOptions {
  const beforeSend = request?.beforeSend
  const signals = [signal, request?.signal].filter((s) => s !== undefined)
  return {
    ...(interactive ? { interactive } : {}),
    ...(unhurried ? { unhurried } : {}),
    ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    ...(guard || beforeSend
      ? {
          guard: async () => {
            await guard?.({ safe: request?.safe ?? false })
            await beforeSend?.()
          },
        }
      : {}),
    ...(request?.gaveUp ? { gaveUp: request.gaveUp } : {}),
  }
}

const limits = ({ vendorTimeoutMs: timeoutMs }: Platform) =>
  timeoutMs === undefined ? {} : { timeoutMs }

function given({ interactive, signal, observe }: OpenClientOptions) {
  return {
    ...(interactive ? { interactive } : {}),
    ...(signal ? { signal } : {}),
    ...(observe ? { observe } : {}),
  }
}
