import type { FikenCompany } from '#clients/fiken/client'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { mayWriteProducts } from '#clients/servicem8/oauth'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openFiken, openServicem8 } from '../../connections/tokens/open-clients.ts'
import { connectionOf } from '../../connections/queries.ts'
import { comparable } from '../comparison/answer-comparison.ts'

/** Both systems' product lists of one user; a client is opened when it is first needed. */
export interface ProductClients {
  platform: Platform
  companyId: string
  slug: string
  fiken: () => Promise<FikenCompany>
  /**
   * Opens the ServiceM8 client.
   * @throws HttpError 403 `servicem8_scope_missing` when the grant does not permit writing
   */
  servicem8: () => Promise<ServiceM8Client>
}

/**
 * Prepares the clients of both systems, each opened when it is first used.
 * @throws HttpError 409 when one of the systems is not connected, or no company is chosen
 */
export async function productClients(
  platform: Platform,
  companyId: string,
  options: { interactive?: boolean; signal?: AbortSignal },
): Promise<ProductClients> {
  const { slug } = await comparable(platform, companyId)
  let fiken: FikenCompany | undefined
  let servicem8: ServiceM8Client | undefined
  return {
    platform,
    companyId,
    slug,
    fiken: async () => {
      fiken ??= (await openFiken(platform, companyId, options)).client.company(slug)
      return fiken
    },
    servicem8: async () => {
      if (servicem8) return servicem8
      const connection = await connectionOf(platform.db, companyId, 'servicem8')
      if (connection?.status === 'connected' && !mayWriteProducts(connection.scope))
        throw new HttpError(
          403,
          'servicem8_scope_missing',
          'ServiceM8 må kobles til på nytt for at produkter, priser og lager kan skrives dit.',
        )
      const unhurried = !options.interactive
      servicem8 = (await openServicem8(platform, companyId, { ...options, unhurried })).client
      return servicem8
    },
  }
}
