import { isExternalError } from '../http/external-error.ts'
import { readRows } from '../http/pages.ts'
import { readRow } from '../http/row.ts'
import { createTransport } from '../http/transport.ts'
import type { TransportOptions } from '../http/transport.ts'

export interface BrregOptions extends Pick<TransportOptions, 'fetch' | 'clock' | 'observe' | 'userAgent'> {
  /** The host, or the address of its API (ends in /enhetsregisteret/api). */
  apiUrl: string
  /** 5 000 when absent: a person is waiting, and the feature can do without. */
  timeoutMs?: number
}

/** A unit of the Norwegian register of organisations. */
export interface Organisation {
  organizationNumber: string
  name: string
  /** "AS", "ENK", … */
  form: string
  /** Where letters go: the postal address, else the business address; null when neither is known. */
  address: { street: string; postalCode: string; city: string; country: string } | null
  vatRegistered: boolean
  /** Bankrupt, being wound up, or struck off. */
  ended: boolean
}

export interface BrregClient {
  /** The unit with this number (spaces allowed), also when it is a branch; null when there is none. */
  lookup(organizationNumber: string, signal?: AbortSignal): Promise<Organisation | null>
  /** Units by name, the best first, at most `limit` (10). */
  search(name: string, options?: { limit?: number; signal?: AbortSignal }): Promise<Organisation[]>
}

/** Brønnøysundregistrene, Enhetsregisteret: open, without a token. Every call throws ExternalError. */
export function createBrreg(options: BrregOptions): BrregClient {
  const { apiUrl, timeoutMs = 5_000, ...rest } = options
  const host = apiUrl.replace(/\/+$/, '')
  const baseUrl = host.endsWith('/api') ? host : `${host}/enhetsregisteret/api`
  const transport = createTransport({ ...rest, vendor: 'brreg', baseUrl, timeoutMs, gate: (run) => run() })

  async function unit(kind: 'enheter' | 'underenheter', number: string, signal?: AbortSignal): Promise<Organisation | null> {
    try {
      return parseOrganisation((await transport.request({ method: 'GET', path: `/${kind}/${number}`, signal })).body)
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
      const navn = name.trim().slice(0, 180)
      if (navn.length < 2) return []
      const { body } = await transport.request({ method: 'GET', path: '/enheter', query: { navn, size: limit }, signal })
      const embedded = readRow('brreg', 'enheter', body).raw('_embedded')
      // Nothing found is told by leaving the list out.
      if (embedded === undefined || embedded === null) return []
      return readRows(readRow('brreg', 'enheter._embedded', embedded).list('enheter'), parseOrganisation).rows
    },
  }
}

function parseOrganisation(value: unknown): Organisation {
  const fields = readRow('brreg', 'enhet', value)
  const form = fields.raw('organisasjonsform')
  return {
    organizationNumber: fields.requiredText('organisasjonsnummer'),
    name: fields.text('navn').trim(),
    form: form === undefined || form === null ? '' : readRow('brreg', 'organisasjonsform', form).text('kode'),
    // A branch has its addresses under other names.
    address: address(fields.raw('postadresse') ?? fields.raw('forretningsadresse') ?? fields.raw('beliggenhetsadresse')),
    vatRegistered: fields.flag('registrertIMvaregisteret', false),
    ended:
      fields.flag('konkurs', false) ||
      fields.flag('underAvvikling', false) ||
      fields.flag('underTvangsavviklingEllerTvangsopplosning', false) ||
      fields.text('slettedato') !== '' ||
      fields.text('nedleggelsesdato') !== '',
  }
}

function address(value: unknown): Organisation['address'] {
  if (value === undefined || value === null) return null
  const fields = readRow('brreg', 'adresse', value)
  return {
    street: fields
      .list('adresse')
      .filter((line) => typeof line === 'string' && line !== '')
      .join(', '),
    postalCode: fields.text('postnummer'),
    city: fields.text('poststed'),
    country: fields.text('land'),
  }
}
