import { createFiken, type FikenClient } from '#clients/fiken/client'
import type { Limiter, GateOptions, VendorCall } from '#clients/http/transport'
import { createServiceM8, type ServiceM8Client } from '#clients/servicem8/client'
import type { Platform } from '../../../platform/platform.ts'
import { LimiterClosed, type SlotOptions } from '../../../platform/limiter/vendor-limiter.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { isActiveCompany } from '../../auth/queries.ts'
import { findConnection } from '../store.ts'
import { liveConnection, type LiveRow, notConnected } from './grant-row.ts'
import { observer, servicem8Bucket, userAgent } from '../providers.ts'
import { keepTokens } from './tokens.ts'

export interface OpenClientOptions {
  /**
   * True to give requests the priority of a user who is waiting. They fail with LimiterBusy after
   * ten seconds instead of waiting longer.
   */
  interactive?: boolean | undefined
  /** True to make requests wait until transfers and users need no requests. */
  unhurried?: boolean | undefined
  /**
   * A signal that ends waiting for the limiter. A running request is completed, because cutting off
   * a write would leave its outcome unknown.
   */
  signal?: AbortSignal | undefined
  observe?: ((call: VendorCall) => void) | undefined
  /**
   * A function for Fiken only, called before each request, when the limiter has admitted the
   * request. It throws if the request must no longer be sent.
   */
  guard?: ((request: { safe: boolean }) => Promise<void>) | undefined
  /** True to allow requests for an inactive company too, to disconnect its account. */
  leaving?: boolean | undefined
}

/**
 * Throws for an inactive company (rule 22). Called before each request, because one can be
 * deactivated while work is running. The work is then released as if the process were stopping, and
 * continues once the company is active again.
 * @throws LimiterClosed
 */
async function refuseInactive(
  { db }: Platform,
  companyId: string,
  { leaving }: OpenClientOptions,
): Promise<void> {
  if (leaving || (await isActiveCompany(db, companyId))) return
  throw new LimiterClosed('the user is not active', {
    cause: new HttpError(403, 'inactive', 'Kontoen er deaktivert.'),
  })
}

/**
 * Throws when the company no longer uses the grant that a client was opened with. The grant may live
 * on for other companies, so Fiken would still answer.
 * @throws HttpError 409 `authorize_fiken`
 */
async function refuseFormer({ db }: Platform, { companyId, grantId }: LiveRow): Promise<void> {
  const now = await findConnection(db, companyId, 'fiken')
  if (now?.grantId !== grantId) throw notConnected('fiken')
}

/**
 * Opens a ServiceM8 client for the company. The client renews its token automatically; if the grant
 * ends later, requests throw the same HttpError as this function.
 * @throws HttpError 409 `authorize_servicem8`, 401 `reauthorize_servicem8`; LimiterClosed for an
 * inactive company, from this function and from each request
 */
export async function openServicem8(
  platform: Platform,
  companyId: string,
  options: OpenClientOptions = {},
): Promise<{ client: ServiceM8Client; accountUuid: string; timeZone: string; currency: string }> {
  const row = await liveConnection(platform, companyId, 'servicem8')
  if (!row.account) throw notConnected('servicem8')
  const { account, timeZone, currency } = row
  const mayCall = () => refuseInactive(platform, companyId, options)
  await mayCall()
  const keeper = keepTokens(platform, row.grant, { ...given(options), mayCall })
  const client = createServiceM8({
    apiUrl: platform.config.servicem8.apiUrl,
    token: keeper.token,
    onUnauthenticated: keeper.renewed,
    clock: platform.clock,
    limiter: (run, slot) =>
      platform.limiter.throttled(
        servicem8Bucket(account),
        async () => {
          await mayCall()
          return run()
        },
        slotOf(options, slot),
      ),
    timeZone,
    userAgent: userAgent(platform),
    ...limits(platform),
    observe: observer(platform, options.observe),
  })
  return { client, accountUuid: account, timeZone, currency }
}

/**
 * Opens a Fiken client for the company. It sends one request at a time across all processes.
 * @throws HttpError 409 `authorize_fiken`, 401 `reauthorize_fiken`; LimiterClosed for an inactive
 * company, from this function and from each request
 */
export async function openFiken(
  platform: Platform,
  companyId: string,
  options: OpenClientOptions = {},
): Promise<{ client: FikenClient; lane: string; grant: { id: string; personId: string | null } }> {
  const row = await liveConnection(platform, companyId, 'fiken')
  if (!row.lane) throw notConnected('fiken')
  const { lane } = row
  const mayCall = async () => {
    await refuseInactive(platform, companyId, options)
    await refuseFormer(platform, row)
  }
  await mayCall()
  const keeper = keepTokens(platform, row.grant, { ...given(options), mayCall })
  const client = createFiken({
    apiUrl: platform.config.fiken.apiUrl,
    token: keeper.token,
    onUnauthenticated: keeper.renewed,
    clock: platform.clock,
    limiter: laneLimiter(platform, lane, {
      ...options,
      guard: async (request) => {
        await mayCall()
        await options.guard?.(request)
      },
    }),
    userAgent: userAgent(platform),
    ...limits(platform),
    observe: observer(platform, options.observe),
  })
  return { client, lane, grant: row.grant }
}

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
