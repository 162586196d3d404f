import {
  rowsOf,
  type FikenCompany,
  type Sm8Account,
  type StoredDraft,
  type StoredInvoice,
  type TableName,
} from './state.ts'
import type { World } from './world.ts'

/** Returns the account that has the record; pages and tests name records by uuid alone. */
export function accountOfRecord(
  world: World,
  table: TableName,
  uuid: string,
): Sm8Account | undefined {
  return Object.values(world.state.servicem8.accounts).find(
    (account) => rowsOf(account, table)[uuid] !== undefined,
  )
}

/** Returns a draft by its number or uuid, in any company. */
export function findDraft(
  world: World,
  id: string,
): { company: FikenCompany; draft: StoredDraft } | undefined {
  for (const company of Object.values(world.state.fiken.companies)) {
    const draft = company.drafts.find((row) => row.uuid === id || String(row.draftId) === id)
    if (draft) return { company, draft }
  }
  return undefined
}

/** Returns an invoice by its id, its sale's id or its draft's uuid, in any company. */
export function findInvoice(
  world: World,
  id: string,
): { company: FikenCompany; invoice: StoredInvoice } | undefined {
  for (const company of Object.values(world.state.fiken.companies)) {
    const invoice = company.invoices.find(
      (row) =>
        String(row.invoiceId) === id || String(row.saleId) === id || row.invoiceDraftUuid === id,
    )
    if (invoice) return { company, invoice }
  }
  return undefined
}
