import { randomUUID } from 'node:crypto'
import { rowsOf, type FileRecipe, type Sm8Account } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { createRecord, stampNow, updateRecord } from './records.ts'
import { jobTotal } from './totals.ts'

/** Completes a job. Returns false if the job does not exist. */
export function completeJob(world: World, account: Sm8Account, jobUuid: string): boolean {
  const job = rowsOf(account, 'job')[jobUuid]
  if (!job) return false
  updateRecord(world, account, 'job', job, {
    status: 'Completed',
    work_done_description: job['work_done_description'] || job['job_description'],
  })
  return true
}

/** Approves a job: sets ready_to_invoice and, if the settings say so, payment_processed. */
export function approveJob(world: World, account: Sm8Account, jobUuid: string): boolean {
  const job = rowsOf(account, 'job')[jobUuid]
  if (!job) return false
  const processed = world.settings.servicem8.approveSetsProcessed ? { payment_processed: 1 } : {}
  updateRecord(world, account, 'job', job, {
    ready_to_invoice: '1',
    ready_to_invoice_stamp: stampNow(world, account),
    ...processed,
  })
  return true
}

export function changeJob(
  world: World,
  account: Sm8Account,
  jobUuid: string,
  change: Record<string, unknown>,
): boolean {
  const job = rowsOf(account, 'job')[jobUuid]
  if (!job) return false
  updateRecord(world, account, 'job', job, change)
  return true
}

/** Changes fields of a line, e.g. `displayed_amount` (unit price in kroner) or `quantity`. */
export function changeLine(
  world: World,
  account: Sm8Account,
  lineUuid: string,
  change: Record<string, unknown>,
): boolean {
  const line = rowsOf(account, 'jobmaterial')[lineUuid]
  if (!line) return false
  const price = 'displayed_amount' in change ? { price: change['displayed_amount'] } : {}
  updateRecord(world, account, 'jobmaterial', line, { ...change, ...price })
  return true
}

export function payJob(world: World, account: Sm8Account, jobUuid: string): boolean {
  if (!rowsOf(account, 'job')[jobUuid]) return false
  createRecord(world, account, 'jobpayment', {
    uuid: randomUUID(),
    job_uuid: jobUuid,
    amount: jobTotal(account, jobUuid, world.settings),
    method: 'Kort',
    timestamp: stampNow(world, account),
  })
  return true
}

export interface NewPayment {
  /** The amount in kroner. */
  amount: string
  method?: string
  isDeposit?: boolean
}

/** Records a payment, as in the app; the API cannot mark a payment as a deposit. */
export function registerPayment(
  world: World,
  account: Sm8Account,
  jobUuid: string,
  { amount, method = 'Kort', isDeposit = false }: NewPayment,
): string {
  const uuid = createRecord(world, account, 'jobpayment', {
    job_uuid: jobUuid,
    amount,
    method,
    timestamp: stampNow(world, account),
  })
  const made = account.tables.jobpayment[uuid]
  if (made && isDeposit) made.is_deposit = '1'
  return uuid
}

export interface NewFile {
  name: string
  /** File extension, e.g. ".pdf"; taken from the name by default. */
  fileType?: string
  /** The file's origin; INVOICE and QUOTE are documents that ServiceM8 generates itself. */
  source?: string
  content: FileRecipe
}

export function addFile(
  world: World,
  account: Sm8Account,
  jobUuid: string,
  { name, fileType = /\.\w+$/.exec(name)?.[0] ?? '', source = '', content }: NewFile,
): string {
  const uuid = randomUUID()
  account.files = { ...account.files, [uuid]: content }
  return createRecord(world, account, 'attachment', {
    uuid,
    related_object: 'job',
    related_object_uuid: jobUuid,
    attachment_name: name,
    file_type: fileType,
    attachment_source: source,
    timestamp: stampNow(world, account),
  })
}

export interface NewJobLine {
  name: string
  quantity?: string
  /** Unit price in kroner, as shown to the customer. */
  displayed_amount: string
  inclusive?: boolean
  tax_rate_uuid?: string
  material_uuid?: string
}

/** Adds a job with lines, for tests that need many; the total is computed. Returns its uuid. */
export function addJob(
  world: World,
  account: Sm8Account,
  job: Record<string, unknown>,
  lines: NewJobLine[],
): string {
  const { status = 'Work Order', ...fields } = job
  const uuid = createRecord(world, account, 'job', { status: 'Work Order', ...fields })
  lines.forEach((line, index) => {
    createRecord(world, account, 'jobmaterial', {
      quantity: '1',
      tax_rate_uuid: standardRate(account),
      price: line.displayed_amount,
      ...line,
      job_uuid: uuid,
      displayed_amount_is_tax_inclusive: line.inclusive ? '1' : '0',
      sort_order: String(index + 1),
    })
  })
  if (status !== 'Work Order') changeJob(world, account, uuid, { status })
  return uuid
}

/** Returns the uuid of the account's default tax rate, or "". */
export function standardRate(account: Sm8Account): string {
  return (
    Object.values(account.tables.taxrate).find((rate) => rate.is_default_tax_rate === '1')?.uuid ??
    ''
  )
}
