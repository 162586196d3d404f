import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/organizations'
import { HttpError } from '../../platform/http-error.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { askRegister, questionOf } from './ask-register.ts'
import { presentOrganization } from './present.ts'
import { placeAsWritten } from './spelling.ts'

/**
 * The limit of requests per IP address, which several users can share; stops programs that copy the
 * register.
 */
const LOOK_UPS = { max: 300, timeWindow: '1 minute' }
/** The same for callers without a session: enough for an office in which several users register. */
const OWN_LOOK_UPS = { max: 60, timeWindow: '1 minute' }

const UNAVAILABLE =
  'Brønnøysundregistrene svarer ikke akkurat nå. Du kan skrive inn opplysningene selv.'

export function organizationRoutes(app: FastifyInstance, platform: Platform): void {
  const register = askRegister(platform)
  const find = async (query: string, signal: AbortSignal) => {
    const question = questionOf(query)
    if (question.about === 'nothing') return { organizations: [], unavailable: null }
    if (question.about === 'refused') {
      const fields = { query: question.sentence }
      throw new HttpError(400, 'invalid', question.sentence, { fields })
    }
    const found = await register.find(question, signal)
    return {
      organizations: (found ?? []).map(presentOrganization),
      unavailable: found ? null : UNAVAILABLE,
    }
  }
  route(
    app,
    contract.findOrganizations,
    ({ query, request }) => find(query.query, request.signal),
    {
      perAddress: LOOK_UPS,
    },
  )
  publicRoute(
    app,
    contract.findOwnOrganization,
    ({ query, request }) => find(query.query, request.signal),
    { perAddress: OWN_LOOK_UPS },
  )
  publicRoute(
    app,
    contract.findPlace,
    async ({ query, request }) => {
      const place = await register.placeOf(query.postalCode, request.signal)
      return { city: place ? placeAsWritten(place) : null }
    },
    { perAddress: OWN_LOOK_UPS },
  )
}
