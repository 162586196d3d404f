import { describe, expect, it } from 'vitest'
import type { CauseCode } from '#shared/causes/index'
import type { StoredJobAnswer, Transfer } from '#shared/contracts/transfers/row'
import { concernsAll } from './waiting-state.ts'
import {
  actsOn,
  draftUrl,
  explanationOf,
  isInvoiced,
  isNumericId,
  fixesIn,
  remarkOf,
  titleOf,
  waitsForGrant,
} from './transfer-state.ts'
import { aTransfer } from '../../../../test/support/screens/a-transfer.ts'

const places = { fikenWebUrl: 'https://fiken.no/', fikenCompanySlug: 'hytta-da', isActive: true }

describe('a transfer whose invoice is known', () => {
  it('is no longer a draft: there is nothing to undo', () => {
    const made = {
      fikenInvoiceDraftId: '7',
      payment: { status: 'draft', dueDate: null, paidAmount: null, checkedAt: null, toldAt: null },
    } as const
    expect(actsOn(aTransfer(made))).toMatchObject({ undo: true, openDraft: true })
    const paid = aTransfer({ ...made, payment: { ...made.payment, status: 'paid' } })
    expect(actsOn(paid)).toMatchObject({ undo: false, openDraft: true })
    expect([isInvoiced(paid), isInvoiced(aTransfer(made)), isInvoiced(aTransfer())]).toEqual([
      true,
      false,
      false,
    ])
    expect(remarkOf(paid)).toBe('2 linjer')
  })
})

describe('a row', () => {
  it('is called by the job number, or the end of the job id', () => {
    expect(titleOf(aTransfer())).toBe('Jobb #12345678')
  })
  it('says what is known beyond status and amount', () => {
    expect(remarkOf(aTransfer())).toBe('2 linjer · utkast')
    expect(remarkOf(aTransfer({ fikenInvoiceNumber: '10023', lineItemsCount: 1 }))).toBe(
      '1 linje · faktura 10023',
    )
    expect(remarkOf(aTransfer({ status: 'failed', retryCount: 2 }))).toBe('2 linjer · forsøk 3')
    expect(remarkOf(aTransfer({ status: 'pending', lineItemsCount: 0 }))).toBe('')
    expect(remarkOf(aTransfer({ status: 'failed', lineItemsCount: 0 }))).toBe('0 linjer')
    expect(remarkOf(aTransfer({ status: 'queued', nextAttemptAt: '2026-11-21T13:32:00Z' }))).toBe(
      '2 linjer · neste forsøk kl.\u00a014.32',
    )
  })
  it('names no next attempt while it waits for the user to reconnect', () => {
    const waiting = { status: 'queued', nextAttemptAt: '2026-11-22T13:32:00Z' } as const
    expect(remarkOf(aTransfer({ ...waiting, errorCode: 'fiken_grant_dead' }))).toBe('2 linjer')
    expect(remarkOf(aTransfer({ ...waiting, errorCode: 'fiken_down' }))).toBe(
      '2 linjer · neste forsøk kl.\u00a014.32',
    )
  })
  it('offers only what the server would accept', () => {
    expect(actsOn(aTransfer({ status: 'completed', fikenInvoiceDraftId: '7' }))).toEqual({
      start: false,
      remove: false,
      accept: false,
      restore: false,
      openDraft: true,
      undo: true,
    })
    expect(
      actsOn(aTransfer({ fikenInvoiceDraftId: '7', fikenInvoiceNumber: '10023' })),
    ).toMatchObject({
      undo: false,
      openDraft: true,
    })
    expect(actsOn(aTransfer({ status: 'failed' }))).toMatchObject({
      start: true,
      remove: true,
      accept: false,
    })
    expect(actsOn(aTransfer({ status: 'failed', errorCode: 'draft_differs' })).accept).toBe(true)
    expect(actsOn(aTransfer({ status: 'processing' }))).toMatchObject({
      start: false,
      remove: false,
    })
    expect(actsOn(aTransfer({ status: 'queued', pendingReason: 'undone' }))).toMatchObject({
      start: false,
      remove: false,
    })
    expect(actsOn(aTransfer({ status: 'pending', pendingReason: 'undone' }))).toMatchObject({
      start: true,
      remove: true,
    })
    expect(
      actsOn(aTransfer({ fikenInvoiceDraftId: null, fikenInvoiceNumber: '10023' })).openDraft,
    ).toBe(false)
  })
  it('offers only to restore a deleted one', () => {
    const deleted = aTransfer({ status: 'failed', errorCode: 'draft_differs', skipTransfer: true })
    expect(actsOn(deleted)).toEqual({
      start: false,
      remove: false,
      accept: false,
      restore: true,
      openDraft: false,
      undo: false,
    })
    expect(explanationOf(deleted, places)).toBeNull()
  })
})

describe('a row that is stuck', () => {
  it('says why, with the button that fixes it', () => {
    expect(
      explanationOf(
        aTransfer({
          status: 'failed',
          errorCode: 'vat_unmapped',
          errorMessage: 'MVA 13 % mangler.',
        }),
        places,
      ),
    ).toMatchObject({
      tone: 'bad',
      title: 'MVA-satsen er ikke koblet til Fiken',
      why: 'MVA 13 % mangler.',
      steps: [{ href: '/configuration#mva' }],
    })
  })
  it('shows an unknown cause in its own words and offers another attempt', () => {
    expect(
      explanationOf(
        aTransfer({
          status: 'failed',
          errorCode: 'from_the_future' as CauseCode,
          errorMessage: 'Noe nytt.',
        }),
        places,
      ),
    ).toMatchObject({
      why: 'Noe nytt.',
      steps: [{ act: 'retry' }],
    })
  })
  it('finds the customer whose address cannot be used', () => {
    const failed = { status: 'failed', errorCode: 'invalid_address' } as const
    const steps = (customer_name: string | null) => {
      const servicem8Data = customer_name === null ? null : ({ customer_name } as StoredJobAnswer)
      return explanationOf(aTransfer({ ...failed, servicem8Data }), places)?.steps
    }
    expect(steps('Rør & Bad AS \nStorgata 1')).toMatchObject([
      { label: 'Rett adressen', href: '/customers?q=R%C3%B8r%20%26%20Bad%20AS' },
    ])
    expect(steps(' ')).toMatchObject([{ href: '/customers' }])
    expect(steps(null)).toMatchObject([{ href: '/customers' }])
  })
  it('opens the job in ServiceM8 and the company in Fiken', () => {
    expect(
      explanationOf(aTransfer({ status: 'failed', errorCode: 'empty_job' }), places)?.steps,
    ).toMatchObject([
      { external: 'https://go.servicem8.com/OpenJob/aaaaaaaa-bbbb-cccc-dddd-eeee12345678' },
    ])
    expect(
      explanationOf(aTransfer({ status: 'failed', errorCode: 'closed_year' }), places)?.steps,
    ).toMatchObject([{ external: 'https://fiken.no/foretak/hytta-da' }])
  })
  it('shows the invoices that a job below zero may concern', () => {
    const failed = aTransfer({ status: 'failed', errorCode: 'negative_total' })
    expect(explanationOf(failed, places)?.steps).toEqual([
      { label: 'Se fakturaene', href: `/transfers?jobb=${failed.id}#fakturaer` },
    ])
  })
  it('offers to put the lines back when a person has left out every one of them, and not before', () => {
    const line = { description: 'Bom', quantity: 1, unit_price: 10, total: 10 }
    const contact = {
      billing_contact: null,
      customer_name: '',
      billing_address: '',
      job_address: '',
    }
    const stopped = (...line_items: StoredJobAnswer['line_items']) => {
      const servicem8Data = {
        ...contact,
        generated_job_id: '',
        job_number: '',
        job_description: '',
        line_items,
      }
      return explanationOf(
        aTransfer({ status: 'failed', errorCode: 'empty_job', servicem8Data }),
        places,
      )
    }
    const out = { ...line, removed: true }
    expect(stopped(out, out)).toMatchObject({
      title: 'Alle linjene er utelatt',
      steps: [{ act: 'putLinesBack' }],
    })
    for (const other of [stopped(out, line), stopped()])
      expect(other?.title).toBe('Jobben har ingenting å fakturere')
  })
  it('offers both choices for a product that did not turn up: created after all, or left out', () => {
    expect(
      explanationOf(aTransfer({ status: 'failed', errorCode: 'product_missing' }), places)?.steps,
    ).toEqual([
      { label: 'Opprett likevel', act: 'createProduct' },
      { label: 'Send uten produkt', act: 'withoutProduct' },
    ])
  })
  it('says what a waiting one waits for', () => {
    expect(
      explanationOf(aTransfer({ status: 'pending', pendingReason: 'company' }), places),
    ).toMatchObject({
      tone: 'wait',
      steps: [{ href: '/configuration#fiken' }],
    })
    expect(
      explanationOf(aTransfer({ status: 'pending', pendingReason: 'fetched' }), places)?.steps,
    ).toEqual([])
    expect(
      explanationOf(aTransfer({ status: 'queued', errorCode: 'fiken_down' }), places)?.title,
    ).toBe('Fiken svarer ikke')
    expect(explanationOf(aTransfer(), places)).toBeNull()
  })
  it('says when it is retried automatically, and lets a person do it now; a grant needs a person', () => {
    const nextAttemptAt = '2026-11-21T13:32:00Z'
    const waits = (errorCode: CauseCode) =>
      explanationOf(aTransfer({ status: 'queued', errorCode, nextAttemptAt }), places)
    expect(waits('rate_limited')).toMatchObject({
      nextAttemptAt,
      steps: [{ label: 'Prøv nå', act: 'retry' }],
    })
    expect(waits('outcome_unknown')).toMatchObject({
      nextAttemptAt,
      steps: [{ label: 'Sjekk nå', act: 'retry' }],
    })
    expect(waits('fiken_grant_dead')).toMatchObject({ steps: [{ href: '/configuration#fiken' }] })
    expect(waits('fiken_grant_dead')).not.toHaveProperty('nextAttemptAt')
    expect(
      explanationOf(aTransfer({ status: 'queued', pendingReason: 'undone' }), places)?.title,
    ).toContain('Angres')
  })
  it('goes no sooner than a system is approved again, whoever starts it', () => {
    const waits = (change: Partial<Transfer>) => waitsForGrant(aTransfer(change))
    expect(waits({ status: 'queued', errorCode: 'servicem8_grant_dead' })).toBe(true)
    expect(waits({ status: 'queued', errorCode: 'rate_limited' })).toBe(false)
    expect(waits({ status: 'failed', errorCode: 'fiken_grant_dead' })).toBe(false)
  })
  it('names the customer in doubt, and lets a person choose', () => {
    const doubtful = aTransfer({
      status: 'pending',
      pendingReason: 'ambiguous_customer',
      errorMessage: '2 kontakter heter Per.',
    })
    expect(explanationOf(doubtful, places)).toEqual({
      tone: 'wait',
      title: 'Usikker på hvem som er kunden i Fiken',
      why: '2 kontakter heter Per.',
      steps: [{ label: 'Velg kunde', act: 'chooseCustomer' }],
    })
  })
  it('lets a draft with another amount be viewed, or accepted as it is', () => {
    const explanation = explanationOf(
      aTransfer({ status: 'failed', errorCode: 'draft_differs', fikenInvoiceDraftId: '7' }),
      places,
    )
    expect(explanation?.steps).toEqual([
      { label: 'Åpne utkast', act: 'openDraft' },
      { label: 'Godta utkastet', act: 'accept' },
    ])
    expect(fixesIn(explanation)).toEqual(['openDraft', 'accept'])
  })
  it('sends a job again whose draft was deleted in Fiken, and does not offer to open that draft', () => {
    const deleted = aTransfer({
      status: 'failed',
      errorCode: 'draft_deleted',
      fikenInvoiceDraftId: '7',
    })
    expect(explanationOf(deleted, places)?.steps).toEqual([
      { label: 'Send på nytt', act: 'sendAgain' },
    ])
    expect(actsOn(deleted).openDraft).toBe(false)
  })
})

describe('a draft in Fiken', () => {
  it('is looked up only by a purely numeric id', () => {
    expect(isNumericId('2844871')).toBe(true)
    expect(isNumericId('28-71')).toBe(false)
    expect(isNumericId('')).toBe(false)
  })
  it("is opened in the transfer's own company", () => {
    expect(draftUrl(aTransfer({ fikenCompanySlug: 'ror-as' }), places, 'u-1')).toBe(
      'https://fiken.no/foretak/ror-as/fakturautkast/u-1',
    )
    expect(draftUrl(aTransfer(), places, '42')).toBe(
      'https://fiken.no/foretak/hytta-da/fakturautkast/42',
    )
  })
})

describe('a draft for several jobs', () => {
  const on = (stands: NonNullable<Transfer['collective']>['stands'], jobs = 0) => ({
    stands,
    clientUuid: 'k1',
    nextOn: null,
    jobs,
  })
  const shared = (jobs: number) => on('shares', jobs)
  const waits = { status: 'pending', pendingReason: 'collective' } as const

  it('is waited for until its day, or until somebody makes it', () => {
    const now = new Date('2026-11-26T10:00:00Z')
    const titleOn = (nextOn: string | null, isActive = true) =>
      explanationOf(
        aTransfer({ ...waits, collective: { ...on('waits'), nextOn } }),
        { ...places, isActive },
        now,
      )?.title
    expect(titleOn('2026-12-01')).toBe('Venter på samlefaktura 1.\u00a0desember')
    expect(titleOn('2026-11-26')).toBe('Venter på samlefaktura i\u00a0dag')
    expect(titleOn('2026-11-25', false)).toBe(
      'Venter på samlefaktura når integrasjonen er slått på',
    )
    expect(titleOn(null, false)).toBe('Venter på samlefaktura')
    expect(explanationOf(aTransfer(waits), places)?.title).toBe('Venter på samlefaktura')
  })
  it('takes a job that was taken back from one only when somebody says so', () => {
    const undone = { status: 'pending', pendingReason: 'undone' } as const
    expect(explanationOf(aTransfer({ ...undone, collective: on('outside') }), places)?.why).toBe(
      'Tar du den med, venter den på kundens neste samlefaktura.',
    )
    expect(explanationOf(aTransfer(undone), places)?.why).toBe('')
  })
  it('says on each of its rows how many share it', () => {
    expect(remarkOf(aTransfer({ collective: shared(3) }))).toBe(
      'samlefaktura, 3\u00a0jobber · utkast',
    )
    expect(remarkOf(aTransfer({ collective: shared(1) }))).toBe('samlefaktura · utkast')
    expect(remarkOf(aTransfer({ ...waits, collective: on('waits') }))).toBe('2 linjer')
  })
  it('concerns all of them, also where it is stopped', () => {
    expect(concernsAll(aTransfer())).toBeNull()
    expect(concernsAll(aTransfer({ collective: shared(1) }))).toBeNull()
    const stopped = aTransfer({
      status: 'failed',
      errorCode: 'draft_differs',
      errorMessage: 'Beløpet er et annet.',
      collective: shared(3),
    })
    expect(explanationOf(stopped, places)?.why).toBe(
      'Beløpet er et annet. Det du gjør her, gjelder alle 3 jobbene på samlefakturaen.',
    )
  })
})
