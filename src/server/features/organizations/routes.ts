import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/organizations'
import { HttpError } from '../../platform/http-error.ts'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { askRegister, questionOf } from './ask-register.ts'
import { presentOrganization } from './present.ts'

/**
 * The limit of requests per IP address, which several users can share; stops programs that copy the
 * register.
 */
const LOOK_UPS = { max: 300, timeWindow: '1 minute' }

const UNAVAILABLE =
  'Brønnøysundregistrene svarer ikke akkurat nå. Du kan skrive inn opplysningene selv.'

export function organizationRoutes(app: FastifyInstance, platform: Platform): void {
  const ask = askRegister(platform)
  route(
    app,
    contract.findOrganizations,
    async ({ query: { query }, request }) => {
      const question = questionOf(query)
      if (question.about === 'nothing') return { organizations: [], unavailable: null }
      if (question.about === 'refused') {
        const fields = { query: question.sentence }
        throw new HttpError(400, 'invalid', question.sentence, { fields })
      }
      const found = await ask(question, request.signal)
      return {
        organizations: (found ?? []).map(presentOrganization),
        unavailable: found ? null : UNAVAILABLE,
      }
    },
    { perAddress: LOOK_UPS },
  )
}
