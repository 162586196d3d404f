import { describe, expect, it } from 'vitest'
import type { MirroredClient } from '../../mirrors/clients.ts'
import { aRecipient, fikenAddress as address } from '#test/support/people/recipients'
import { aClient, aClientContact, aFikenContact } from '#test/support/vendors/vendor-objects'
import { parseAddress } from '../reading/address.ts'
import { contactIndex } from './contact-index.ts'
import { matchContact } from './match.ts'
import type { Recipient } from '../reading/recipient.ts'
import type { FormerLink } from './former-links.ts'
import { otherClients } from './other-clients.ts'

const plain = (changes: Partial<Recipient> = {}) =>
  aRecipient({ organizationNumber: null, ...changes })
const other = (changes: Parameters<typeof aClient>[0], email = ''): MirroredClient => ({
  client: aClient({ uuid: 'client-2', name: 'En annen', address: '', street: '', ...changes }),
  contacts: [aClientContact({ ownerUuid: changes?.uuid ?? 'client-2', email, mobile: '' })],
})
const own: MirroredClient = { client: aClient(), contacts: [] }

function match(
  contact: Parameters<typeof aFikenContact>[0],
  {
    recipient = plain(),
    clients = [],
    formerly = [],
    threshold = 50,
  }: {
    recipient?: Recipient
    clients?: MirroredClient[]
    formerly?: FormerLink[]
    threshold?: number
  } = {},
) {
  return matchContact({
    recipient,
    linkedContactId: null,
    contacts: contactIndex([aFikenContact({ contactId: 1, ...contact })]),
    formerly,
    others: otherClients([own, ...clients]),
    settings: { enableFuzzyCustomerMatch: true, customerMatchThreshold: threshold },
  })
}
const linked = { kind: 'link', contactId: 1 }
const asked = (why: string) => ({ kind: 'ambiguous', why, candidates: [{ contactId: 1 }] })

describe('a namesake', () => {
  it.each([50, 75, 90, 100])('by one word is never linked, at the threshold %i', (threshold) => {
    const recipient = plain({ name: 'Sameiet Ekelia Søndre', memberNumber: 'client-1' })
    for (const name of ['Sameiet Ekelia Nordre', 'Sameiet Ekelia Søndre II', 'Sameiet Ekelia'])
      expect(
        match({ name, email: 'styret@solsiden.no', address }, { recipient, threshold }).kind,
      ).not.toBe('link')
  })
  it('that carries the uuid of another active client is asked about, also where all else agrees', () => {
    const contact = { email: 'styret@solsiden.no', address, memberNumber: 'client-2' }
    expect(match(contact, { clients: [other({})] })).toMatchObject(
      asked('«Borettslaget Solsiden» i Fiken har medlemsnummeret til kunden «En annen».'),
    )
    expect(match(contact)).toMatchObject(linked)
    expect(match({ ...contact, memberNumber: '1042' }, { clients: [other({})] })).toMatchObject(
      linked,
    )
    const site = other({ parentUuid: 'client-1' })
    expect(match(contact, { clients: [site] })).toMatchObject(linked)
  })
  it('of the same organisation number is no question, whoever’s uuid it carries', () => {
    const recipient = aRecipient()
    const contact = { organizationNumber: '940155223', memberNumber: 'client-2' }
    expect(match(contact, { recipient, clients: [other({})] })).toMatchObject(linked)
    expect(match({ ...contact, name: 'Nytt Navn BRL' }, { recipient })).toMatchObject(linked)
  })
  it('under a number that another client has too is asked about, unless it has the name', () => {
    const recipient = aRecipient()
    const clients = [other({ organizationNumber: '940155223' })]
    const contact = { organizationNumber: '940155223' }
    expect(match(contact, { recipient, clients })).toMatchObject(linked)
    expect(match({ ...contact, name: 'Solsiden Hage BRL' }, { recipient, clients })).toMatchObject(
      asked(
        '«Solsiden Hage BRL» i Fiken har samme organisasjonsnummer som «Borettslaget Solsiden», men et annet navn.',
      ),
    )
  })
  it('among the clients is asked about', () => {
    const contact = { email: 'styret@solsiden.no', address }
    for (const name of ['Solsiden BRL', 'Solsiden'])
      expect(match(contact, { clients: [other({ name })] })).toMatchObject(
        asked('Flere kunder i ServiceM8 heter «Borettslaget Solsiden».'),
      )
    expect(match(contact, { clients: [other({ name: 'Solsiden AS' })] })).toMatchObject(linked)
  })
  it('without a number, where the client has one, is asked about if it may be a person', () => {
    const numbered = (name: string) => aRecipient({ name, memberNumber: null })
    const contact = { email: 'styret@solsiden.no', address }
    expect(
      match({ ...contact, name: 'Jan Olsen' }, { recipient: numbered('Jan Olsen') }),
    ).toMatchObject(
      asked(
        '«Jan Olsen» har organisasjonsnummer i ServiceM8, men «Jan Olsen» i Fiken har ikke noe.',
      ),
    )
    expect(
      match({ ...contact, name: 'Jan Olsen' }, { recipient: numbered('Jan Olsen ENK') }),
    ).toMatchObject({ kind: 'ambiguous' })
    expect(
      match({ ...contact, name: 'Olsen Bygg AS' }, { recipient: numbered('Olsen Bygg AS') }),
    ).toMatchObject(linked)
    expect(
      match(
        { ...contact, name: 'Olsen Bygg AS', organizationNumber: '940155223' },
        { recipient: plain({ name: 'Olsen Bygg', memberNumber: null }) },
      ),
    ).toMatchObject(linked)
  })
})

describe('a typing error', () => {
  const recipient = plain({ name: 'Snekkermesteren Vik AS', memberNumber: null })
  const contact = { name: 'Snekermseteren Vik AS', email: 'styret@solsiden.no', address }
  const misspelt = { ...contact, name: 'Snekkermseteren Vik AS' }
  it('is linked where something agrees that is the customer’s own', () => {
    expect(match(misspelt, { recipient })).toMatchObject(linked)
    expect(match({ ...misspelt, email: '', address: null }, { recipient })).toMatchObject({
      kind: 'ambiguous',
    })
  })
  it('is asked about where another client has all that agrees', () => {
    const clients = [
      other({ billingAddress: 'Solveien 2\n1415 Oppegård' }),
      other({ uuid: 'client-3' }, 'styret@solsiden.no'),
    ]
    expect(match(misspelt, { recipient, clients })).toMatchObject({ kind: 'ambiguous' })
    expect(match(misspelt, { recipient, clients: clients.slice(1) })).toMatchObject(linked)
    expect(match(misspelt, { recipient, clients: clients.slice(0, 1) })).toMatchObject(linked)
  })
  it.each([
    ['Postboks 12\n1415 Oppegård', 'PB 12\n1415 Oppegård'],
    ['Solveien 2\n1415 Oppegård', 'c/o Regnskap AS\nSolveien 2\n1415 Oppegård'],
    ['c/o Regnskap AS\n1415 Oppegård', 'Annenveien 3\n1415 Oppegård'],
  ])('is asked about where the door, %j, is another client’s or nobody’s', (ours, theirs) => {
    const alone = { ...misspelt, email: '', address: parseAddress(ours) }
    const clients = [other({ billingAddress: theirs })]
    const asking = { ...recipient, address: parseAddress(ours) }
    expect(match(alone, { recipient: asking, clients })).toMatchObject({ kind: 'ambiguous' })
  })
  it('is asked about where it is a word of another client', () => {
    const clients = [other({ name: 'Snekkermseteren Fana' })]
    expect(match(misspelt, { recipient, clients })).toMatchObject({ kind: 'ambiguous' })
  })
})

describe('a client under another name', () => {
  const formerly = [{ contactId: 1, name: 'Fjellheim Bygg AS', foundBy: 'created' }]
  const renamed = (changes: Partial<Recipient> = {}) =>
    plain({ name: 'Vestkyst Entreprenør AS', ...changes })
  const contact = { name: 'Fjellheim Bygg AS', email: 'styret@solsiden.no', address }
  it('is asked about with both names, whatever else agrees', () => {
    const why =
      'Kunden «Vestkyst Entreprenør AS» het før «Fjellheim Bygg AS», og er koblet til «Fjellheim Bygg AS» i Fiken. Er det samme kunde?'
    expect(match(contact, { recipient: renamed(), formerly })).toMatchObject(asked(why))
    expect(match({ name: 'Fjellheim Bygg AS' }, { recipient: renamed(), formerly })).toMatchObject(
      asked(why),
    )
  })
  it('is the same by its organisation number, or when its name is only spelled otherwise', () => {
    const organizationNumber = '940155223'
    expect(
      match(
        { ...contact, organizationNumber },
        { recipient: renamed({ organizationNumber }), formerly },
      ),
    ).toMatchObject({ ...linked, by: 'organization_number' })
    expect(
      match(contact, { recipient: renamed({ name: 'Fjelheim Bygg' }), formerly }),
    ).toMatchObject({ ...linked, by: 'link', formerlyBy: 'created' })
    expect(
      match(contact, { recipient: renamed({ name: 'Fjellheim Bygg ENK' }), formerly }),
    ).toMatchObject({ kind: 'ambiguous' })
  })
  it('is asked about where a contact has its uuid, also where the e-mail agrees', () => {
    expect(match({ ...contact, memberNumber: 'client-1' }, { recipient: renamed() })).toMatchObject(
      asked(
        '«Fjellheim Bygg AS» i Fiken har medlemsnummeret til «Vestkyst Entreprenør AS», men et annet navn. Er det samme kunde?',
      ),
    )
  })
})
