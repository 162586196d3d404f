import { isExternalError } from '../http/external-error.ts'
import { readRows } from '../http/pages.ts'
import { readRow } from '../http/row.ts'
import { createTransport } from '../http/transport.ts'
import type { TransportOptions } from '../http/transport.ts'
import { parseOrganisation, parsePlace, parseRemoved } from './organisation.ts'
import type { Organisation } from './organisation.ts'

export type { Ending, Organisation } from './organisation.ts'

export interface BrregOptions extends Pick<
  TransportOptions,
  'fetch' | 'clock' | 'observe' | 'userAgent'
> {
  /** The API's base URL: the host, or the full address ending in /enhetsregisteret/api. */
  apiUrl: string
  /** The timeout in milliseconds; 5 000 by default, because the user is waiting. */
  timeoutMs?: number
}

export interface BrregClient {
  /**
   * Returns the unit with this organisation number (spaces allowed), including branches and deleted
   * units; null if the number was never registered.
   */
  lookup(organizationNumber: string, signal?: AbortSignal): Promise<Organisation | null>
  /**
   * Returns at most `limit` (10 by default) main units by name, best match first, without deleted
   * units.
   */
  search(name: string, options?: { limit?: number; signal?: AbortSignal }): Promise<Organisation[]>
  /**
   * Returns the place of a Norwegian postcode, in capitals, as units with the postcode have it in
   * their address; null when no unit has the postcode.
   */
  placeOf(postalCode: string, signal?: AbortSignal): Promise<string | null>
}

/** The addresses searched for a postcode; those of post boxes occur only in postal addresses. */
const ADDRESSES = ['forretningsadresse', 'postadresse'] as const

/**
 * Creates a client of Brønnøysundregistrene's Enhetsregisteret, which is open and needs no token.
 * Failed calls throw ExternalError.
 */
export function createBrreg(options: BrregOptions): BrregClient {
  const { apiUrl, timeoutMs = 5_000, ...rest } = options
  const host = apiUrl.replace(/\/+$/, '')
  const baseUrl = host.endsWith('/api') ? host : `${host}/enhetsregisteret/api`
  const transport = createTransport({
    ...rest,
    vendor: 'brreg',
    baseUrl,
    timeoutMs,
    limiter: (run) => run(),
  })

  async function unit(
    kind: 'enheter' | 'underenheter',
    number: string,
    signal?: AbortSignal,
  ): Promise<Organisation | null> {
    try {
      // A deleted unit is returned with status 200, its name and a date. A unit removed from the
      // open data by law is returned with status 410 and only the date.
      const { status, body } = await transport.request({
        method: 'GET',
        path: `/${kind}/${number}`,
        answers: [410],
        signal,
      })
      return status === 410 ? parseRemoved(body) : parseOrganisation(body)
    } catch (error) {
      if (isExternalError(error, 'not_found')) return null
      throw error
    }
  }

  async function listed<T>(
    query: Record<string, string | number>,
    parse: (unit: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T[]> {
    const { body } = await transport.request({ method: 'GET', path: '/enheter', query, signal })
    const list = readRow('brreg', 'enheter', body)
    const embedded = list.raw('_embedded')
    if (embedded === undefined || embedded === null) {
      // An empty result has no list, only the page information.
      if (list.raw('page') === undefined) throw list.fail('page', 'is missing')
      return []
    }
    const { rows, unreadable } = readRows(
      readRow('brreg', 'enheter._embedded', embedded).list('enheter'),
      parse,
    )
    if (rows.length === 0 && unreadable[0]) throw unreadable[0]
    return rows
  }

  return {
    async lookup(organizationNumber, signal) {
      const number = organizationNumber.replace(/\D/g, '')
      if (number.length !== 9) return null
      return (await unit('enheter', number, signal)) ?? unit('underenheter', number, signal)
    },
    async search(name, { limit = 10, signal } = {}) {
      // The register accepts at most 180 characters.
      const navn = name.trim().slice(0, 180)
      if (navn.length < 2) return []
      return listed({ navn, size: limit }, parseOrganisation, signal)
    },
    async placeOf(postalCode, signal) {
      for (const kind of ADDRESSES) {
        const query = { [`${kind}.postnummer`]: postalCode, size: 5 }
        const places = await listed(query, (unit) => parsePlace(unit, kind), signal)
        const place = places.find((one) => one !== '')
        if (place) return place
      }
      return null
    },
  }
}
