import { describe, expect, it } from 'vitest'
import {
  aClient,
  aClientContact,
  aJob,
  aLine,
  aPayment,
} from '#test/support/vendors/vendor-objects'
import { isChangedSince } from './changed-since.ts'
import type { JobSnapshot } from './snapshot.ts'

const lines = [aLine()]
const snapshot = (changes: Partial<JobSnapshot> = {}): JobSnapshot => ({
  job: aJob(),
  lines,
  payments: [],
  jobContacts: [],
  client: aClient(),
  headOffice: null,
  clientContacts: [aClientContact(), aClientContact({ uuid: 'contact-2', first: 'Ola' })],
  leftOut: [],
  fetchedAt: '2026-11-20T15:00:00.000Z',
  ...changes,
})
const changed = (changes: Partial<JobSnapshot>) => isChangedSince(snapshot(), snapshot(changes))

describe('a job that is looked at again', () => {
  it('has changed with its place, date, category, contacts or head office', () => {
    expect(changed({ job: aJob({ jobAddress: 'Storgata 2\n0155 Oslo' }) })).toBe(true)
    expect(changed({ job: aJob({ completedOn: '2026-11-19' }) })).toBe(true)
    expect(changed({ clientContacts: [aClientContact()] })).toBe(true)
    expect(changed({ jobContacts: [aClientContact()] })).toBe(true)
    expect(changed({ client: aClient({ address: 'Solveien 3\n1415 Oppegård' }) })).toBe(true)
    expect(changed({ headOffice: aClient({ uuid: 'office' }) })).toBe(true)
    expect(changed({ client: aClient({ parentUuid: 'office' }) })).toBe(true)
    const office = (billingAddress: string) =>
      snapshot({ headOffice: aClient({ uuid: 'office', billingAddress }) })
    expect(isChangedSince(office('Postboks 1'), office('Postboks 2'))).toBe(true)
    expect(isChangedSince(null, snapshot())).toBe(true)
  })

  it('has not with what its draft does not say', () => {
    expect(changed({})).toBe(false)
    expect(changed({ payments: [aPayment()], paymentsRead: true })).toBe(false)
    expect(changed({ job: aJob({ editDate: '2026-11-21 08:00:00', paymentReceived: true }) })).toBe(
      false,
    )
    const geo = { street: 'Storgata', postalCode: '0155', city: 'Oslo', country: 'Norway' }
    expect(changed({ job: aJob({ geo }) })).toBe(false)
    // The contact is inactive in one list and missing from another, as in ServiceM8.
    const gone = aClientContact({ uuid: 'gone', active: false })
    expect(changed({ clientContacts: [gone, ...snapshot().clientContacts.toReversed()] })).toBe(
      false,
    )
    const spaced = aClient({ organizationNumber: '910 001 234' })
    expect(
      isChangedSince(
        snapshot({ client: spaced }),
        snapshot({ client: aClient({ organizationNumber: '910001234' }) }),
      ),
    ).toBe(false)
  })

  it('has not with what was not read when it was looked at before', () => {
    const { categoryUuid: _category, ...job } = aJob({ categoryUuid: 'category-1' })
    const { street: _street, billingAttention: _attention, ...client } = aClient()
    const before = snapshot({ job, client: client as JobSnapshot['client'] & object })
    const now = snapshot({
      job: aJob({ categoryUuid: 'category-1' }),
      client: aClient({ billingAttention: 'Kari' }),
    })
    expect(isChangedSince(before, now)).toBe(false)
    expect(isChangedSince(now, snapshot({ job: aJob({ categoryUuid: 'category-2' }) }))).toBe(true)
  })
})
