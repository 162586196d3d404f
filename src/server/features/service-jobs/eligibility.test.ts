import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decide,
  hasAllFacts,
  ineligible,
  isPaid,
  stillOverruled,
  type EligibilityInput,
  type JobOrigin,
} from './eligibility.ts'

type Changes = {
  job?: Partial<EligibilityInput['job']>
  configuration?: Partial<EligibilityInput['configuration']>
  payments?: EligibilityInput['payments']
  origin?: JobOrigin
  overruled?: EligibilityInput['overruled']
}

function decideOn({
  job,
  configuration,
  payments = [],
  origin = 'webhook',
  overruled = [],
}: Changes = {}) {
  return decide({
    job: {
      active: true,
      status: 'Completed',
      totalInvoiceAmount: '1250.0000',
      readyToInvoice: true,
      paymentProcessed: false,
      paymentReceived: false,
      completedAt: '2026-11-20T10:00:00Z',
      editedAt: '2026-11-20T10:00:00Z',
      ...job,
    },
    payments,
    configuration: {
      jobFetchType: 'awaiting_payment',
      isActive: true,
      requiresCompanySelection: false,
      fikenCompanySlug: 'solsiden-ror-as',
      activatedAt: '2026-11-01T00:00:00Z',
      autoTransferOnSync: false,
      ...configuration,
    },
    origin,
    overruled,
  })
}

describe('a job that is completed, approved and unpaid', () => {
  it('is transferred immediately when it arrives by webhook, sweep or sync', () => {
    for (const origin of ['webhook', 'sweep', 'sync'] as const)
      expect(decideOn({ origin })).toEqual({ kind: 'queue' })
  })
  it('counts as approved also when an accounting package fetched it', () => {
    expect(decideOn({ job: { readyToInvoice: false, paymentProcessed: true } })).toEqual({
      kind: 'queue',
    })
  })
  it('waits for a person when it was only fetched', () => {
    expect(decideOn({ origin: 'manual' })).toEqual({ kind: 'pending', reason: 'fetched' })
    expect(decideOn({ origin: 'manual', configuration: { autoTransferOnSync: true } })).toEqual({
      kind: 'queue',
    })
  })
})

describe('a job that is not to be invoiced yet', () => {
  const WHY = {
    not_completed: 'Jobben er ikke fullført i ServiceM8.',
    deleted: 'Jobben er slettet i ServiceM8.',
    not_approved: 'Jobben er fullført, men ikke godkjent for fakturering i ServiceM8.',
    paid: 'Jobben er allerede betalt i ServiceM8.',
    no_total: 'Jobben har ikke noe beløp å fakturere.',
  }
  const card = [{ active: true, amount: '1250.00' }]
  it.each([
    ['an open job', { job: { status: 'Work Order' } }, 'not_completed', false],
    ['a quote', { job: { status: 'Quote' } }, 'not_completed', false],
    ['a deleted job', { job: { active: false } }, 'deleted', true],
    ['an open job that is deleted', { job: { active: false, status: 'Quote' } }, 'deleted', false],
    ['a job that is not approved', { job: { readyToInvoice: false } }, 'not_approved', true],
    ['a job marked as paid', { job: { paymentReceived: true } }, 'paid', true],
    ['a job paid by card on site', { payments: card }, 'paid', true],
    ['a job without a price', { job: { totalInvoiceAmount: '0.0000' } }, 'no_total', true],
  ] as const)('%s makes no row', (_name, changes, code, log) => {
    expect(decideOn(changes)).toEqual({ kind: 'skip', code, why: WHY[code], log })
  })
  it('is not held back by a deposit or by a payment that was reversed', () => {
    expect(decideOn({ payments: [{ active: true, amount: '500' }] })).toEqual({ kind: 'queue' })
    expect(decideOn({ payments: [{ active: false, amount: '1250' }] })).toEqual({ kind: 'queue' })
  })
  it('needs neither approval nor payment status when the user wants every completed job', () => {
    const configuration = { jobFetchType: 'completed' } as const
    expect(
      decideOn({ configuration, job: { readyToInvoice: false, paymentReceived: true } }),
    ).toEqual({ kind: 'queue' })
  })
  it('continues when its total is negative, to report that a credit note is made in Fiken', () => {
    expect(decideOn({ job: { totalInvoiceAmount: '-500.00' } })).toEqual({ kind: 'queue' })
  })
})

describe('a job from before activation', () => {
  const job = { completedAt: '2026-10-31T23:00:00Z' }
  const activatedAt = '2026-11-01T00:00:00Z'
  it('is never transferred automatically', () => {
    expect(decideOn({ job })).toEqual({
      kind: 'skip',
      code: 'history',
      why: 'Jobben ble fullført før integrasjonen ble slått på. Hent den med «Hent jobber» hvis den skal overføres.',
      log: true,
    })
    expect(decideOn({ job: { completedAt: activatedAt } })).toEqual({ kind: 'queue' })
  })
  it('is one from before the start date, once the user has set one', () => {
    const configuration = { activatedAt: '2026-10-31T23:00:00.000Z' }
    expect(decideOn({ job: { completedAt: '2026-10-31T22:59:59Z' }, configuration })).toMatchObject(
      {
        code: 'history',
        why: 'Jobben ble fullført før startdatoen du har satt. Hent den med «Hent jobber» hvis den skal overføres.',
      },
    )
  })
  it('is not one if it was completed in the very second of the activation, as ServiceM8 gives whole seconds', () => {
    const configuration = { activatedAt: '2026-11-01T00:00:00.900Z' }
    expect(decideOn({ job: { completedAt: '2026-11-01T00:00:00Z' }, configuration })).toEqual({
      kind: 'queue',
    })
    expect(decideOn({ job: { completedAt: '2026-10-31T23:59:59Z' }, configuration })).toMatchObject(
      { code: 'history' },
    )
  })
  it('waits as history when a person fetches it, unless transfers on sync are on', () => {
    expect(decideOn({ job, origin: 'manual' })).toEqual({ kind: 'pending', reason: 'history' })
    expect(
      decideOn({ job, origin: 'manual', configuration: { autoTransferOnSync: true } }),
    ).toEqual({ kind: 'queue' })
    expect(
      decideOn({
        job,
        origin: 'manual',
        configuration: { autoTransferOnSync: true, isActive: false },
      }),
    ).toMatchObject({ reason: 'history' })
  })
  it('is transferred when a person asks for it', () => {
    expect(decideOn({ job, origin: 'retry' })).toEqual({ kind: 'queue' })
  })
})

describe('an integration that is not ready', () => {
  it('keeps new jobs waiting until it is switched on', () => {
    expect(decideOn({ configuration: { isActive: false } })).toEqual({
      kind: 'pending',
      reason: 'inactive',
    })
    expect(decideOn({ configuration: { isActive: false, activatedAt: null } })).toEqual({
      kind: 'pending',
      reason: 'inactive',
    })
    expect(
      decideOn({ configuration: { isActive: false, activatedAt: null }, origin: 'manual' }),
    ).toEqual({ kind: 'pending', reason: 'history' })
  })
  it('keeps jobs waiting until a company is chosen, even when a person asks', () => {
    expect(decideOn({ configuration: { requiresCompanySelection: true } })).toEqual({
      kind: 'pending',
      reason: 'company',
    })
    expect(decideOn({ configuration: { fikenCompanySlug: null }, origin: 'retry' })).toEqual({
      kind: 'pending',
      reason: 'company',
    })
  })
})

describe('paid', () => {
  it('never describes a job without payments', () => {
    expect(isPaid({ paymentReceived: false, totalInvoiceAmount: '-10' }, [])).toBe(false)
    expect(
      isPaid({ paymentReceived: false, totalInvoiceAmount: '10' }, [
        { active: true, amount: 'ukjent' },
      ]),
    ).toBe(false)
  })
  const paid = (total: string, ...amounts: string[]) =>
    isPaid(
      { paymentReceived: false, totalInvoiceAmount: total },
      amounts.map((amount) => ({ active: true, amount })),
    )
  it('is what misses less than an øre, which nobody can pay', () => {
    expect(paid('374.9625', '374.96')).toBe(true)
    expect(paid('374.9625', '374.9526')).toBe(true)
    expect(paid('374.9625', '374.9525')).toBe(false)
    expect(paid('374.96', '374.95')).toBe(false)
    expect(paid('374.9625', '200', '174.96')).toBe(true)
  })
  it('is the total in whole kroner, as a till takes it', () => {
    expect(paid('374.4900', '374')).toBe(true)
    expect(paid('374.5000', '375.00')).toBe(true)
    expect(paid('374.5000', '374')).toBe(false)
    expect(paid('374.4900', '300', '74')).toBe(true)
    expect(paid('374.4900', '373')).toBe(false)
    // The total is not in whole kroner, so rounding does not apply.
    expect(paid('374.4900', '374.10')).toBe(false)
  })
  it('is not what was paid back', () => {
    expect(paid('374.9625', '374.96', '-374.96')).toBe(false)
    expect(paid('374.4900', '474', '-100')).toBe(true)
    expect(paid('374.4900', '374', '-1')).toBe(false)
  })
  it('is never nothing, however small the total', () => {
    expect(paid('0.0050', '0')).toBe(false)
    expect(paid('0.4900', '0.00')).toBe(false)
    expect(paid('0.4900', '100', '-100')).toBe(false)
    expect(paid('0.4900')).toBe(false)
  })
  it('says what was rounded, where it was', () => {
    const why = (amount: string) => {
      const verdict = decideOn({
        job: { totalInvoiceAmount: '374.4000' },
        payments: [{ active: true, amount }],
      })
      return verdict.kind === 'skip' ? verdict.why.replaceAll('\u00a0', ' ') : verdict.kind
    }
    expect(why('374')).toBe(
      'Jobben er allerede betalt i ServiceM8. Det er betalt 374,00 kr av 374,40 kr, avrundet til hele kroner.',
    )
    expect(why('375')).toBe('Jobben er allerede betalt i ServiceM8.')
    expect(why('374.40')).toBe('Jobben er allerede betalt i ServiceM8.')
  })
  it('never leaves half a krone or more unpaid, and takes every total that is paid to the øre', () => {
    const total = fc.integer({ min: 1, max: 100_000_000 })
    fc.assert(
      fc.property(total, fc.integer({ min: -10_000, max: 10_000 }), (units, off) => {
        const text = (tenThousandths: number) => (tenThousandths / 10_000).toFixed(4)
        const given = units + off
        if (paid(text(units), text(given))) expect(units - given).toBeLessThan(5_000)
        const ore = Math.round(units / 100) / 100
        expect(paid(text(units), ore.toFixed(2))).toBe(ore > 0)
      }),
    )
  })
})

describe('a job that a person asks for by name', () => {
  const payments = [{ active: true, amount: '1250' }]
  it('is refused with a reason when it is paid or not approved, not skipped', () => {
    expect(decideOn({ payments, origin: 'retry' })).toMatchObject({
      kind: 'refuse',
      ineligible: { code: 'paid', overrule: 'paid' },
    })
    expect(decideOn({ job: { readyToInvoice: false }, origin: 'retry' })).toMatchObject({
      kind: 'refuse',
      ineligible: { code: 'not_approved', overrule: 'unapproved' },
    })
  })
  it('is skipped when nobody can overrule the objection', () => {
    expect(decideOn({ job: { status: 'Work Order' }, origin: 'retry' })).toMatchObject({
      kind: 'skip',
      code: 'not_completed',
    })
    expect(
      decideOn({
        job: { totalInvoiceAmount: '0' },
        origin: 'retry',
        overruled: ['paid', 'unapproved'],
      }),
    ).toMatchObject({ kind: 'skip', code: 'no_total' })
  })
  it('continues with what was overruled, and with nothing else', () => {
    expect(decideOn({ payments, origin: 'retry', overruled: ['paid'] })).toEqual({ kind: 'queue' })
    const both = { payments, job: { readyToInvoice: false }, origin: 'retry' } as const
    expect(decideOn({ ...both, overruled: ['paid'] })).toMatchObject({
      ineligible: { code: 'not_approved' },
    })
    expect(decideOn({ ...both, overruled: ['unapproved'] })).toMatchObject({
      ineligible: { code: 'paid' },
    })
    expect(decideOn({ ...both, overruled: ['unapproved', 'paid'] })).toEqual({ kind: 'queue' })
  })
  it('needs no confirmation where all completed jobs are wanted', () => {
    const configuration = { jobFetchType: 'completed' } as const
    expect(
      decideOn({ payments, job: { readyToInvoice: false }, origin: 'retry', configuration }),
    ).toEqual({ kind: 'queue' })
  })
})

describe('what was overruled', () => {
  const job = {
    active: true,
    status: 'Completed',
    totalInvoiceAmount: '1250',
    readyToInvoice: true,
    paymentProcessed: false,
    paymentReceived: false,
  }
  it('lasts as long as the fact does', () => {
    const paid = { job, payments: [{ active: true, amount: '1250' }] }
    expect(stillOverruled(paid, ['paid', 'unapproved'])).toEqual(['paid'])
    expect(stillOverruled({ job, payments: [] }, ['paid'])).toEqual([])
    expect(
      stillOverruled({ job: { ...job, readyToInvoice: false }, payments: [] }, [
        'paid',
        'unapproved',
      ]),
    ).toEqual(['unapproved'])
  })
  it('does not make an open job one to invoice', () => {
    expect(
      ineligible({ job: { ...job, status: 'Work Order' }, payments: [] }, 'awaiting_payment', [
        'paid',
      ]),
    ).toMatchObject({ code: 'not_completed', overrule: null })
  })
})

describe('a snapshot', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  const snapshot = (change: object = {}, job: object = {}) =>
    ({
      job: { paymentReceived: false, ...job },
      paymentsRead: true,
      fetchedAt: '2026-11-20T09:50:00Z',
      ...change,
    }) as Parameters<typeof hasAllFacts>[0]
  it('is sufficient while it is recent', () => {
    expect(hasAllFacts(snapshot(), 'awaiting_payment', now)).toBe(true)
    expect(
      hasAllFacts(snapshot({ fetchedAt: '2026-11-20T09:45:00Z' }), 'awaiting_payment', now),
    ).toBe(false)
    expect(hasAllFacts(snapshot({ fetchedAt: '2026-11-20T09:45:00Z' }), 'completed', now)).toBe(
      false,
    )
    expect(hasAllFacts(snapshot({ fetchedAt: '' }), 'completed', now)).toBe(false)
  })
  it('is sufficient without payments only where nothing depends on them', () => {
    expect(hasAllFacts(snapshot({ paymentsRead: undefined }), 'awaiting_payment', now)).toBe(false)
    expect(hasAllFacts(snapshot({ paymentsRead: false }), 'awaiting_payment', now)).toBe(false)
    expect(hasAllFacts(snapshot({ paymentsRead: false }), 'completed', now)).toBe(true)
    expect(
      hasAllFacts(
        snapshot({ paymentsRead: false }, { paymentReceived: true }),
        'awaiting_payment',
        now,
      ),
    ).toBe(true)
  })
})
