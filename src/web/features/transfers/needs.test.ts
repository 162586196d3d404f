import { describe, expect, it } from 'vitest'
import { needOf } from '#shared/needs/need'
import { PENDING_REASONS, TRANSFER_STATUSES } from '#shared/transfer-status'
import { actsOn, explanationOf, remarkOf } from './transfer-state.ts'
import { aTransfer } from '../../../../test/support/screens/a-transfer.ts'

describe('a draft that is gone from Fiken', () => {
  const gone = aTransfer({
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
        const row = aTransfer({ status, pendingReason, ...more })
        const explanation = explanationOf(row, undefined)
        if (needOf(row) === 'act') expect(explanation?.steps).not.toHaveLength(0)
        else expect(explanation?.tone).not.toBe('bad')
      }
})
