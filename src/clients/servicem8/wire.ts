/**
 * This file declares the wire format of ServiceM8, in its own spelling. The types are loose where
 * live accounts disagree with the published OpenAPI file, and where objects differ: a flag is a
 * number on one object, a string on another and a boolean on a third. parse.ts accepts all forms;
 * tools/sandbox/servicem8/columns.ts lists how live accounts write each column.
 */

/** A flag: 0/1, "0"/"1", true/false, and on old rows "true"/"yes" or null. */
export type WireFlag = boolean | number | string | null
/** A decimal string with four decimals ("198.9000") on most objects; a JSON number on materials. */
export type WireDecimal = string | number
/**
 * A time such as "2026-03-10 14:05:00" in the account's local time, without a time zone.
 * "0000-00-00 00:00:00", "0000-00-00" and "" mean that there is no date.
 */
export type WireStamp = string
/** A uuid; "" (never absent or null) when there is none. */
export type WireUuid = string

/** The fields of every record. Deleted records stay in lists with active 0. */
export interface WireRecord {
  uuid: WireUuid
  active: WireFlag
  edit_date: WireStamp
}

/** A job. Custom fields are extra keys `customfield_<name>`. */
export interface WireJob extends WireRecord {
  /** A date with a time ("2026-02-20 00:00:00"), although documented as a date. */
  date: WireStamp
  company_uuid: WireUuid
  generated_job_id: string
  /** The job's status: Quote, Work Order, Unsuccessful or Completed. */
  status: string
  purchase_order_number: string
  job_description: string
  work_done_description: string
  job_address: string
  billing_address: string
  /** The flag that makes the geo_* fields valid, which describe the site. */
  geo_is_valid: WireFlag
  geo_number: string
  geo_street: string
  geo_city: string
  geo_state: string
  geo_postcode: string
  geo_country: string
  total_invoice_amount: WireDecimal
  ready_to_invoice: WireFlag
  ready_to_invoice_stamp?: WireStamp
  payment_processed: WireFlag
  payment_processed_stamp?: WireStamp
  payment_received: WireFlag
  payment_received_stamp?: WireStamp
  invoice_sent?: WireFlag
  invoice_sent_stamp?: WireStamp
  quote_sent?: WireFlag
  quote_date?: WireStamp
  work_order_date?: WireStamp
  unsuccessful_date?: WireStamp
  completion_date: WireStamp
  /** The invoice date; absent on accounts that do not have the field yet. */
  invoice_date?: WireStamp
  /** An amount sent as a number, although ServiceM8 no longer uses the field. */
  payment_amount?: WireDecimal
  payment_method?: string
  /** A JSON array inside a string; "" for an empty array. */
  badges?: string
  category_uuid?: WireUuid
  queue_uuid?: WireUuid
  created_by_staff_uuid?: WireUuid
  completion_actioned_by_uuid?: WireUuid
  [more: string]: unknown
}

export interface WireJobMaterial extends WireRecord {
  job_uuid: WireUuid
  /** The material's uuid; "" for a free-text line. */
  material_uuid: WireUuid
  name: string
  quantity: WireDecimal
  /** A price that is not reliable: sometimes with tax, sometimes without. */
  price: WireDecimal
  /** The unit price as the customer sees it: a string, or a number on some accounts. */
  displayed_amount: WireDecimal
  displayed_amount_is_tax_inclusive: WireFlag
  /** The tax rate's uuid; "" when the line has no rate. */
  tax_rate_uuid: WireUuid
  sort_order: string | number
  cost?: WireDecimal
  displayed_cost?: WireDecimal
  /** The bundle's uuid; absent on an account without bundles, "" on a line outside a bundle. */
  job_material_bundle_uuid?: WireUuid
}

export interface WireCompany extends WireRecord {
  name: string
  abn_number: string
  address: string
  address_street: string
  address_city: string
  address_state: string
  address_postcode: string
  address_country: string
  billing_address: string
  /** The attention line; sometimes written as "0" when empty. */
  billing_attention: string
  is_individual: WireFlag
  /** The uuid of the head office; absent without the Client Sites add-on. */
  parent_company_uuid?: WireUuid
  payment_terms?: string
  tax_rate_uuid?: WireUuid
  website?: string
  fax_number?: string
  badges?: string
  [more: string]: unknown
}

interface WireContactFields extends WireRecord {
  first: string
  last: string
  phone: string
  mobile: string
  email: string
  /** The contact type: BILLING, JOB, Property Manager, Property Owner, Tenant, Site Contact … */
  type: string
}

export interface WireCompanyContact extends WireContactFields {
  company_uuid: WireUuid
  is_primary_contact: WireFlag
}

export interface WireJobContact extends WireContactFields {
  job_uuid: WireUuid
  /** A flag that is usually absent on a jobcontact. */
  is_primary_contact?: WireFlag
}

export interface WireMaterial extends WireRecord {
  item_number: string
  name: string
  item_description: string
  barcode: string
  /** The price as a number; price_includes_taxes shows whether it includes tax. */
  price: WireDecimal
  cost: WireDecimal
  price_includes_taxes: WireFlag
  /** The tax rate's uuid; "" when the account's default rate applies. */
  tax_rate_uuid: WireUuid
  item_is_inventoried: WireFlag
  /** The number in stock; valid only when item_is_inventoried is set. */
  quantity_in_stock: WireDecimal
  use_description_for_invoicing?: WireFlag
}

export interface WireTaxRate extends WireRecord {
  name: string
  amount: WireDecimal
  is_default_tax_rate: WireFlag
}

export interface WireJobPayment extends WireRecord {
  job_uuid: WireUuid
  amount: WireDecimal
  method: string
  note: string
  timestamp: WireStamp
  is_deposit: WireFlag
  actioned_by_uuid?: WireUuid
  attachment_uuid?: WireUuid
}

/** The account itself, returned as an array of exactly one row. */
export interface WireVendor {
  uuid: WireUuid
  name: string
  timezone_name: string
  currency: string
  active?: WireFlag
  edit_date?: WireStamp
  email?: string
  business_number?: string
  abn_number?: string
  billing_address?: string
  default_region?: string
  invoice_terms?: string
  website?: string
}

/** The body of a result or an error. A new record's id is in the header x-record-uuid. */
export interface WireResult {
  /** The error code; 0 or "0" on success. */
  errorCode: number | string
  message: string
}

/**
 * The form-encoded body of POST /webhook_subscriptions/object, which creates or updates a
 * subscription.
 */
export interface WireObjectSubscription {
  object: string
  fields: string
  callback_url: string
  unique_id?: string
}

export interface WireEventSubscription {
  event: string
  callback_url: string
  unique_id?: string
}

/** A row of GET /webhook_subscriptions?status=all (at the host's root, not under /api_1.0). */
export interface WireWebhookSubscription {
  uuid: WireUuid
  type: 'object' | 'event'
  object?: string
  event?: string
  callback_url: string
  /** A comma-separated string or an array; can list fewer fields than were accepted. */
  fields?: string | string[] | null
  unique_id?: string | null
  active: WireFlag
  last_failure_reason?: string | null
  last_failure_at?: WireStamp | null
  created_at?: WireStamp | null
}

/**
 * The request to the callback while a subscription is created (form, multipart, JSON or query). The
 * callback must respond with 200, text/plain and only the challenge.
 */
export interface WireWebhookChallenge {
  mode: 'subscribe'
  challenge: string
}

/**
 * The JSON body of ServiceM8's webhook calls: a notification without values, account or signature.
 * Event subscriptions have been seen to use the same shape.
 */
export interface WireWebhookPing {
  object: string
  entry: { uuid: WireUuid; changed_fields?: string[]; /** ISO time in UTC. */ time: string }[]
  /** The address of the record. Do not fetch it unchecked: our token would be sent there. */
  resource_url?: string
  event?: string
}

/** The body of POST /oauth/access_token: form-encoded, with the credentials in the body. */
export interface WireTokenRequest {
  grant_type: 'authorization_code' | 'refresh_token'
  client_id: string
  client_secret: string
  code?: string
  redirect_uri?: string
  refresh_token?: string
}

export interface WireToken {
  access_token: string
  token_type: string
  expires_in: number
  /** A new refresh token each time; the old token stops working. */
  refresh_token: string
  scope: string
}

export interface WireTokenError {
  error: string
  error_description?: string
}

/**
 * A row of GET /api_1.0/attachment.json. A single record is at /dboattachment/{uuid}.json, and its
 * bytes are at /Attachment/{uuid}.file, which the published OpenAPI file does not mention.
 */
export interface WireAttachment extends WireRecord {
  related_object: string
  related_object_uuid: WireUuid
  attachment_name: string
  file_type: string
  attachment_source: string
  timestamp: WireStamp
}
