import type { FastifyInstance } from 'fastify'
import { createOrigin } from '../http/origin.ts'
import { REGISTER_FAILS } from '../sentinels.ts'
import type { RegisterUnit } from '../world/state.ts'
import type { World } from '../world/world.ts'

const PATH = '/enhetsregisteret/api/enheter'

/** The organisation register's open data, /enhetsregisteret/api (also answered without that prefix). */
export function createRegister(world: World): FastifyInstance {
  const app = createOrigin(world, {
    vendor: 'brreg',
    identify: () => '',
    errorBody: (status, message) => ({ timestamp: new Date(world.now()).toISOString(), status, error: message }),
    expire: () => {},
    revoke: () => {},
  })
  for (const path of [PATH, '/enheter']) {
    app.get(`${path}/:number`, async (request, reply) => {
      const { number } = request.params as { number: string }
      if (number === REGISTER_FAILS) return reply.code(500).send({ status: 500, error: 'Internal Server Error' })
      if (!/^\d{9}$/.test(number))
        return reply.code(400).send({ status: 400, feilmelding: 'Feilaktig forespørsel', antallFeil: 1 })
      const found = world.state.register.find((unit) => unit.organisasjonsnummer === number)
      return found ? withLink(world, found) : reply.code(404).send()
    })
    app.get(path, async (request) => {
      const query = request.query as Record<string, string | undefined>
      const wanted = (query['navn'] ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const numbers = query['organisasjonsnummer']?.split(',')
      const found = world.state.register.filter(
        (unit) =>
          wanted.every((word) => unit.navn.toLowerCase().includes(word)) &&
          (!numbers || numbers.includes(unit.organisasjonsnummer)),
      )
      const size = Number(query['size'] ?? 20)
      const number = Number(query['page'] ?? 0)
      const rows = found.slice(number * size, (number + 1) * size)
      return {
        ...(rows.length > 0 ? { _embedded: { enheter: rows.map((unit) => withLink(world, unit)) } } : {}),
        _links: { self: { href: `${world.origins.brreg}${request.url}` } },
        page: { size, totalElements: found.length, totalPages: Math.ceil(found.length / size), number },
      }
    })
  }
  return app
}

function withLink(world: World, unit: RegisterUnit): RegisterUnit {
  return { ...unit, _links: { self: { href: `${world.origins.brreg}${PATH}/${unit.organisasjonsnummer}` } } }
}
