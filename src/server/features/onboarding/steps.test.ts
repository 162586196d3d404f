import { describe, expect, it } from 'vitest'
import { setupSteps, type SetupFacts } from './steps.ts'

const READY: SetupFacts = {
  servicem8: { status: 'connected', name: 'Fjordvik Rør' },
  fiken: { status: 'connected', name: 'Frode Fjordvik' },
  company: 'Fjordvik Rør AS',
  mode: 'draft',
  bankAccount: { chosen: '12345678903', usable: 1 },
  openRates: [],
  trial: true,
  isActive: true,
  jobFetchType: 'completed',
  price: { monthlyPrice: 50_000, billingEnabled: true, billedNow: null, firstBill: '2026-12-01' },
  waiting: 0,
}

const rate = (name: string) => ({ taxRateUuid: name, name })
const states = (change: Partial<SetupFacts>) =>
  Object.fromEntries(setupSteps({ ...READY, ...change }).map(({ id, state }) => [id, state]))
const reasonOf = (id: string, change: Partial<SetupFacts>) => {
  const step = setupSteps({ ...READY, ...change }).find((one) => one.id === id)
  return [step?.reason, step?.more]
    .filter(Boolean)
    .join(' ')
    .replace(/\u00a0/g, ' ')
}

describe('the steps of a new customer', () => {
  it('begin with the two connections; the rest waits, and says for what', () => {
    const fresh: Partial<SetupFacts> = {
      servicem8: { status: 'disconnected', name: null },
      fiken: { status: 'disconnected', name: null },
      company: null,
      bankAccount: { chosen: null, usable: 0 },
      trial: undefined,
      isActive: false,
    }
    expect(states(fresh)).toEqual({
      servicem8: 'open',
      fiken: 'open',
      company: 'locked',
      bank_account: 'locked',
      vat: 'locked',
      trial: 'locked',
      activate: 'locked',
    })
    expect(reasonOf('trial', fresh)).toBe('Først: Koble til ServiceM8, Velg selskap.')
  })
  it('are all done when the integration is on', () => {
    expect(new Set(Object.values(states({})))).toEqual(new Set(['done']))
  })
  it('say what the service costs before it is switched on, and how many jobs will be asked about', () => {
    expect(reasonOf('activate', { isActive: false })).toBe(
      '500,00 kr/måned uten MVA. Første faktura kommer tidligst 01.12.2026. ' +
        'Du slår av når du vil under Konfigurasjoner; er den av den 1. i måneden, betaler du ikke for måneden.',
    )
    const again = { ...READY.price, billedNow: '2026-11' }
    expect(reasonOf('activate', { isActive: false, price: again })).toContain(
      'Du får faktura for november 2026 når du slår på, og den neste 01.12.2026.',
    )
    const free = { ...READY.price, firstBill: null }
    expect(reasonOf('activate', { isActive: false, price: free })).toBe(
      'Du betaler ikke for Fakturabro.',
    )
    const unbilled = { ...READY.price, billingEnabled: false }
    expect(reasonOf('activate', { isActive: false, price: unbilled })).toBe(
      'Gratis nå, 500,00 kr/måned uten MVA når vi begynner å fakturere. ' +
        'Du slår av når du vil under Konfigurasjoner; er den av den 1. i måneden, betaler du ikke for måneden.',
    )
    expect(reasonOf('activate', { isActive: false, waiting: 2 })).toContain(
      '2 jobber ble fullført mens den var av',
    )
  })
  it('call what a job becomes by what the settings say it is', () => {
    for (const trial of [true, undefined]) {
      expect(reasonOf('trial', { trial })).toMatch(/utkast/)
      expect(reasonOf('trial', { trial, mode: 'invoice' })).toMatch(/faktura/)
      expect(reasonOf('trial', { trial, mode: 'invoice' })).not.toMatch(/utkast/)
    }
  })
  it('name the VAT rates whose jobs will stop; neither such a rate nor a missing trial prevents switching on', () => {
    expect(
      states({ trial: undefined, openRates: [rate('MVA 12 %')], isActive: false }),
    ).toMatchObject({
      vat: 'open',
      trial: 'open',
      activate: 'open',
    })
    expect(reasonOf('vat', { openRates: [rate('MVA 12 %'), rate('Avgiftsfritt')] })).toContain(
      'MVA 12 %, Avgiftsfritt.',
    )
  })
  it('are open again when a connection is lost, and what depends on it waits', () => {
    expect(states({ fiken: { status: 'reauth_required', name: null }, isActive: false })).toEqual({
      servicem8: 'done',
      fiken: 'open',
      company: 'locked',
      bank_account: 'locked',
      vat: 'locked',
      trial: 'locked',
      activate: 'locked',
    })
  })
})

describe('the bank account', () => {
  it('may be left to Fiken for drafts, but an invoice requires one', () => {
    const none = { chosen: null, usable: 2 }
    expect(states({ bankAccount: none })).toMatchObject({ bank_account: 'done' })
    expect(states({ bankAccount: none, mode: 'invoice', isActive: false })).toMatchObject({
      bank_account: 'open',
      activate: 'locked',
    })
  })
  it('is to be created in Fiken when the company has none', () => {
    expect(reasonOf('bank_account', { bankAccount: { chosen: null, usable: 0 } })).toContain(
      'Legg den inn i Fiken',
    )
  })
})
