import type { TableName } from '../world/state.ts'
import { ZERO_STAMP } from '../world/local-time.ts'

/**
 * The form in which live accounts write a column, which differs from the published file and between
 * objects. `flag` number 0/1 · `textFlag` "0"/"1" · `boolFlag` true/false · `decimal` string with
 * four decimals · `number` · `stamp` · `text` · `uuid` · `json`.
 */
export type ColumnKind =
  'flag' | 'textFlag' | 'boolFlag' | 'decimal' | 'number' | 'stamp' | 'text' | 'uuid' | 'json'

export interface TableRule {
  columns: Record<string, ColumnKind>
  readOnly: ReadonlySet<string>
  required: readonly string[]
  read: string
  /** The OAuth scope for updating and deleting records. */
  write: string
  /** The OAuth scope for creating records; the same as `write` by default. */
  create: string
  /** The object's name in paths of single records, when it differs (attachments, notes). */
  single: string
}

type Named = Partial<Record<ColumnKind, string>>

function table(
  scopes: string,
  named: Named,
  more: { readOnly?: string; required?: string; single?: string } = {},
): Omit<TableRule, 'single'> & { single: string } {
  const [read = '', write = '', create = write] = scopes.split(' ')
  const columns: Record<string, ColumnKind> = { uuid: 'uuid', active: 'flag', edit_date: 'stamp' }
  for (const [kind, names] of Object.entries(named))
    for (const name of names.split(' ')) columns[name] = kind as ColumnKind
  return {
    columns,
    readOnly: new Set(['edit_date', ...(more.readOnly ?? '').split(' ').filter(Boolean)]),
    required: (more.required ?? '').split(' ').filter(Boolean),
    read,
    write,
    create,
    single: more.single ?? '',
  }
}

export const TABLES: Record<TableName, TableRule> = {
  job: table(
    'read_jobs manage_jobs create_jobs',
    {
      uuid: 'created_by_staff_uuid company_uuid payment_actioned_by_uuid category_uuid queue_uuid queue_assigned_staff_uuid completion_actioned_by_uuid',
      stamp:
        'date payment_date invoice_sent_stamp ready_to_invoice_stamp queue_expiry_date quote_date quote_sent_stamp work_order_date payment_processed_stamp payment_received_stamp completion_date unsuccessful_date job_is_scheduled_until_stamp invoice_date',
      flag: 'geo_is_valid payment_processed payment_received',
      textFlag: 'ready_to_invoice',
      boolFlag: 'invoice_sent quote_sent related_knowledge_articles',
      decimal: 'total_invoice_amount',
      number: 'lng lat payment_amount',
      text: 'billing_address status payment_method payment_note purchase_order_number geo_country geo_postcode geo_state geo_city geo_street geo_number badges active_network_request_uuid job_address job_description work_done_description generated_job_id',
    },
    {
      required: 'status',
      readOnly:
        'lng lat geo_is_valid geo_country geo_postcode geo_state geo_city geo_street geo_number invoice_sent_stamp quote_sent_stamp generated_job_id total_invoice_amount payment_processed_stamp payment_received_stamp completion_actioned_by_uuid job_is_scheduled_until_stamp',
    },
  ),
  jobmaterial: table(
    'read_job_materials manage_job_materials',
    {
      uuid: 'job_uuid material_uuid tax_rate_uuid job_material_bundle_uuid',
      decimal: 'quantity price displayed_amount cost displayed_cost',
      textFlag: 'displayed_amount_is_tax_inclusive',
      text: 'name sort_order',
    },
    { required: 'quantity' },
  ),
  jobmaterialbundle: table('read_job_materials manage_job_materials', {
    uuid: 'job_uuid material_bundle_uuid',
    text: 'item_number name quantity',
    number: 'sort_order',
  }),
  company: table(
    'read_customers manage_customers',
    {
      uuid: 'tax_rate_uuid parent_company_uuid',
      flag: 'is_individual',
      text: 'name abn_number address billing_address website address_street address_city address_state address_postcode address_country fax_number badges billing_attention payment_terms',
    },
    { required: 'name', readOnly: 'is_individual' },
  ),
  companycontact: table('read_customer_contacts manage_customer_contacts', {
    uuid: 'company_uuid',
    text: 'first last phone mobile email type',
    textFlag: 'is_primary_contact',
  }),
  jobcontact: table('read_job_contacts manage_job_contacts', {
    uuid: 'job_uuid',
    text: 'first last phone mobile email type',
  }),
  material: table(
    'read_inventory manage_inventory',
    {
      uuid: 'tax_rate_uuid',
      text: 'name item_number barcode item_description',
      number: 'price cost quantity_in_stock',
      flag: 'price_includes_taxes use_description_for_invoicing',
      textFlag: 'item_is_inventoried',
    },
    { required: 'name' },
  ),
  materialbundle: table(
    'read_inventory manage_inventory',
    { text: 'item_number name', json: 'material_list' },
    { required: 'item_number' },
  ),
  taxrate: table(
    'read_tax_rates manage_tax_rates',
    { text: 'name', decimal: 'amount', textFlag: 'is_default_tax_rate' },
    { required: 'name' },
  ),
  jobpayment: table(
    'read_job_payments manage_job_payments',
    {
      uuid: 'job_uuid actioned_by_uuid attachment_uuid',
      stamp: 'timestamp',
      decimal: 'amount',
      text: 'method note',
      textFlag: 'is_deposit',
    },
    { readOnly: 'is_deposit' },
  ),
  staff: table(
    'read_staff manage_staff',
    {
      text: 'first last email mobile job_title color',
      number: 'lng lat',
      flag: 'hide_from_schedule',
      uuid: 'security_role_uuid labour_material_uuid',
    },
    { required: 'first last email' },
  ),
  category: table(
    'read_job_categories manage_job_categories',
    { text: 'name colour' },
    { required: 'name' },
  ),
  queue: table('read_job_queues manage_job_queues', {
    text: 'name subscribed_staff',
    textFlag: 'requires_assignment',
    number: 'default_timeframe',
  }),
  badge: table(
    'manage_badges manage_badges',
    {
      text: 'name file_name',
      number: 'automatically_allocated',
      uuid: 'regarding_form_uuid regarding_asset_type_uuid',
    },
    { required: 'name' },
  ),
  attachment: table(
    'read_attachments manage_attachments',
    {
      text: 'related_object attachment_name file_type attachment_source tags photo_width photo_height extracted_info is_favourite class_name',
      uuid: 'related_object_uuid created_by_staff_uuid',
      number: 'lng lat',
      boolFlag: 'metadata',
      stamp: 'timestamp',
    },
    { single: 'dboattachment' },
  ),
  note: table(
    'read_job_notes publish_job_notes',
    {
      text: 'related_object note',
      uuid: 'related_object_uuid action_completed_by_staff_uuid edit_by_staff_uuid',
      textFlag: 'action_required',
      stamp: 'create_date',
    },
    { single: 'dbonote', readOnly: 'edit_by_staff_uuid' },
  ),
  jobactivity: table('read_schedule manage_schedule', {
    uuid: 'job_uuid staff_uuid allocated_by_staff_uuid material_uuid edit_by_staff_uuid',
    stamp: 'start_date end_date allocated_timestamp has_been_opened_timestamp',
    number: 'activity_was_scheduled activity_was_recorded travel_distance_in_meters',
    text: 'activity_was_automated has_been_opened travel_time_in_seconds',
  }),
}

const BLANKS: Record<ColumnKind, unknown> = {
  flag: 0,
  textFlag: '0',
  boolFlag: false,
  decimal: '0.0000',
  number: 0,
  stamp: ZERO_STAMP,
  text: '',
  uuid: '',
  json: [],
}

/** Returns a row with these values; other columns are empty, in the live form. */
export function newRow<Row>(table: TableName, values: Partial<Row>): Row {
  const row: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(TABLES[table].columns))
    row[name] = kind === 'json' ? [] : BLANKS[kind]
  row['active'] = 1
  return Object.assign(row, values) as Row
}

/** Converts a value sent by a client to the form in which live accounts return it. */
export function coerce(kind: ColumnKind, value: unknown): unknown {
  const on = value === true || value === 1 || value === '1' || value === 'true' || value === 'yes'
  switch (kind) {
    case 'flag':
      return on ? 1 : 0
    case 'textFlag':
      return on ? '1' : '0'
    case 'boolFlag':
      return on
    case 'decimal':
      return Number(value ?? 0).toFixed(4)
    case 'number':
      return Number(value ?? 0)
    case 'json':
      return Array.isArray(value) ? value : []
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}
