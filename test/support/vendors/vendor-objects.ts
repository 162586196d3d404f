import type { Contact as FikenContact, CreditNote, Invoice, Product } from '#clients/fiken/types'
import type {
  Client,
  ClientContact,
  Job,
  JobLine,
  JobPayment,
  Material,
  TaxRate,
} from '#clients/servicem8/types'

export const HIGH_RATE = 'rate-25'
export const MEDIUM_RATE = 'rate-15'
export const ZERO_RATE = 'rate-0'

export function aJob(changes: Partial<Job> = {}): Job {
  return {
    uuid: 'c2b8d0e1-0000-4000-8000-000000000002',
    active: true,
    number: '1042',
    status: 'Completed',
    companyUuid: 'client-1',
    purchaseOrderNumber: '',
    jobDescription: 'Bytte varmtvannsbereder',
    workDoneDescription: 'Montert ny 200 l bereder',
    jobAddress: 'Storgata 1\n0155 Oslo',
    billingAddress: '',
    geo: null,
    completedAt: '2026-11-20T14:00:00Z',
    completedOn: '2026-11-20',
    editedAt: '2026-11-20T14:00:00Z',
    totalInvoiceAmount: '1250.0000',
    readyToInvoice: true,
    paymentProcessed: false,
    paymentReceived: false,
    editDate: '2026-11-20 15:00:00',
    ...changes,
  }
}

let lineCount = 0

/** Returns a job line, by default one unit at 1 000 kr excluding 25 % VAT. */
export function aLine(changes: Partial<JobLine> = {}): JobLine {
  lineCount += 1
  return {
    uuid: `line-${lineCount}`,
    jobUuid: 'c2b8d0e1-0000-4000-8000-000000000002',
    active: true,
    name: 'Rørleggerarbeid',
    quantity: '1.0000',
    displayedAmount: '1000.0000',
    displayedAmountIsTaxInclusive: false,
    taxRateUuid: HIGH_RATE,
    materialUuid: null,
    bundleUuid: null,
    sortOrder: lineCount,
    ...changes,
  }
}

export function aPayment(changes: Partial<JobPayment> = {}): JobPayment {
  return {
    uuid: 'payment-1',
    jobUuid: 'job',
    active: true,
    amount: '500.0000',
    method: 'Kort',
    isDeposit: false,
    paidAt: '',
    editDate: '2026-11-20 15:00:00',
    ...changes,
  }
}

export function aMaterial(changes: Partial<Material> = {}): Material {
  return {
    uuid: 'a1b2c3d4-0000-4000-8000-000000000001',
    active: true,
    itemNumber: 'BER-200',
    name: 'Varmtvannsbereder 200 l',
    description: '',
    barcode: '',
    price: '8000.0000',
    cost: '5000.0000',
    priceIncludesTax: false,
    taxRateUuid: null,
    isInventoried: true,
    quantityInStock: '3.0000',
    editDate: '2026-11-01 08:00:00',
    ...changes,
  }
}

export function aTaxRate(changes: Partial<TaxRate> = {}): TaxRate {
  return {
    uuid: HIGH_RATE,
    active: true,
    name: 'MVA',
    percent: '25.0000',
    isDefault: true,
    ...changes,
  }
}

export function norwegianRates(): TaxRate[] {
  return [
    aTaxRate(),
    aTaxRate({ uuid: MEDIUM_RATE, name: 'Mat', percent: '15.0000', isDefault: false }),
    aTaxRate({ uuid: ZERO_RATE, name: 'Avgiftsfri', percent: '0.0000', isDefault: false }),
  ]
}

export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    productId: 77,
    name: 'Varmtvannsbereder 200 l',
    productNumber: 'BER-200',
    unitPrice: 800_000,
    incomeAccount: '3000',
    vatType: 'HIGH',
    active: true,
    stock: null,
    note: '',
    lastModified: '2026-11-01',
    ...changes,
  }
}

export function aClient(changes: Partial<Client> = {}): Client {
  return {
    uuid: 'client-1',
    active: true,
    name: 'Borettslaget Solsiden',
    isIndividual: false,
    organizationNumber: '',
    address: 'Solveien 2\n1415 Oppegård',
    street: 'Solveien 2',
    postalCode: '1415',
    city: 'Oppegård',
    country: 'Norge',
    billingAddress: '',
    billingAttention: '',
    parentUuid: null,
    editDate: '2026-11-01 08:00:00',
    ...changes,
  }
}

export function aClientContact(changes: Partial<ClientContact> = {}): ClientContact {
  return {
    uuid: 'contact-1',
    ownerUuid: 'client-1',
    active: true,
    first: 'Kari',
    last: 'Ødegård',
    phone: '',
    mobile: '900 00 000',
    email: 'kari@solsiden.no',
    type: 'BILLING',
    isPrimary: false,
    editDate: '2026-11-01 08:00:00',
    ...changes,
  }
}

export function aFikenContact(changes: Partial<FikenContact> = {}): FikenContact {
  return {
    contactId: 1001,
    name: 'Borettslaget Solsiden',
    email: '',
    organizationNumber: '',
    phone: '',
    customer: true,
    inactive: false,
    memberNumber: '',
    address: null,
    daysUntilInvoicingDueDate: null,
    lastModified: '2026-11-01',
    ...changes,
  }
}

export function anInvoice(changes: Partial<Invoice> = {}): Invoice {
  return {
    invoiceId: 1,
    invoiceNumber: '10001',
    draftUuid: 'a',
    net: 100_000,
    gross: 125_000,
    issueDate: '2026-11-02',
    dueDate: '2026-11-16',
    saleId: 1,
    customerId: 1,
    ourReference: 'Jobb #1007',
    orderReference: '',
    lastModified: '2026-11-02',
    settled: false,
    writtenOff: false,
    totalPaid: 0,
    paidOn: '',
    outstanding: 125_000,
    creditNotes: [],
    ...changes,
  }
}

export function aCreditNote(changes: Partial<CreditNote> = {}): CreditNote {
  return {
    creditNoteId: 7,
    creditNoteNumber: '20001',
    gross: 125_000,
    issueDate: '2026-11-25',
    invoiceId: 1,
    ...changes,
  }
}
