import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enumerate } from '#shared/norwegian'
import type { ConfigurationRow } from './queries.ts'
import { describeChanges, planSave, whatIsMissing } from './plan.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const earlier = new Date('2026-10-01T08:00:00.000Z')

const saved: ConfigurationRow = {
  id: 'b0b9c9f0-0000-4000-8000-000000000001',
  companyId: 'b0b9c9f0-0000-4000-8000-000000000002',
  fikenCompanySlug: 'hansen-ror-as',
  fikenCompanySince: null,
  fikenBankAccountCode: '1920:10001',
  invoiceCreationMode: 'draft',
  autoPriceSyncEnabled: false,
  autoPriceSyncInterval: 60,
  lastAutoPriceSync: null,
  invoiceDescriptionSource: 'invoice_description',
  autoCreateProducts: true,
  autoTransferOnSync: false,
  transferTrigger: 'job.completed',
  requiresCompanySelection: false,
  jobFetchType: 'awaiting_payment',
  enableFuzzyCustomerMatch: true,
  customerMatchThreshold: 90,
  writeBackPayments: false,
  attachments: 'none',
  isActive: false,
  activatedAt: null,
  createdAt: earlier,
  updatedAt: earlier,
}

const roundTrip = (row: ConfigurationRow) => ({
  ...row,
  activatedAt: row.activatedAt?.toISOString() ?? null,
})

describe('saving the configuration', () => {
  it('changes nothing when the answer of GET is sent back unchanged', () => {
    const plan = planSave(
      { ...saved, isActive: true, activatedAt: earlier },
      roundTrip({ ...saved, isActive: true, activatedAt: earlier }),
      now,
    )
    expect(plan).toEqual({
      changes: {},
      company: undefined,
      bankAccountCode: undefined,
      activates: false,
      deactivates: false,
      reachesBack: false,
    })
  })

  it('writes only the key that was changed, so that two screens do not undo each other', () => {
    const anyChange = fc.constantFrom(
      { invoiceCreationMode: 'invoice' as const },
      { invoiceDescriptionSource: 'both' as const },
      { autoCreateProducts: false },
      { jobFetchType: 'completed' as const },
      { autoTransferOnSync: true },
      { enableFuzzyCustomerMatch: false },
      { customerMatchThreshold: 75 },
    )
    fc.assert(
      fc.property(anyChange, (change) => {
        expect(planSave(saved, { ...roundTrip(saved), ...change }, now).changes).toEqual(change)
      }),
    )
  })

  it('drops the bank account of the former company, even when the screen sends it along', () => {
    const plan = planSave(saved, { ...roundTrip(saved), fikenCompanySlug: 'nytt-selskap-as' }, now)
    expect(plan).toMatchObject({ company: 'nytt-selskap-as', bankAccountCode: '' })
    expect(
      planSave(
        saved,
        { fikenCompanySlug: 'nytt-selskap-as', fikenBankAccountCode: '1920:10002' },
        now,
      ).bankAccountCode,
    ).toBe('1920:10002')
  })

  it('does not count the company that is already saved as a choice', () => {
    expect(
      planSave({ ...saved, requiresCompanySelection: true }, roundTrip(saved), now).company,
    ).toBeUndefined()
  })

  it('reads an empty company as none, and then there is no bank account either', () => {
    expect(planSave(saved, { fikenCompanySlug: '' }, now)).toMatchObject({
      company: null,
      bankAccountCode: '',
    })
  })

  it('remembers the first time the integration was switched on, and only that', () => {
    expect(planSave(saved, { ...roundTrip(saved), isActive: true }, now)).toMatchObject({
      activates: true,
      changes: { isActive: true, activatedAt: now },
    })
    const again = planSave({ ...saved, activatedAt: earlier }, { isActive: true }, now)
    expect(again).toMatchObject({ activates: true, changes: { isActive: true } })
    expect(again.changes.activatedAt).toBeUndefined()
  })

  it('lets the start date be moved, but not removed', () => {
    const active = { ...saved, isActive: true, activatedAt: earlier }
    expect(planSave(active, { activatedAt: '2026-09-01T00:00:00+02:00' }, now).changes).toEqual({
      activatedAt: new Date('2026-08-31T22:00:00Z'),
    })
    expect(planSave(active, { activatedAt: null }, now).changes).toEqual({})
  })

  it('reaches back only when the start is moved to an earlier date', () => {
    const active = { ...saved, isActive: true, activatedAt: earlier }
    expect(planSave(active, { activatedAt: '2026-09-01T00:00:00+02:00' }, now).reachesBack).toBe(
      true,
    )
    expect(planSave(active, { activatedAt: '2026-11-01T00:00:00+01:00' }, now).reachesBack).toBe(
      false,
    )
    expect(planSave(active, roundTrip(active), now).reachesBack).toBe(false)
    expect(planSave(saved, { isActive: true }, now).reachesBack).toBe(false)
    expect(
      planSave(saved, { isActive: true, activatedAt: '2026-09-01T00:00:00+02:00' }, now)
        .reachesBack,
    ).toBe(true)
  })

  it('reaches back when unapproved jobs count from now on, and not when they no longer do', () => {
    const approved = {
      ...saved,
      isActive: true,
      activatedAt: earlier,
      jobFetchType: 'awaiting_payment' as const,
    }
    expect(planSave(approved, { jobFetchType: 'completed' }, now).reachesBack).toBe(true)
    expect(planSave(approved, roundTrip(approved), now).reachesBack).toBe(false)
    expect(
      planSave(
        { ...approved, jobFetchType: 'completed' },
        { jobFetchType: 'awaiting_payment' },
        now,
      ).reachesBack,
    ).toBe(false)
  })

  it('names everything that is missing in one answer', () => {
    const none = {
      servicem8Connected: false,
      fikenConnected: false,
      companyChosen: false,
      requiresCompanySelection: true,
    }
    expect(enumerate(whatIsMissing(none))).toBe(
      'ServiceM8 er ikke tilkoblet, Fiken er ikke tilkoblet og selskap i Fiken er ikke valgt',
    )
    const all = {
      servicem8Connected: true,
      fikenConnected: true,
      companyChosen: true,
      requiresCompanySelection: false,
    }
    expect(whatIsMissing(all)).toEqual([])
    expect(whatIsMissing({ ...all, requiresCompanySelection: true })).toEqual([
      'selskapet i Fiken må velges på nytt',
    ])
  })

  it('logs what was changed, in words', () => {
    expect(
      describeChanges(['fikenCompanySlug', 'requiresCompanySelection', 'fikenBankAccountCode']),
    ).toBe('Innstillinger lagret: selskap, bankkonto')
  })
})
