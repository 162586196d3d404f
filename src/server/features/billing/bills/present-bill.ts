import type { Bill } from '#shared/contracts/billing'
import { mayBeInFiken } from './may-be-in-fiken.ts'
import type { BillRow } from '../bill-store.ts'

/**
 * @param webUrl the address of Fiken's own pages
 * @param closedCompany the name of the bill's company when Fiken does not let us see it
 */
export function presentBill(row: BillRow, webUrl: string, closedCompany: string | null): Bill {
  return {
    id: row.id,
    month: row.month,
    userId: row.userId,
    name: row.recipient?.name ?? null,
    status: row.status,
    price: row.price,
    gross: row.gross,
    message: row.message,
    // Null on one that no run will take.
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    mayBeInFiken: mayBeInFiken(row),
    closedCompany,
    invoiceNumber: row.invoiceNumber,
    url: urlOf(row, webUrl),
  }
}

function urlOf(row: BillRow, webUrl: string): string | null {
  if (row.companySlug === null) return null
  const company = `${webUrl}/foretak/${encodeURIComponent(row.companySlug)}`
  if (row.saleId !== null) return `${company}/handel/salg/${row.saleId}`
  return row.draftId === null ? null : `${company}/fakturautkast/${row.uuid}`
}
