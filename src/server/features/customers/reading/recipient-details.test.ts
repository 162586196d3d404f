import { describe, expect, it } from 'vitest'
import { aSavedName, decide } from '#test/support/people/recipients'
import { aClient, aClientContact, aJob } from '#test/support/vendors/vendor-objects'
import { contradiction } from './recipient.ts'

describe('what a billing text states besides name and address', () => {
  const text =
    'Solsiden Drift AS\nOrg.nr. 940 155 223\nfaktura@solsiden.no\nTlf. 22 22 22 22\nStorgata 1\n0155 Oslo'
  const job = aJob({ billingAddress: text })
  const owner = aClientContact({ email: 'kari@hjemme.no', isPrimary: true, mobile: '90000000' })

  it('is the recipient’s that it names, before what is known of the client', () => {
    expect(decide({ job, clientContacts: [owner] })).toMatchObject({
      name: 'Solsiden Drift AS',
      organizationNumber: '940155223',
      email: 'faktura@solsiden.no',
      phone: '+4722222222',
      address: { street: 'Storgata 1', street2: '', postalCode: '0155', city: 'Oslo' },
    })
    const client = aClient({ name: 'Solsiden Drift AS' })
    expect(decide({ job, client, clientContacts: [owner] }).email).toBe('faktura@solsiden.no')
  })
  it('is not that of somebody else, nor of a place where work was done', () => {
    const override = aSavedName('Bakken AS')
    const client = aClient({ billingAddress: text })
    const saved = decide({ client, override, job: aJob({ billingAddress: '' }) })
    expect(saved).toMatchObject({ name: 'Bakken AS', organizationNumber: null, email: null })
    const site = decide({
      job: aJob({ billingAddress: '', jobAddress: 'Storgata 1\nTlf. 22222222\n0155 Oslo' }),
      client: aClient({ address: '' }),
    })
    expect(site).toMatchObject({ phone: null, address: { street: 'Storgata 1', city: 'Oslo' } })
  })
  it('is a question where it contradicts the client’s own number', () => {
    const client = aClient({ name: 'Solsiden Drift AS', organizationNumber: '974760673' })
    expect(contradiction(decide({ job, client }))).toBe(
      'Fakturaadressen har org.nr. 940\u00a0155\u00a0223, men kunden «Solsiden Drift AS» har 974\u00a0760\u00a0673.',
    )
    expect(
      contradiction(decide({ job, client: { ...client, organizationNumber: '940155223' } })),
    ).toBe(null)
    expect(
      contradiction(decide({ job, client: aClient({ organizationNumber: '974760673' }) })),
    ).toBe(null)
  })
  it('is the client’s where it names nobody', () => {
    const own = aJob({
      billingAddress: 'Att: Regnskap\nfaktura@solsiden.no\nStorgata 1\n0155 Oslo',
    })
    expect(decide({ job: own })).toMatchObject({
      name: 'Borettslaget Solsiden',
      attention: 'Regnskap',
      email: 'faktura@solsiden.no',
      address: { street: 'Storgata 1', street2: '' },
      otherThan: null,
    })
  })
  it('asks nothing about what is saved because of an "Att:"', () => {
    const override = aSavedName('Bakken AS')
    const own = aJob({ billingAddress: 'Att: Regnskap\nStorgata 1\n0155 Oslo' })
    expect(decide({ job: own, override })).toMatchObject({
      name: 'Bakken AS',
      otherThan: null,
      attention: 'Regnskap',
    })
  })
  it('has its name from the client, at its street, where it starts with the street', () => {
    const client = aClient({
      name: 'Sameiet Storgata 12',
      street: 'Storgata 12',
      address: 'Storgata 12\n0155 Oslo',
      postalCode: '0155',
      city: 'Oslo',
    })
    for (const billingAddress of ['Storgata 12\n0155 Oslo', 'Storgata 12, 0155 Oslo', ''])
      expect(decide({ job: aJob({ billingAddress }), client })).toMatchObject({
        name: 'Sameiet Storgata 12',
        memberNumber: client.uuid,
        address: { street: 'Storgata 12', postalCode: '0155', city: 'Oslo', needsReview: false },
      })
  })
})

describe('an e-mail address that mail does not reach', () => {
  const wrong = aClientContact({ email: 'kari..n@solsiden.no', isPrimary: true })
  const right = aClientContact({ email: 'ola@solsiden.no', type: 'JOB' })
  it('is left out, and so is nothing else', () => {
    expect(decide({ clientContacts: [wrong] })).toMatchObject({
      email: null,
      wrongEmail: 'kari..n@solsiden.no',
    })
    expect(decide({ clientContacts: [wrong], jobContacts: [right] })).toMatchObject({
      email: 'ola@solsiden.no',
      wrongEmail: 'kari..n@solsiden.no',
    })
    const billing = { ...right, type: 'BILLING' }
    expect(decide({ clientContacts: [wrong], jobContacts: [billing] })).not.toHaveProperty(
      'wrongEmail',
    )
  })
})
