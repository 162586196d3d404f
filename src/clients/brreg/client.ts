import { isExternalError } from '../http/external-error.ts'
import { readRows } from '../http/pages.ts'
import { readRow } from '../http/row.ts'
import { createTransport } from '../http/transport.ts'
import type { TransportOptions } from '../http/transport.ts'
import { parseOrganisation, parseRemoved } from './organisation.ts'
import type { Organisation } from './organisation.ts'

export type { Ending, Organisation } from './organisation.ts'

export interface BrregOptions extends Pick<
  TransportOptions,
  'fetch' | 'clock' | 'observe' | 'userAgent'
> {
  /** The host, or the address of its API (ends in /enhetsregisteret/api). */
  apiUrl: string
  /** 5 000 when absent: the user is waiting, and the feature can do without an answer. */
  timeoutMs?: number
}

export interface BrregClient {
  /**
   * Returns the unit with this number (spaces allowed), including branches and deleted units; null
   * when there never was one.
   */
  lookup(organizationNumber: string, signal?: AbortSignal): Promise<Organisation | null>
  /** Returns main units by name, the best first, at most `limit` (10), without deleted ones. */
  search(name: string, options?: { limit?: number; signal?: AbortSignal }): Promise<Organisation[]>
}

/**
 * Creates the client of Brønnøysundregistrene's Enhetsregisteret, which is open, without a token.
 * Every call throws ExternalError.
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
      // A deleted unit is answered 200 with its name and a date; one removed from the open data by
      // law, 410 with the date alone.
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

  return {
    async lookup(organizationNumber, signal) {
      const number = organizationNumber.replace(/\D/g, '')
      if (number.length !== 9) return null
      return (await unit('enheter', number, signal)) ?? unit('underenheter', number, signal)
    },
    async search(name, { limit = 10, signal } = {}) {
      // The register's own limit.
      const navn = name.trim().slice(0, 180)
      if (navn.length < 2) return []
      const { body } = await transport.request({
        method: 'GET',
        path: '/enheter',
        query: { navn, size: limit },
        signal,
      })
      const list = readRow('brreg', 'enheter', body)
      const embedded = list.raw('_embedded')
      if (embedded === undefined || embedded === null) {
        // When nothing is found, the list is left out and only the count of pages says so.
        if (list.raw('page') === undefined) throw list.fail('page', 'is missing')
        return []
      }
      const { rows, unreadable } = readRows(
        readRow('brreg', 'enheter._embedded', embedded).list('enheter'),
        parseOrganisation,
      )
      if (rows.length === 0 && unreadable[0]) throw unreadable[0]
      return rows
    },
  }
}
