import type { FastifyInstance, FastifyReply } from 'fastify'
import { createOrigin } from '../http/origin.ts'
import { REGISTER_FAILS } from '../sentinels.ts'
import type { RegisterUnit } from '../world/state.ts'
import type { World } from '../world/world.ts'

const ROOT = '/enhetsregisteret/api'
const LISTS = ['enheter', 'underenheter'] as const
type List = (typeof LISTS)[number]

/** Values of `respons_klasse`; the capital E in SlettetUnderEnhet is the register's own. */
const CLASS: Record<List, { here: string; deleted: string }> = {
  enheter: { here: 'Enhet', deleted: 'SlettetEnhet' },
  underenheter: { here: 'Underenhet', deleted: 'SlettetUnderEnhet' },
}

const LONGEST_NAME = 180
const DEEPEST_PAGE = 10_000

/** Serves the register's open data under /enhetsregisteret/api, and also without that prefix. */
export function createRegister(world: World): FastifyInstance {
  const app = createOrigin(world, {
    vendor: 'brreg',
    errorBody: (status, message) => ({
      timestamp: new Date(world.now()).toISOString(),
      status,
      error: message,
    }),
  })
  for (const list of LISTS) {
    for (const path of [`${ROOT}/${list}`, `/${list}`]) {
      app.get(`${path}/:number`, async (request, reply) => {
        const { number } = request.params as { number: string }
        if (number === REGISTER_FAILS)
          return reply.code(500).send({ status: 500, error: 'Internal Server Error' })
        if (!/^\d{9}$/.test(number))
          return refuse(
            reply,
            'organisasjonsnummer',
            number,
            'Organisasjonsnummeret må ha ni siffer',
          )
        // Each list finds only its own kind: main units or branches.
        const found = world.state.register.find(
          (unit) => unit.organisasjonsnummer === number && listOf(unit) === list,
        )
        if (!found) return reply.code(404).send()
        const { organisasjonsnummer, slettedato, fjernet } = found
        const _links = linksOf(world, found)
        if (fjernet) return reply.code(410).send({ organisasjonsnummer, slettedato, _links })
        return presented(world, found)
      })
      app.get(path, async (request, reply) =>
        searched(world, list, request.query as Query, request.url, reply),
      )
    }
  }
  return app
}

type Query = Record<string, string | undefined>

function searched(world: World, list: List, query: Query, url: string, reply: FastifyReply) {
  const name = query['navn'] ?? ''
  const size = Number(query['size'] ?? 20)
  const number = Number(query['page'] ?? 0)
  if (name.length > LONGEST_NAME)
    return refuse(reply, 'navn', name, `Navn kan ha maks ${LONGEST_NAME} tegn`)
  if (!Number.isInteger(size) || size < 0)
    return refuse(reply, 'size', query['size'] ?? '', 'Må være et positivt heltall')
  if (!Number.isInteger(number) || number < 0 || (number + 1) * size > DEEPEST_PAGE)
    return refuse(reply, 'page', query['page'] ?? '', `(page+1)*size kan ikke overstige 10 000`)
  const wanted = name.toLowerCase().split(/\s+/).filter(Boolean)
  const numbers = query['organisasjonsnummer']?.split(',')
  const found = world.state.register
    .filter((unit) => listOf(unit) === list && unit.slettedato === undefined)
    .filter((unit) => wanted.every((word) => unit.navn.toLowerCase().includes(word)))
    .filter((unit) => !numbers || numbers.includes(unit.organisasjonsnummer))
    .filter((unit) =>
      ADDRESSES.every((kind) => hasPostcode(unit[kind], query[`${kind}.postnummer`])),
    )
    .toSorted((one, other) => score(other, wanted) - score(one, wanted))
  const rows = found.slice(number * size, (number + 1) * size)
  return {
    // As in the register, an empty result has no list.
    ...(rows.length > 0
      ? { _embedded: { [list]: rows.map((unit) => presented(world, unit)) } }
      : {}),
    _links: { self: { href: `${world.origins.brreg}${url}` } },
    page: {
      size,
      totalElements: found.length,
      totalPages: size === 0 ? 0 : Math.ceil(found.length / size),
      number,
    },
  }
}

const ADDRESSES = ['forretningsadresse', 'postadresse'] as const

function hasPostcode(address: unknown, wanted: string | undefined): boolean {
  return (
    wanted === undefined || (address as { postnummer?: string } | undefined)?.postnummer === wanted
  )
}

/** Returns the number of whole words found, for a ranking; the register does not publish its own. */
function score({ navn }: RegisterUnit, wanted: readonly string[]): number {
  const words = new Set(navn.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return wanted.filter((word) => words.has(word)).length
}

function listOf({ organisasjonsform }: RegisterUnit): List {
  return organisasjonsform?.kode === 'BEDR' || organisasjonsform?.kode === 'AAFY'
    ? 'underenheter'
    : 'enheter'
}

/** Returns a unit as the register does: a deleted one keeps little more than name and number. */
function presented(world: World, unit: RegisterUnit): Record<string, unknown> {
  const { here, deleted } = CLASS[listOf(unit)]
  const _links = linksOf(world, unit)
  if (unit.slettedato === undefined) return { ...unit, _links, respons_klasse: here }
  const { organisasjonsnummer, navn, organisasjonsform, slettedato } = unit
  return {
    organisasjonsnummer,
    navn,
    organisasjonsform,
    slettedato,
    _links,
    respons_klasse: deleted,
  }
}

function linksOf(world: World, unit: RegisterUnit): Record<string, { href: string }> {
  const address = `${world.origins.brreg}${ROOT}`
  const parent = unit['overordnetEnhet']
  return {
    self: { href: `${address}/${listOf(unit)}/${unit.organisasjonsnummer}` },
    ...(typeof parent === 'string'
      ? { overordnetEnhet: { href: `${address}/enheter/${parent}` } }
      : {}),
  }
}

function refuse(reply: FastifyReply, parameter: string, value: string, problem: string) {
  return reply.code(400).send({
    status: 400,
    feilmelding: 'Feilaktig forespørsel',
    antallFeil: 1,
    valideringsfeil: [{ feilmelding: problem, parametere: [parameter], feilaktigVerdi: value }],
  })
}
