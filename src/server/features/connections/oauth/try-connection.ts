import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy } from '../../../platform/limiter/vendor-limiter.ts'
import { openFiken, openServicem8 } from '../tokens/open-clients.ts'
import { reasonOf } from '../vendor-failure.ts'

export interface Tried {
  connected: boolean
  message: string
}

/**
 * Tests the connection to ServiceM8 ("Test tilkobling"). Returns a failure as a result instead of
 * throwing it.
 */
export async function tryServicem8(platform: Platform, companyId: string): Promise<Tried> {
  return tried(servicem8Advice, async () => {
    const { client } = await openServicem8(platform, companyId, { interactive: true })
    return `ServiceM8 svarer: ${(await client.account()).name}.`
  })
}

/**
 * Tests the connection to Fiken by reading the company, so that a missing API module or an
 * inaccessible company is detected too.
 */
export async function tryFiken(
  platform: Platform,
  companyId: string,
  slug: string,
): Promise<Tried> {
  return tried(
    () => 'Sjekk tilkoblingen og at riktig selskap er valgt.',
    async () => {
      const { client } = await openFiken(platform, companyId, { interactive: true })
      const company = await client.companies.get(slug)
      if (!company.hasApiAccess)
        throw new HttpError(
          409,
          'api_module_off',
          `API-modulen er ikke slått på for ${company.name} i Fiken.`,
        )
      return `Fiken svarer: ${company.name}.`
    },
  )
}

function servicem8Advice(error: unknown): string {
  const isAway =
    error instanceof LimiterBusy || isExternalError(error, 'unavailable', 'rate_limited')
  return isAway ? '' : 'OAuth2-autorisasjon kreves. Autoriser ServiceM8 og prøv igjen.'
}

async function tried(
  advice: (error: unknown) => string,
  attempt: () => Promise<string>,
): Promise<Tried> {
  try {
    return { connected: true, message: await attempt() }
  } catch (error) {
    if (!(error instanceof HttpError) && !(error instanceof LimiterBusy) && !isExternalError(error))
      throw error
    return { connected: false, message: `${reasonOf(error)} ${advice(error)}`.trimEnd() }
  }
}
