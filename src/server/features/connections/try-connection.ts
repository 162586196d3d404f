import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { GateBusy } from '../../platform/vendor-gate.ts'
import { openFiken, openServicem8 } from './open-clients.ts'
import { reasonOf } from './vendor-failure.ts'

export interface Tried {
  connected: boolean
  /** Norwegian. */
  message: string
}

/** "Test tilkobling": a failure is an answer here, not an error. */
export async function tryServicem8(platform: Platform, userId: string): Promise<Tried> {
  return tried('OAuth2-godkjenning kreves: koble til ServiceM8.', async () => {
    const { client } = await openServicem8(platform, userId, { interactive: true })
    return `ServiceM8 svarer: ${(await client.account()).name}.`
  })
}

/** Reads the company itself, so that a missing API module or a company out of reach shows. */
export async function tryFiken(platform: Platform, userId: string, slug: string): Promise<Tried> {
  return tried('Sjekk tilkoblingen og at riktig selskap er valgt.', async () => {
    const { client } = await openFiken(platform, userId, { interactive: true })
    const company = await client.companies.get(slug)
    if (!company.hasApiAccess)
      throw new Refusal(409, 'api_module_off', `API-modulen er ikke slått på for ${company.name} i Fiken.`)
    return `Fiken svarer: ${company.name}.`
  })
}

async function tried(advice: string, attempt: () => Promise<string>): Promise<Tried> {
  try {
    return { connected: true, message: await attempt() }
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof GateBusy) && !isExternalError(error)) throw error
    return { connected: false, message: `Tilkobling feilet. ${reasonOf(error)} ${advice}` }
  }
}
