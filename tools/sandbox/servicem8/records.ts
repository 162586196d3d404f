import { randomUUID } from 'node:crypto'
import { localStamp, ZERO_STAMP } from '../world/local-time.ts'
import { rowsOf, type AnyRow, type Sm8Account, type TableName } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { coerce, newRow, TABLES } from './columns.ts'
import { jobTotal } from './totals.ts'

export function stampNow(world: World, account: Sm8Account): string {
  return localStamp(world.now(), account.vendor.timezone_name)
}

/** Creates a record from already checked values; returns its uuid. */
export function createRecord(
  world: World,
  account: Sm8Account,
  table: TableName,
  sent: Record<string, unknown>,
): string {
  const uuid = typeof sent['uuid'] === 'string' && sent['uuid'] !== '' ? sent['uuid'] : randomUUID()
  const row = newRow<AnyRow>(table, { uuid })
  assign(row, table, sent)
  row.edit_date = stampNow(world, account)
  if (table === 'job') {
    account.nextJobNumber += 1
    row['generated_job_id'] = String(account.nextJobNumber)
    if (row['date'] === ZERO_STAMP) row['date'] = `${row.edit_date.slice(0, 10)} 00:00:00`
  }
  if (table === 'note' && row['create_date'] === ZERO_STAMP) row['create_date'] = row.edit_date
  if (table === 'company') row['is_individual'] = 0
  rowsOf(account, table)[uuid] = row
  afterWrite(world, account, table, row, Object.keys(sent), { ...row, status: '' }, true)
  return uuid
}

/** Changes only the given fields of the record, like the live API. */
export function updateRecord(
  world: World,
  account: Sm8Account,
  table: TableName,
  row: AnyRow,
  sent: Record<string, unknown>,
): void {
  const before = { ...row }
  assign(row, table, sent)
  const changed = Object.keys(sent).filter((field) => before[field] !== row[field])
  row.edit_date = stampNow(world, account)
  afterWrite(world, account, table, row, changed, before, false)
}

export function deleteRecord(
  world: World,
  account: Sm8Account,
  table: TableName,
  row: AnyRow,
): void {
  updateRecord(world, account, table, row, { active: 0 })
}

function assign(row: AnyRow, table: TableName, sent: Record<string, unknown>): void {
  const rule = TABLES[table]
  for (const [field, value] of Object.entries(sent)) {
    const kind = rule.columns[field]
    if (field === 'uuid' || rule.readOnly.has(field)) continue
    if (kind) row[field] = coerce(kind, value)
    else if (field.startsWith('customfield_')) row[field] = String(value)
  }
}

function afterWrite(
  world: World,
  account: Sm8Account,
  table: TableName,
  row: AnyRow,
  changed: string[],
  before: Record<string, unknown>,
  created: boolean,
): void {
  if (table === 'job') {
    const events = jobConsequences(world, account, row, before, changed, created)
    world.onRecordChanged(account.uuid, 'job', row.uuid, [...changed, 'edit_date'], events)
  } else {
    const events = table === 'company' ? [created ? 'company.created' : 'company.updated'] : []
    world.onRecordChanged(account.uuid, table, row.uuid, [...changed, 'edit_date'], events)
    if (table === 'jobmaterial' || table === 'jobpayment')
      refreshJob(world, account, String(row['job_uuid']))
  }
  world.touch()
}

/** Sets the fields that follow from a job's change; returns the names of the resulting events. */
function jobConsequences(
  world: World,
  account: Sm8Account,
  job: AnyRow,
  before: Record<string, unknown>,
  changed: string[],
  created: boolean,
): string[] {
  const now = stampNow(world, account)
  const events = [created ? 'job.created' : 'job.updated']
  if (job['status'] !== before['status']) {
    if (!created) events.push('job.status_changed')
    if (job['status'] === 'Completed') {
      events.push('job.completed')
      setIfZero(job, 'completion_date', now, changed)
      setIfZero(job, 'invoice_date', `${now.slice(0, 10)} 00:00:00`, changed)
    }
    // Set at every such change: "The date and time that the job status was changed to Work Order"
    // (openapi.json).
    if (job['status'] === 'Work Order') set(job, 'work_order_date', now, changed)
    if (job['status'] === 'Unsuccessful') setIfZero(job, 'unsuccessful_date', now, changed)
    if (job['status'] === 'Quote') set(job, 'quote_date', now, changed)
    if (before['status'] === 'Completed') job['completion_date'] = ZERO_STAMP
  }
  if (changed.includes('payment_processed') && job['payment_processed'] === 1)
    job['payment_processed_stamp'] = now
  if (changed.includes('payment_received') && job['payment_received'] === 1) {
    job['payment_received_stamp'] = now
    events.push('job.invoice_paid')
  }
  return events
}

function setIfZero(job: AnyRow, field: string, value: string, changed: string[]): void {
  if (job[field] === ZERO_STAMP) set(job, field, value, changed)
}

function set(job: AnyRow, field: string, value: string, changed: string[]): void {
  job[field] = value
  changed.push(field)
}

/** Recomputes the job's total and paid flag; sends webhooks if they changed. */
export function refreshJob(world: World, account: Sm8Account, jobUuid: string): void {
  const job = rowsOf(account, 'job')[jobUuid]
  if (!job) return
  const changed: string[] = []
  const total = jobTotal(account, jobUuid, world.settings)
  if (job['total_invoice_amount'] !== total) {
    job['total_invoice_amount'] = total
    changed.push('total_invoice_amount')
  }
  const paid = Object.values(account.tables.jobpayment)
    .filter((payment) => payment.job_uuid === jobUuid && payment.active === 1)
    .reduce((sum, payment) => sum + Number(payment.amount), 0)
  if (
    paid > 0 &&
    paid >= Number(total) &&
    job['payment_received'] !== 1 &&
    job['status'] === 'Completed'
  ) {
    job['payment_received'] = 1
    job['payment_received_stamp'] = stampNow(world, account)
    changed.push('payment_received')
  }
  if (changed.length === 0) return
  job.edit_date = stampNow(world, account)
  const events = changed.includes('payment_received')
    ? ['job.updated', 'job.invoice_paid']
    : ['job.updated']
  world.onRecordChanged(account.uuid, 'job', jobUuid, [...changed, 'edit_date'], events)
}
