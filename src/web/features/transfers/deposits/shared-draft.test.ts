import { expect, test } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import { sharedSays } from './shared-draft.ts'

// What it depends on; nothing else of a row is used.
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
