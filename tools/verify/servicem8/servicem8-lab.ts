import type { ServiceM8Client } from '#clients/servicem8/client'
import { SERVICEM8_SCOPES, PAYMENT_SCOPE } from '#clients/servicem8/oauth'
import type { Account, TaxRate } from '#clients/servicem8/types'
import { MARK, type Undo, type VendorLab } from '../lab.ts'
import { brief, rowsOf, type Raw } from '../wire.ts'

/** The product's scopes, and the scopes needed to create jobs for the questions. */
export const LAB_SCOPES = [
  ...SERVICEM8_SCOPES,
  PAYMENT_SCOPE,
  'create_jobs',
  'manage_jobs',
  'manage_job_materials',
].join(' ')

export interface ServiceM8Lab extends VendorLab {
  client: ServiceM8Client
  account: Account
  /** Sends requests below ServiceM8's host. */
  raw: Raw
  /** Creates an item, which is deactivated at the end. Returns its uuid and number. */
  material: (more?: Record<string, unknown>) => Promise<{ uuid: string; number: string }>
  /** Creates a job, which is deactivated at the end. Returns its uuid. */
  job: (more?: Record<string, unknown>) => Promise<string>
  /** Creates a job line; prices are in kroner per unit as the customer sees them. */
  line: (jobUuid: string, more: Record<string, unknown>) => Promise<string>
  read: (object: string, uuid: string) => Promise<Record<string, unknown>>
  /**
   * Changes a record.
   * @throws Error when refused
   */
  change: (object: string, uuid: string, fields: Record<string, unknown>) => Promise<void>
  /**
   * Creates a record and returns its uuid.
   * @throws Error when refused
   */
  make: (object: string, fields: Record<string, unknown>) => Promise<string>
  /** Returns the tax rate with this percentage, or null. */
  rate: (percent: number) => Promise<TaxRate | null>
}

export function servicem8Lab(
  base: VendorLab & Pick<ServiceM8Lab, 'client' | 'account' | 'raw'>,
  { undo }: { undo: Undo },
): ServiceM8Lab {
  const { raw, client } = base
  let rates: Promise<TaxRate[]> | null = null

  const lab: ServiceM8Lab = {
    ...base,
    async make(object, fields) {
      const uuid = crypto.randomUUID()
      const answer = await raw('POST', `/api_1.0/${object}.json`, { json: { uuid, ...fields } })
      if (answer.status !== 200) throw new Error(`${object} was not taken: ${brief(answer)}`)
      const made = answer.headers.get('x-record-uuid') ?? uuid
      undo.later(`${object} ${made} in ServiceM8`, async () => {
        const removed = await raw('DELETE', `/api_1.0/${object}/${made}.json`)
        if (removed.status !== 200 && removed.status !== 404) throw new Error(brief(removed))
      })
      return made
    },
    async material(more = {}) {
      const number = `FBV-${crypto.randomUUID().slice(0, 8)}`
      const fields = { name: MARK, item_number: number, price: '100.0000', ...more }
      return { uuid: await lab.make('material', fields), number }
    },
    job: (more = {}) => lab.make('job', { status: 'Work Order', job_description: MARK, ...more }),
    line: (jobUuid, more) =>
      lab.make('jobmaterial', {
        job_uuid: jobUuid,
        name: MARK,
        quantity: '1',
        displayed_amount_is_tax_inclusive: '0',
        ...more,
      }),
    async read(object, uuid) {
      const answer = await raw('GET', `/api_1.0/${object}/${uuid}.json`)
      if (answer.status !== 200) throw new Error(`${object} cannot be read: ${brief(answer)}`)
      const [first = answer.json] = rowsOf(answer)
      return first as Record<string, unknown>
    },
    async change(object, uuid, fields) {
      const answer = await raw('POST', `/api_1.0/${object}/${uuid}.json`, { json: fields })
      if (answer.status !== 200) throw new Error(`${object} was not changed: ${brief(answer)}`)
    },
    async rate(percent) {
      const found = await (rates ??= client.taxRates.list())
      return found.find((rate) => rate.active && Number(rate.percent) === percent) ?? null
    },
  }
  return lab
}
