import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtOf } from '#test/support/draft-inputs'
import {
  aClient,
  aClientContact,
  aJob,
  aLine,
  aPayment,
} from '#test/support/vendors/vendor-objects'
import { memoryPlatform, type MemoryPlatform } from '#test/support/world/memory-platform'
import { decideRecipient } from '../customers/reading/recipient.ts'
import { isChangedSince } from '../service-jobs/changed-since.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { buildDraft } from './draft.ts'
import { inputsOf, type DraftSetting } from './load-inputs.ts'

let memory: MemoryPlatform
let setting: DraftSetting

beforeAll(async () => {
  memory = await memoryPlatform()
  setting = {
    row: {
      companyId: await memory.addUser(),
      servicem8AccountId: 'account',
      servicem8JobId: aJob().uuid,
      revision: 0,
      replaces: null,
    },
    configuration: {
      invoiceDescriptionSource: 'both',
      invoiceCreationMode: 'draft',
      fikenBankAccountCode: '',
    } as Partial<DraftSetting['configuration']> as DraftSetting['configuration'],
    company: {
      slug: 'fjordvik',
      name: 'Fjordvik Rør AS',
      organizationNumber: '',
      vatRegistered: false,
      address: null,
      bankAccounts: [],
      accounts: [],
      refreshedAt: new Date(),
    },
  }
})
afterAll(() => memory.close())

const client = (uuid: string, name: string, billingAddress = '') =>
  aClient({ uuid, name, billingAddress, organizationNumber: '910001234', billingAttention: 'Kari' })

const aSnapshot = (changes: Partial<JobSnapshot> = {}): JobSnapshot => ({
  job: aJob({
    categoryUuid: 'category-1',
    number: '1042',
    purchaseOrderNumber: '4711',
    geo: { street: 'Storgata 1', postalCode: '0155', city: 'Oslo', country: 'Norge' },
  }),
  // The lines are without VAT, so that the test needs no tax rates.
  lines: [
    aLine({ uuid: 'line-a', taxRateUuid: null, materialUuid: 'material-1' }),
    aLine({ uuid: 'line-b', taxRateUuid: null, displayedAmount: '250' }),
  ],
  payments: [aPayment()],
  paymentsRead: true,
  jobContacts: [aClientContact({ uuid: 'on-job', type: 'JOB' })],
  client: client('client-1', 'Borettslaget Solsiden'),
  headOffice: null,
  clientContacts: [
    aClientContact({ uuid: 'primary', type: 'JOB', isPrimary: true, first: 'Ola' }),
    aClientContact({ uuid: 'billing', phone: '22 00 00 00', mobile: '' }),
  ],
  leftOut: [],
  fetchedAt: '2026-11-20T15:00:00.000Z',
  ...changes,
})

const SNAPSHOTS: Record<string, JobSnapshot> = {
  'of a client': aSnapshot({ job: { ...aSnapshot().job, totalInvoiceAmount: '1250' } }),
  'of a site, without an address of its own': aSnapshot({
    job: { ...aSnapshot().job, jobAddress: '', totalInvoiceAmount: '1250' },
    headOffice: client('office', 'Solsiden Forvaltning AS', 'Solsiden Forvaltning AS\nPostboks 1'),
  }),
  'with an address of its own': aSnapshot({
    job: {
      ...aSnapshot().job,
      billingAddress: 'Rør AS\nStorgata 1\n0155 Oslo',
      totalInvoiceAmount: '1250',
    },
  }),
  'of nobody': aSnapshot({
    job: { ...aSnapshot().job, companyUuid: null, totalInvoiceAmount: '1250' },
    client: null,
    clientContacts: [],
  }),
}

/**
 * Returns a proxy that records the path of every value that is read, for example
 * "lines.0.quantity".
 */
function watched<T extends object>(object: T, read: Set<string>, way: string[] = []): T {
  return new Proxy(object, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || typeof value === 'function') return value
      const here = [...way, key]
      if (typeof value === 'object' && value !== null) return watched(value, read, here)
      if (key !== 'length') read.add(here.join('.'))
      return value
    },
  })
}

function changedAt(snapshot: JobSnapshot, way: string): JobSnapshot {
  const changed = structuredClone(snapshot)
  const keys = way.split('.')
  const last = keys.pop() ?? ''
  let object: Record<string, unknown> = changed as unknown as Record<string, unknown>
  for (const key of keys) object = object[key] as Record<string, unknown>
  const value = object[last]
  object[last] = typeof value === 'boolean' ? !value : `${typeof value === 'string' ? value : ''}9`
  return changed
}

/**
 * The fields that are read but do not change the draft: payments are only mentioned in a note, and
 * coordinates found by ServiceM8 do not correct an address.
 */
const APART = /^(payments\.|job\.geo\.|paymentsRead$|leftOut\.|fetchedAt$)/

describe('a job', () => {
  it.each(Object.entries(SNAPSHOTS))(
    '%s has changed when anything has that its draft is built from',
    async (_kind, snapshot) => {
      const read = new Set<string>()
      const seen = watched(snapshot, read)
      const decided = decideRecipient({ ...seen, override: null })
      const attention = decided.ok ? decided.recipient.attention : ''
      const input = await inputsOf(memory.platform, setting, seen, {
        attention,
        daysUntilDueDate: null,
      })
      builtOf(buildDraft(input))
      const ways = [...read].filter((way) => !APART.test(way))
      expect(ways).toContain('job.completedOn')
      expect(ways).toContain('job.categoryUuid')
      expect(ways).toContain('lines.1.quantity')
      const unnoticed = ways.filter((way) => !isChangedSince(snapshot, changedAt(snapshot, way)))
      expect(unnoticed).toEqual([])
    },
  )
})
