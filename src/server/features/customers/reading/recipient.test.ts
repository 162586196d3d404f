import { describe, expect, it } from 'vitest'
import { aSavedName, decide } from '#test/support/people/recipients'
import { aClient, aClientContact, aJob } from '#test/support/vendors/vendor-objects'
import { contradiction, decideRecipient, type RecipientInput } from './recipient.ts'

const inBodo = aSavedName('Solsiden Drift AS', {
  billingAddress: 'Sjøgata 2',
  billingCity: 'Bodø',
  billingPostalCode: '8006',
})

describe('who receives the invoice', () => {
  it('is the client, at its own address, when nothing else is said', () => {
    expect(decide({ client: aClient({ organizationNumber: '940155223' }) })).toMatchObject({
      name: 'Borettslaget Solsiden',
      address: { street: 'Solveien 2', postalCode: '1415', city: 'Oppegård' },
      source: 'client_address',
      clientUuid: 'client-1',
      memberNumber: 'client-1',
      organizationNumber: '940155223',
      isOrganization: true,
      key: 'solsiden brl',
    })
  })
  it('is named by the job’s billing address: not the tenant whose tap was fixed', () => {
    const recipient = decide({
      job: aJob({ billingAddress: 'Borettslaget Solsiden\nSolveien 2\n1415 Oppegård' }),
      client: aClient({
        name: 'Ola Nordmann',
        isIndividual: true,
        organizationNumber: '940155223',
      }),
      clientContacts: [
        aClientContact({
          type: 'JOB',
          isPrimary: true,
          email: 'ola@hjemme.no',
          first: 'Ola',
          last: 'Nordmann',
        }),
        aClientContact({ type: 'BILLING', email: 'styret@solsiden.no', first: 'Styret', last: '' }),
      ],
    })
    expect(recipient).toMatchObject({
      name: 'Borettslaget Solsiden',
      source: 'job_billing',
      memberNumber: null,
      organizationNumber: null,
      isOrganization: true,
      email: 'styret@solsiden.no',
      attention: 'Styret',
      key: 'solsiden brl',
    })
    const alone = decide({
      job: aJob({ billingAddress: 'Borettslaget Solsiden\nSolveien 2\n1415 Oppegård' }),
      client: aClient({ name: 'Ola Nordmann' }),
      clientContacts: [aClientContact({ type: 'JOB', isPrimary: true })],
    })
    expect(alone).toMatchObject({ email: null, phone: null, attention: '' })
  })
  it('is an organisation only by its name or number: two people may be called Jan Olsen', () => {
    expect(decide({ client: aClient({ name: 'Jan Olsen', isIndividual: false }) })).toMatchObject({
      isOrganization: false,
    })
    expect(
      decide({ client: aClient({ name: 'Jan Olsen', organizationNumber: '940155223' }) }),
    ).toMatchObject({ isOrganization: true })
  })
  it('is the client when the billing address is only an address', () => {
    const recipient = decide({ job: aJob({ billingAddress: 'Storgata 1\n0155 Oslo' }) })
    expect(recipient).toMatchObject({
      name: 'Borettslaget Solsiden',
      memberNumber: 'client-1',
      address: { street: 'Storgata 1' },
    })
  })
  it('is the client when the billing address begins with the street of the client, of its head office or of the job’s site', () => {
    const job = aJob({ billingAddress: 'Ytre Vågen\n5300 Kleppestø' })
    const place = { street: 'Ytre Vågen', postalCode: '5300', city: 'Kleppestø', country: 'Norge' }
    const headOffice = aClient({ uuid: 'head', name: 'Eiendom Øst AS' })
    expect(decide({ job, client: aClient(place) }).name).toBe('Borettslaget Solsiden')
    expect(decide({ job, headOffice: { ...headOffice, ...place } }).name).toBe('Eiendom Øst AS')
    expect(decide({ job: { ...job, geo: place } }).name).toBe('Borettslaget Solsiden')
    expect(decide({ job }).name).toBe('Ytre Vågen')
    const town = { ...job, billingAddress: 'Kleppestø\n5300 Kleppestø' }
    expect(decide({ job: town, client: aClient(place) }).name).toBe('Borettslaget Solsiden')
    expect(decide({ job: { ...town, geo: place } }).name).toBe('Borettslaget Solsiden')
  })
  it.each(['', ' ', '-', ' \n– '])(
    'is the client when the job’s billing address is %j, which says nothing',
    (billingAddress) => {
      expect(decide({ job: aJob({ billingAddress }) })).toMatchObject({
        name: 'Borettslaget Solsiden',
        source: 'client_address',
        address: { street: 'Solveien 2' },
      })
    },
  )
  it.each(['Samme som over', 'se kundekort', 'n/a'])('is the client where it says %j', (text) => {
    expect(decide({ job: aJob({ billingAddress: text }) }).name).toBe(aClient().name)
  })
  it('is somebody without an address when only the name is written', () => {
    const job = aJob({ billingAddress: 'Åse Ødegård' })
    expect(decide({ job })).toMatchObject({
      name: 'Åse Ødegård',
      address: null,
      source: 'job_billing',
    })
    expect(decide({ job, client: aClient({ address: '' }) }).address).toBeNull()
  })
  it('is the head office of a site, under the head office’s name', () => {
    const headOffice = aClient({
      uuid: 'head',
      name: 'Eiendom Øst AS',
      billingAddress: 'Postboks 12\n0155 Oslo',
      organizationNumber: '940155223',
    })
    const site = aClient({ uuid: 'site', name: 'Eiendom Øst, Solveien 2', parentUuid: 'head' })
    expect(decide({ client: site, headOffice })).toMatchObject({
      name: 'Eiendom Øst AS',
      clientUuid: 'head',
      memberNumber: 'head',
      organizationNumber: '940155223',
      source: 'client_billing',
      address: { street: 'Postboks 12' },
    })
  })
  it('is what a person has saved under Kunder, above what ServiceM8 says', () => {
    const job = aJob({ billingAddress: 'Borettslaget Solsiden\nStorgata 1\n0155 Oslo' })
    expect(decide({ job, override: inBodo })).toMatchObject({
      name: 'Solsiden Drift AS',
      source: 'override',
      memberNumber: null,
      address: { city: 'Bodø' },
    })
    expect(decide({ job, override: { ...inBodo, billingCompanyName: '' } })).toMatchObject({
      name: 'Borettslaget Solsiden',
      source: 'override',
    })
    const onlyName = aSavedName('Solsiden Drift AS')
    expect(decide({ job, override: onlyName })).toMatchObject({
      name: 'Solsiden Drift AS',
      source: 'job_billing',
      address: { street: 'Storgata 1' },
    })
    const inOneField = { ...onlyName, billingAddress: 'Sjøgata 2\n8006 Bodø' }
    expect(decide({ job, override: inOneField })).toMatchObject({
      address: { street: 'Sjøgata 2', city: 'Bodø', needsReview: false },
    })
  })
  it('has the organisation number that is saved for it, else the client’s of the same name', () => {
    const override = aSavedName('Solsiden Drift AS', { organizationNumber: '940155223' })
    const client = aClient({ organizationNumber: '974760673' })
    expect(decide({ client, override })).toMatchObject({ organizationNumber: '940155223' })
    expect(decide({ client, override: { ...override, organizationNumber: '' } })).toMatchObject({
      organizationNumber: null,
    })
    const own = { ...override, billingCompanyName: client.name, organizationNumber: '' }
    expect(decide({ client, override: own })).toMatchObject({ organizationNumber: '974760673' })
    const person = { ...override, billingCompanyName: 'Kari Nordmann' }
    expect(decide({ client, override: person })).toMatchObject({ isOrganization: true })
  })
  describe('where the job names somebody else than who is saved', () => {
    const onJob = (name: string, changes: Partial<RecipientInput> = {}) =>
      decide({
        job: aJob({ billingAddress: `${name}\nStorgata 1\n0155 Oslo` }),
        override: inBodo,
        ...changes,
      })

    it('is the job’s, and a person is asked', () => {
      const recipient = onJob('Noen Andre AS')
      expect(recipient).toMatchObject({
        name: 'Noen Andre AS',
        address: { street: 'Storgata 1' },
        source: 'job_billing',
        otherThan: 'Solsiden Drift AS',
      })
      expect(contradiction(recipient)).toBe(
        'Jobben sier at fakturaen skal til «Noen Andre AS», men «Solsiden Drift AS» er lagret for denne kunden.',
      )
    })
    it('is who is saved, when the job only names the client, who is saved, or whom ServiceM8 has', () => {
      const client = aClient({ billingAddress: 'Gamle Solsiden AS\nStorgata 1\n0155 Oslo' })
      for (const recipient of [
        onJob('borettslaget solsiden'),
        onJob('SOLSIDEN DRIFT A/S'),
        onJob('Gamle Solsiden AS', { client }),
        onJob('Avdeling 2', {
          client: aClient({ name: 'Avdeling 2', parentUuid: 'head' }),
          headOffice: aClient({ uuid: 'head' }),
        }),
      ]) {
        expect(recipient).toMatchObject({ name: 'Solsiden Drift AS', otherThan: null })
        expect(contradiction(recipient)).toBeNull()
      }
    })
    it('is who is saved, when the job has an address without a name', () => {
      expect(
        decide({ job: aJob({ billingAddress: 'Storgata 1\n0155 Oslo' }), override: inBodo }),
      ).toMatchObject({ name: 'Solsiden Drift AS', otherThan: null })
    })
    it('is the job’s without a question, when only an address is saved', () => {
      expect(
        onJob('Noen Andre AS', { override: { ...inBodo, billingCompanyName: ' ' } }),
      ).toMatchObject({ name: 'Noen Andre AS', otherThan: null })
    })
  })
  it('is at the saved address as it was typed', () => {
    const saved = {
      billingCompanyName: '  Solsiden Drift AS ',
      billingAddress: ' Gården  \n  Ytre Vågen ',
      billingCity: ' Kleppestø ',
      billingPostalCode: ' 5300 ',
      billingCountry: 'Norge',
    }
    expect(decide({ override: saved })).toMatchObject({
      name: 'Solsiden Drift AS',
      address: {
        street: 'Gården, Ytre Vågen',
        street2: '',
        postalCode: '5300',
        city: 'Kleppestø',
        country: 'Norge',
        raw: 'Gården  \n  Ytre Vågen\n5300   Kleppestø\nNorge',
        needsReview: false,
      },
    })
    expect(decide({ override: { ...saved, billingCountry: ' ' } }).address?.raw).toBe(
      'Gården  \n  Ytre Vågen\n5300   Kleppestø',
    )
    const onlyStreet = { ...saved, billingCity: '', billingPostalCode: ' ', billingCountry: '' }
    expect(decide({ override: onlyStreet }).address).toMatchObject({
      raw: 'Gården  \n  Ytre Vågen',
      needsReview: true,
    })
    expect(decide({ override: { ...onlyStreet, billingAddress: ' ' } })).toMatchObject({
      source: 'client_address',
    })
    expect(decide({ override: { ...saved, billingCompanyName: ' ' } }).name).toBe(
      'Borettslaget Solsiden',
    )
  })
  it('cannot be determined for a job without a client or a name', () => {
    const result = decideRecipient({
      job: aJob({ billingAddress: '', jobAddress: 'Storgata 1' }),
      client: null,
      headOffice: null,
      jobContacts: [],
      clientContacts: [],
      override: null,
    })
    expect(result).toMatchObject({ ok: false, problem: { code: 'recipient_missing' } })
    const nothing = {
      job: aJob({ jobAddress: '' }),
      client: null,
      headOffice: null,
      jobContacts: [],
      clientContacts: [],
    }
    expect(decideRecipient({ ...nothing, override: null })).toMatchObject({
      ok: false,
      problem: { code: 'recipient_missing' },
    })
    expect(decide({ ...nothing, override: aSavedName('Ola Nordmann') })).toEqual({
      name: 'Ola Nordmann',
      address: null,
      source: 'none',
      clientUuid: '',
      key: 'ola nordmann',
      memberNumber: null,
      organizationNumber: null,
      isOrganization: false,
      email: null,
      phone: null,
      attention: '',
      otherThan: null,
    })
    expect(
      decide({
        client: null,
        job: aJob({ billingAddress: 'Ola Nordmann\nStorgata 1\n0155 Oslo' }),
      }),
    ).toMatchObject({ name: 'Ola Nordmann', clientUuid: '' })
  })
  it('has an organisation number only with a valid check digit', () => {
    expect(
      decide({ client: aClient({ organizationNumber: '940155224' }) }).organizationNumber,
    ).toBeNull()
  })
})

describe('the person and the e-mail of an invoice', () => {
  const billing = aClientContact({ first: 'Bente', last: 'Ås', email: 'bente@solsiden.no' })
  const primary = aClientContact({
    first: 'Per',
    last: 'Ek',
    email: 'per@solsiden.no',
    type: 'JOB',
    isPrimary: true,
  })
  const onJob = aClientContact({ first: 'Jo', last: 'Li', email: 'jo@solsiden.no', type: 'JOB' })
  const jobBilling = aClientContact({
    first: 'Anne',
    last: 'Moe',
    email: 'anne@solsiden.no',
    mobile: '',
    phone: '22 22 22 22 / 90000000',
  })
  it('come from the job’s billing contact, the client’s, the primary contact, then the job’s', () => {
    expect(
      decide({ jobContacts: [onJob, jobBilling], clientContacts: [primary, billing] }),
    ).toMatchObject({ email: 'anne@solsiden.no', phone: '+4722222222', attention: 'Anne Moe' })
    expect(decide({ jobContacts: [onJob], clientContacts: [primary, billing] })).toMatchObject({
      email: 'bente@solsiden.no',
      attention: 'Bente Ås',
    })
    expect(decide({ jobContacts: [onJob], clientContacts: [primary] })).toMatchObject({
      email: 'per@solsiden.no',
      attention: 'Per Ek',
    })
    expect(decide({ jobContacts: [onJob] })).toMatchObject({
      email: 'jo@solsiden.no',
      attention: '',
    })
    expect(decide({ clientContacts: [{ ...billing, active: false }] }).email).toBeNull()
    expect(decide({ jobContacts: [{ ...onJob, type: 'Property Manager' }] }).email).toBeNull()
  })
  it('are each taken from the first contact that has one', () => {
    const nameless = {
      ...billing,
      first: '',
      last: '',
      email: '',
      mobile: '',
      phone: '22 22 22 22',
    }
    expect(decide({ clientContacts: [nameless, primary] })).toMatchObject({
      email: 'per@solsiden.no',
      phone: '+4722222222',
      attention: 'Per Ek',
    })
    expect(decide({ clientContacts: [{ ...billing, first: '' }] }).attention).toBe('Ås')
    expect(decide({ clientContacts: [{ ...billing, last: '' }] }).attention).toBe('Bente')
  })
  it('is the one named in the client’s billing attention', () => {
    expect(
      decide({ client: aClient({ billingAttention: 'Regnskap' }), clientContacts: [billing] })
        .attention,
    ).toBe('Regnskap')
    expect(
      decide({ client: aClient({ billingAttention: '0' }), clientContacts: [billing] }).attention,
    ).toBe('Bente Ås')
  })
})
