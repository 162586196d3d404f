import type { WireInvoice, WireSale } from '#clients/fiken/wire'
import type { FikenCompany, StoredInvoice } from '../world/state.ts'
import { settlementOf } from './invoicing.ts'

/** Returns an invoice as Fiken does, with its sale. KID is null, as without a bank agreement. */
export function invoiceWire(company: FikenCompany, invoice: StoredInvoice): WireInvoice {
  const {
    saleId: _saleId,
    uuid: _uuid,
    customerId,
    payments: _payments,
    settledDate: _settled,
    writeOff: _writeOff,
    creditNotes,
    creditedGross: _credited,
    ...rest
  } = invoice
  const customer = company.contacts.find((contact) => contact.contactId === customerId)
  const inNok = { netInNok: invoice.net, vatInNok: invoice.vat, grossInNok: invoice.gross }
  return {
    ...rest,
    ...inNok,
    kid: null,
    lines: invoice.lines.map((line) => ({
      ...line,
      netInNok: line.net,
      vatInNok: line.vat,
      grossInNok: line.gross,
    })),
    associatedCreditNotes: creditNotes,
    ...(customer ? { customer, ...(customer.address ? { address: customer.address } : {}) } : {}),
    sale: saleWire(company, invoice),
  }
}

export function saleWire(company: FikenCompany, invoice: StoredInvoice): WireSale {
  const { totalPaid, outstanding, settled } = settlementOf(invoice)
  const customer = company.contacts.find((contact) => contact.contactId === invoice.customerId)
  return {
    saleId: invoice.saleId,
    saleNumber: String(invoice.invoiceNumber),
    date: invoice.issueDate,
    kind: 'invoice',
    netAmount: invoice.net,
    vatAmount: invoice.vat,
    settled,
    ...(settled
      ? {
          settledDate:
            invoice.settledDate ?? invoice.payments.at(-1)?.date ?? invoice.lastModifiedDate,
        }
      : {}),
    writeOff: invoice.writeOff,
    totalPaid,
    totalPaidInCurrency: totalPaid,
    outstandingBalance: outstanding,
    outstandingBalanceInCurrency: outstanding,
    lines: invoice.lines.map((line) => ({
      description: line.description ?? '',
      netPrice: line.net,
      vat: line.vat,
      account: line.incomeAccount ?? '',
      vatType: line.vatType,
    })),
    ...(customer ? { customer } : {}),
    currency: invoice.currency,
    dueDate: invoice.dueDate,
    kid: null,
    salePayments: invoice.payments,
    saleAttachments: [],
    notes: [],
    deleted: false,
    lastModifiedDate: invoice.payments.at(-1)?.date ?? invoice.lastModifiedDate,
  } as WireSale
}
