import { newRow } from '../servicem8/columns.ts'
import { jobTotal } from '../servicem8/totals.ts'
import { DAY, HOUR, localStamp, ZERO_STAMP } from '../world/local-time.ts'
import { namedUuid } from '../world/random.ts'
import {
  emptyTables,
  rowsOf,
  type AnyRow,
  type Sm8Account,
  type TableName,
  type TableRows,
} from '../world/state.ts'
import type { World } from '../world/world.ts'

/**
 * Adds a row without webhooks or checks. The uuid is derived from `key`, see {@link seededUuid}.
 */
export function put<N extends TableName>(
  account: Sm8Account,
  table: N,
  key: string,
  values: Partial<TableRows[N]>,
): TableRows[N] {
  const uuid = seededUuid(account.vendor.name, table, key)
  const row = newRow<TableRows[N]>(table, { uuid, ...values })
  rowsOf(account, table)[uuid] = row as AnyRow
  return row
}

/** Returns a seeded record's uuid, e.g. `seededUuid('Fjordvik Rør AS', 'job', 'blandet mva')`. */
export function seededUuid(accountName: string, table: TableName | 'account', key: string): string {
  return namedUuid(`${accountName}:${table}:${key}`)
}

/** Fields that live accounts send but invoicing does not use. */
const FURTHER_VENDOR_FIELDS = {
  email_accounts: '',
  accepted_payment_methods: '',
  job_default_status: 'Work Order',
  opening_time_monday: '07:30',
  closing_time_monday: '15:30',
  opening_time_tuesday: '07:30',
  closing_time_tuesday: '15:30',
  opening_time_wednesday: '07:30',
  closing_time_wednesday: '15:30',
  opening_time_thursday: '07:30',
  closing_time_thursday: '15:30',
  opening_time_friday: '07:30',
  closing_time_friday: '15:30',
  opening_time_saturday: '',
  closing_time_saturday: '',
  opening_time_sunday: '',
  closing_time_sunday: '',
}

export function newAccount(
  world: World,
  name: string,
  organizationNumber: string,
  email: string,
): Sm8Account {
  const account: Sm8Account = {
    uuid: seededUuid(name, 'account', ''),
    vendor: {
      uuid: seededUuid(name, 'account', ''),
      name,
      email,
      timezone_name: 'Europe/Oslo',
      currency: 'NOK',
      active: 1,
      edit_date: localStamp(world.now() - 300 * DAY),
      business_number: organizationNumber,
      abn_number: organizationNumber,
      billing_address: 'Strandgaten 12\n5013 Bergen',
      default_region: 'NO',
      invoice_terms: '14',
      website: '',
      ...FURTHER_VENDOR_FIELDS,
    },
    tables: emptyTables(),
    subscriptions: [],
    nextJobNumber: 1000,
    inGoodStanding: true,
  }
  world.state.servicem8.accounts[account.uuid] = account
  return account
}

/** Adds Norwegian VAT rates: 25 % is the default; 13 % is an old, inactive rate. */
export function putTaxRates(account: Sm8Account): void {
  const rates: [name: string, percent: string, active: 0 | 1][] = [
    ['MVA 25 %', '25.0000', 1],
    ['MVA 15 %', '15.0000', 1],
    ['MVA 12 %', '12.0000', 1],
    ['Avgiftsfritt 0 %', '0.0000', 1],
    ['MVA 13 % (gammel)', '13.0000', 0],
  ]
  for (const [name, amount, active] of rates) {
    const key = String(Number(amount))
    put(account, 'taxrate', key, {
      name,
      amount,
      active,
      is_default_tax_rate: key === '25' ? '1' : '0',
      edit_date: account.vendor.edit_date ?? '',
    })
  }
}

export interface SeedLine {
  name: string
  quantity?: string
  /** Unit price in kroner, as shown to the customer. */
  price: string
  inclusive?: boolean
  /** The percentage of a seeded tax rate, 25 by default; null means no rate. */
  rate?: '25' | '15' | '12' | '0' | '13' | null
  material?: string
  bundle?: string
  removed?: boolean
}

export type JobState = 'quote' | 'work order' | 'unsuccessful' | 'completed' | 'approved' | 'paid'

export interface SeedJob {
  key: string
  client: string
  state?: JobState
  /** Days since the job was completed or last changed. */
  daysAgo: number
  description: string
  done?: string
  po?: string
  billingAddress?: string
  address?: string
  lines: SeedLine[]
  active?: 0 | 1
}

export interface ShownJob extends SeedJob {
  /** Text shown after "Viser:" in the workshop pages. */
  shows: string
}

const STATUS: Record<JobState, string> = {
  quote: 'Quote',
  'work order': 'Work Order',
  unsuccessful: 'Unsuccessful',
  completed: 'Completed',
  approved: 'Completed',
  paid: 'Completed',
}

/** Adds a job with lines; returns its uuid. Total, times and flags follow from its state. */
export function putJob(world: World, account: Sm8Account, job: SeedJob): string {
  const { state = 'completed' } = job
  const at = workingHour(world.now() - job.daysAgo * DAY, job.daysAgo)
  const stamp = localStamp(at)
  const client = account.tables.company[seededUuid(account.vendor.name, 'company', job.client)]
  if (!client) throw new Error(`The seed has no client ${job.client}`)
  account.nextJobNumber += 1
  const isDone = STATUS[state] === 'Completed'
  const isApproved = state === 'approved' || state === 'paid'
  const row = put(account, 'job', job.key, {
    generated_job_id: String(account.nextJobNumber),
    status: STATUS[state],
    active: job.active ?? 1,
    company_uuid: client.uuid,
    date: `${localStamp(at - 5 * DAY).slice(0, 10)} 00:00:00`,
    edit_date: stamp,
    job_address: job.address ?? client.address,
    billing_address: job.billingAddress ?? client.billing_address,
    job_description: job.description,
    work_done_description: isDone ? (job.done ?? job.description) : '',
    purchase_order_number: job.po ?? '',
    geo_is_valid: 1,
    geo_street: client.address_street,
    geo_city: client.address_city,
    geo_postcode: client.address_postcode,
    geo_country: 'Norge',
    completion_date: isDone ? stamp : ZERO_STAMP,
    invoice_date: isDone ? `${stamp.slice(0, 10)} 00:00:00` : ZERO_STAMP,
    work_order_date: state === 'quote' ? ZERO_STAMP : localStamp(at - 4 * DAY),
    unsuccessful_date: state === 'unsuccessful' ? stamp : ZERO_STAMP,
    ready_to_invoice: isApproved ? '1' : '0',
    ready_to_invoice_stamp: isApproved ? stamp : ZERO_STAMP,
    payment_processed: isApproved ? 1 : 0,
    payment_processed_stamp: isApproved ? stamp : ZERO_STAMP,
    payment_received: state === 'paid' ? 1 : 0,
    payment_received_stamp: state === 'paid' ? stamp : ZERO_STAMP,
    created_by_staff_uuid: seededUuid(account.vendor.name, 'staff', 'daglig leder'),
  })
  putLines(account, job, stamp)
  row.total_invoice_amount = jobTotal(account, row.uuid, world.settings)
  if (state === 'paid') {
    put(account, 'jobpayment', job.key, {
      job_uuid: row.uuid,
      amount: row.total_invoice_amount,
      method: 'Bankoverføring',
      timestamp: stamp,
      edit_date: stamp,
    })
  }
  return row.uuid
}

/** Moves jobs of earlier days so that they end between 09:00 and 15:00. */
function workingHour(at: number, daysAgo: number): number {
  if (daysAgo < 1) return at
  const midday = at - (at % DAY) + 12 * HOUR
  return midday + (Math.round(daysAgo * 7) % 6) * HOUR - 3 * HOUR
}

function putLines(account: Sm8Account, job: SeedJob, stamp: string): void {
  const { name } = account.vendor
  const jobUuid = seededUuid(name, 'job', job.key)
  job.lines.forEach((line, index) => {
    if (line.bundle) {
      put(account, 'jobmaterialbundle', `${job.key}:${line.bundle}`, {
        job_uuid: jobUuid,
        name: line.bundle,
        quantity: '1.0000',
        sort_order: index + 1,
        edit_date: stamp,
      })
    }
    const material = line.material
      ? account.tables.material[seededUuid(name, 'material', line.material)]
      : undefined
    const rate = line.rate === undefined ? '25' : line.rate
    put(account, 'jobmaterial', `${job.key}:${index + 1}`, {
      job_uuid: jobUuid,
      material_uuid: material?.uuid ?? '',
      name: line.name,
      quantity: Number(line.quantity ?? '1').toFixed(4),
      price: Number(line.price).toFixed(4),
      displayed_amount: Number(line.price).toFixed(4),
      displayed_amount_is_tax_inclusive: line.inclusive ? '1' : '0',
      tax_rate_uuid: rate === null ? '' : seededUuid(name, 'taxrate', rate),
      sort_order: String(index + 1),
      cost: (Number(line.price) * 0.6).toFixed(4),
      displayed_cost: (Number(line.price) * 0.6).toFixed(4),
      job_material_bundle_uuid: line.bundle
        ? seededUuid(name, 'jobmaterialbundle', `${job.key}:${line.bundle}`)
        : '',
      active: line.removed ? 0 : 1,
      edit_date: stamp,
    })
  })
}
