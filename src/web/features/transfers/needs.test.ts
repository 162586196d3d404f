import { describe, expect, it } from 'vitest'
import type { Transfer } from '#shared/contracts/transfers/row'
import { needOf } from '#shared/needs/need'
import { PENDING_REASONS, TRANSFER_STATUSES } from '#shared/transfer-status'
import { actsOn, explanationOf, remarkOf } from './transfer-state.ts'

function transfer(changes: Partial<Transfer> = {}): Transfer {
  return {
    id: 't1',
    status: 'completed',
    pendingReason: null,
    servicem8JobId: 'aaaaaaaa-bbbb-cccc-dddd-eeee12345678',
    servicem8Data: null,
    customerName: null,
    amount: 100_00,
    netAmount: null,
    lineItemsCount: 2,
    poNumber: null,
    fikenInvoiceDraftId: null,
    fikenDraftUuid: null,
    fikenCompanySlug: null,
    fikenInvoiceNumber: null,
    payment: null,
    credit: null,
    collective: null,
    errorMessage: null,
    errorCode: null,
    retryCount: 0,
    isProcessing: false,
    stage: null,
    nextAttemptAt: null,
    skipTransfer: false,
    attachmentsNote: null,
    jobCompletedAt: '2026-11-20T14:00:00Z',
    createdAt: '2026-11-21T09:00:00Z',
    updatedAt: '2026-11-21T09:59:30Z',
    ...changes,
  }
}

describe('a draft that is gone from Fiken', () => {
  const gone = transfer({
    draftIsGone: true,
    fikenInvoiceDraftId: '7',
    fikenDraftUuid: 'a',
    fikenCompanySlug: 'et-as',
  })

  it('says so, and is sent again or set aside; it can be neither opened nor taken back', () => {
    expect(explanationOf(gone, undefined)).toMatchObject({
      tone: 'bad',
      title: 'Utkastet finnes ikke lenger i Fiken',
      steps: [
        { label: 'Send på nytt', act: 'sendAgain' },
        { label: 'Hopp over', act: 'setAside' },
      ],
    })
    expect(actsOn(gone)).toMatchObject({ openDraft: false, undo: false })
    expect(remarkOf(gone)).toBe('2 linjer')
    expect(explanationOf({ ...gone, skipTransfer: true }, undefined)).toBeNull()
  })
})

it('what needs the user explains itself on its row', () => {
  const depositCredit = { ids: [7], sum: 1, inFull: true, isDropped: false }
  const found = [{ draftIsGone: true }, { depositCredit }]
  for (const status of TRANSFER_STATUSES)
    for (const pendingReason of [...PENDING_REASONS, null])
      for (const more of [{}, { skipTransfer: true }, ...(status === 'completed' ? found : [])]) {
        const row = transfer({ status, pendingReason, ...more })
        const explanation = explanationOf(row, undefined)
        if (needOf(row) === 'act') expect(explanation?.steps).not.toHaveLength(0)
        else expect(explanation?.tone).not.toBe('bad')
      }
})
