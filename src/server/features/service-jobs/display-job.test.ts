import { describe, expect, it } from 'vitest'
import { aClient, aClientContact, aJob } from '#test/support/vendors/vendor-objects'
import { customerDisplayName } from '#shared/transfer-display'
import type { JobSnapshot } from './snapshot.ts'
import { storedJobOf } from './display-job.ts'

function stored(change: Partial<JobSnapshot>) {
  const empty = {
    lines: [],
    payments: [],
    jobContacts: [],
    headOffice: null,
    clientContacts: [],
    leftOut: [],
    fetchedAt: '',
  }
  return storedJobOf({ job: aJob(), client: aClient(), ...empty, ...change })
}

describe('the customer that the screens name', () => {
  it('is the client, with the billing contact, when the client receives the invoice', () => {
    const clientContacts = [
      aClientContact({
        first: 'Silje',
        last: 'Haugen',
        type: 'BILLING',
        email: 'silje@example.no',
      }),
    ]
    expect(
      stored({ client: aClient({ name: 'Vestkanten AS' }), clientContacts }).billing_contact,
    ).toMatchObject({
      company_name: 'Vestkanten AS',
      contact_name: 'Silje Haugen',
      email: 'silje@example.no',
    })
  })
  it('is the one named in the job’s billing address, as on the draft in Fiken, and not the client it is logged on', () => {
    const job = aJob({ billingAddress: 'Borettslaget Utsikten\nSolveien 2\n1415 Oppegård' })
    const row = stored({ job, client: aClient({ name: 'Kari Nordmann', isIndividual: true }) })
    expect(customerDisplayName(row)).toBe('Borettslaget Utsikten')
    expect(row.billing_contact).toMatchObject({
      company_name: 'Borettslaget Utsikten',
      address: 'Solveien 2\n1415 Oppegård',
    })
    expect(row.customer_name).toBe('Kari Nordmann')
  })
})
