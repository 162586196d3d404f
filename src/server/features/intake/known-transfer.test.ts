import { describe, expect, it } from 'vitest'
import type { Eligibility } from '../service-jobs/eligibility.ts'
import { changeAfterLook, type KnownRow, type Verdicts } from './known-transfer.ts'

const QUEUE: Eligibility = { kind: 'queue' }
const PAID: Eligibility = {
  kind: 'refuse',
  ineligible: { code: 'paid', why: 'Betalt', overrule: 'paid' },
}
const REOPENED: Eligibility = { kind: 'skip', code: 'not_completed', why: 'Åpen', log: false }

const row = (change: Partial<KnownRow> = {}): KnownRow => ({
  status: 'queued',
  pendingReason: null,
  errorCode: null,
  outcomeUnknown: false,
  fikenInvoiceDraftId: null,
  ...change,
})
const REFUSED = { status: 'pending', pendingReason: 'refused', errorCode: 'already_paid' } as const
const look = (known: KnownRow, again: Eligibility, more: Partial<Verdicts> = {}, changed = true) =>
  changeAfterLook(
    known,
    { again, shown: null, isActive: true, otherRefused: false, ...more },
    changed,
  )?.set

describe('a row whose job is paid', () => {
  it('leaves the queue with its reason', () => {
    expect(look(row(), PAID)).toMatchObject({ ...REFUSED, needsFetch: false })
  })
  it('stays in the queue when a draft of it is or may be in Fiken: the lane asks there first', () => {
    expect(look(row({ outcomeUnknown: true }), PAID)).toBeUndefined()
    expect(look(row({ fikenInvoiceDraftId: '1' }), PAID)).toBeUndefined()
  })
  it('keeps waiting for what it waits for, and is judged when it is started', () => {
    expect(look(row({ status: 'pending', pendingReason: 'inactive' }), PAID)).toBeUndefined()
    expect(look(row({ status: 'failed', errorCode: 'vat_unmapped' }), PAID)).toBeUndefined()
  })
  it('says so when it was only shown from a list, and records that nobody has started it', () => {
    const shown: Eligibility = { kind: 'skip', code: 'paid', why: 'Betalt', log: true }
    expect(
      look(row({ status: 'pending', pendingReason: 'fetched' }), PAID, { shown }),
    ).toMatchObject({ ...REFUSED, needsFetch: true })
    expect(look(row(REFUSED), PAID, { shown })).toEqual({ needsFetch: true })
  })
  it('is reported once', () => {
    expect(look(row(REFUSED), PAID)).toBeUndefined()
    expect(look(row({ ...REFUSED, errorCode: 'not_approved' }), PAID)).toMatchObject(REFUSED)
  })
})

describe('a row on a draft with a job that may not be invoiced', () => {
  it('waits for that one, whatever is seen of its own', () => {
    const reopened = row({ status: 'failed', errorCode: 'job_reopened' })
    for (const known of [row(REFUSED), reopened]) {
      expect(look(known, QUEUE, { otherRefused: true })).toBeUndefined()
      expect(look(known, QUEUE)).toMatchObject({ status: 'queued' })
    }
  })
})

describe('a refused row whose job may be invoiced again', () => {
  it('continues where a person or a rule had started it', () => {
    expect(look(row(REFUSED), QUEUE)).toMatchObject({
      status: 'queued',
      pendingReason: null,
      errorCode: null,
    })
  })
  it('waits where the settings hold it', () => {
    expect(look(row(REFUSED), QUEUE, { isActive: false })).toMatchObject({
      pendingReason: 'inactive',
      errorCode: null,
    })
    expect(look(row(REFUSED), { kind: 'pending', reason: 'company' })).toMatchObject({
      pendingReason: 'company',
    })
  })
  it('waits as it would have from the beginning if nobody had started it', () => {
    const shown: Eligibility = { kind: 'pending', reason: 'history' }
    const set = look(row(REFUSED), QUEUE, { shown })
    expect(set).toMatchObject({ pendingReason: 'history', errorCode: null, errorMessage: null })
    expect(set).toHaveProperty('status', 'pending')
  })
})

describe('a row whose job is reopened', () => {
  it('fails, unless a draft of it is or may be on its way', () => {
    expect(look(row(), REOPENED)).toMatchObject({ status: 'failed', errorCode: 'job_reopened' })
    expect(look(row(REFUSED), REOPENED)).toMatchObject({
      status: 'failed',
      errorCode: 'job_reopened',
      pendingReason: null,
    })
    expect(look(row({ outcomeUnknown: true }), REOPENED)).toBeUndefined()
    expect(look(row({ fikenInvoiceDraftId: '1' }), REOPENED)).toBeUndefined()
    expect(look(row({ status: 'failed', errorCode: 'job_reopened' }), REOPENED)).toBeUndefined()
  })
})

describe('a row that failed', () => {
  it('is retried when the job has changed, if the failure was caused by the job', () => {
    expect(look(row({ status: 'failed', errorCode: 'vat_unmapped' }), QUEUE)).toMatchObject({
      status: 'queued',
    })
    expect(
      look(row({ status: 'failed', errorCode: 'vat_unmapped' }), QUEUE, {}, false),
    ).toBeUndefined()
    expect(look(row({ status: 'failed', errorCode: 'draft_differs' }), QUEUE)).toBeUndefined()
    expect(
      look(row({ status: 'failed', errorCode: 'job_reopened' }), QUEUE, {}, false),
    ).toMatchObject({ status: 'queued' })
    expect(
      look(row({ status: 'failed', errorCode: 'vat_unmapped' }), QUEUE, { isActive: false }),
    ).toBeUndefined()
  })
})

describe('a row that waits for a draft with others', () => {
  const FOR_SET = { status: 'pending', pendingReason: 'collective' } as const
  it('is built again when its job has changed', () => {
    expect(look(row(FOR_SET), QUEUE)).toMatchObject({ status: 'queued', pendingReason: null })
    expect(look(row(FOR_SET), QUEUE, {}, false)).toBeUndefined()
  })
  it('waits for the integration first, where that is off: it may be another customer’s by now', () => {
    expect(look(row(FOR_SET), QUEUE, { isActive: false })).toMatchObject({
      status: 'pending',
      pendingReason: 'inactive',
    })
  })
  it('stops when its job may not be invoiced any more', () => {
    expect(look(row(FOR_SET), PAID)).toMatchObject(REFUSED)
    expect(look(row(FOR_SET), REOPENED)).toMatchObject({
      status: 'failed',
      errorCode: 'job_reopened',
    })
  })
})
