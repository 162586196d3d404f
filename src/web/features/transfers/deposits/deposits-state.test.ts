import { expect, test } from 'vitest'
import type { FoundInvoice } from '#shared/contracts/transfers/deposits'
import type { Transfer } from '#shared/contracts/transfers/row'
import { isNotUpdated, matching, sharedSays } from './deposits-state.ts'

const invoice = (changes: Partial<FoundInvoice>): FoundInvoice => ({
  invoiceId: 1,
  invoiceNumber: '10001',
  issueDate: '2026-11-03',
  gross: 150_000,
  reference: '',
  isPaid: true,
  why: null,
  ...changes,
})

test('an invoice is found by its number, its date, its amount and its reference', () => {
  const invoices = [
    invoice({}),
    invoice({ invoiceId: 2, invoiceNumber: '10002', gross: 20_050, reference: 'Jobb #1042' }),
  ]
  const found = (search: string) => matching(invoices, search).map(({ invoiceId }) => invoiceId)
  expect(found('')).toEqual([1, 2])
  expect(found('10002')).toEqual([2])
  expect(found('03.11.2026')).toEqual([1, 2])
  expect(found('1 500')).toEqual([1])
  expect(found('1500,00')).toEqual([1])
  expect(found('JOBB  1043 ')).toEqual([])
  expect(found('JOBB  #1042 ')).toEqual([2])
  expect(found('10001 jobb')).toEqual([])
})

test('a draft that takes off something else than was chosen since is to be updated', () => {
  const one = { invoiceId: 1 }
  const other = { invoiceId: 2 }
  expect(isNotUpdated({ chosen: one, sent: null, hasDraft: true })).toBe(true)
  expect(isNotUpdated({ chosen: null, sent: one, hasDraft: true })).toBe(true)
  expect(isNotUpdated({ chosen: other, sent: one, hasDraft: true })).toBe(true)
  expect(isNotUpdated({ chosen: one, sent: one, hasDraft: true })).toBe(false)
  expect(isNotUpdated({ chosen: null, sent: null, hasDraft: true })).toBe(false)
  expect(isNotUpdated({ chosen: one, sent: null, hasDraft: false })).toBe(false)
})

// Only these fields of a transfer affect the text.
const says = (changes: Partial<Transfer>) =>
  sharedSays({
    status: 'completed',
    pendingReason: null,
    skipTransfer: false,
    fikenInvoiceDraftId: '7',
    fikenInvoiceNumber: null,
    payment: null,
    collective: null,
    ...changes,
  } as Transfer)
const three = { stands: 'shares', clientUuid: null, nextOn: null, jobs: 3 } as const

test('a deposit is taken off the draft of one job, and it is said what to do before that', () => {
  expect(says({})).toBeNull()
  expect(says({ status: 'pending', pendingReason: 'collective', fikenInvoiceDraftId: null })).toBe(
    'Jobben får da et eget utkast, utenom samlefakturaen.',
  )
  expect(says({ collective: three })).toBe(
    'Jobben er på en samlefaktura, og der trekkes det ikke fra forskudd. Angrer du den først, kan forskuddet trekkes fra på et eget utkast.',
  )
  expect(says({ collective: three, fikenInvoiceNumber: '10042' })).toBe(
    'Jobben er på en samlefaktura, og der trekkes det ikke fra forskudd.',
  )
})
