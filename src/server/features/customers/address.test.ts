import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, fullAddress, isAddressLine, isSameDoor, parseAddress, structuredAddress } from './address.ts'

describe('a free-text address', () => {
  it.each([
    ['Storgata 1\n0155 Oslo', ['Storgata 1', '', '0155', 'Oslo', 'Norge']],
    ['Storgata 1B, 0155 Oslo, Norway', ['Storgata 1B', '', '0155', 'Oslo', 'Norge']],
    ['Storgata 1 0155 Oslo', ['Storgata 1', '', '0155', 'Oslo', 'Norge']],
    ['Ålgårdsveien 12 A\r\nNO-4330 Ålgård\r\nNorge', ['Ålgårdsveien 12 A', '', '4330', 'Ålgård', 'Norge']],
    ['Postboks 1234 Sentrum\n0107 Oslo', ['Postboks 1234 Sentrum', '', '0107', 'Oslo', 'Norge']],
    [
      'c/o OBOS Eiendomsforvaltning, Postboks 6668 St. Olavs plass, 0129 Oslo',
      ['c/o OBOS Eiendomsforvaltning', 'Postboks 6668 St. Olavs plass', '0129', 'Oslo', 'Norge'],
    ],
    ['Avd. Vest\nSjøgata 2\n8006 Bodø', ['Sjøgata 2', 'Avd. Vest', '8006', 'Bodø', 'Norge']],
    ['Ytre Vågen, 5300 Kleppestø, Vestland, Norge', ['Ytre Vågen', '', '5300', 'Kleppestø', 'Norge']],
    ['Storgata 1\n0155\nOslo', ['Storgata 1', '', '0155', 'Oslo', 'Norge']],
    ['Storgata 1, 1640 Råde Norge', ['Storgata 1', '', '1640', 'Råde', 'Norge']],
    ['Kungsgatan 4, SE-111 43 Stockholm, Sverige', ['Kungsgatan 4', '', '11143', 'Stockholm', 'Sverige']],
    ['Nørregade 7, 1165 København K, Danmark', ['Nørregade 7', '', '1165', 'København K', 'Danmark']],
  ])('%j is read', (text, [street, street2, postalCode, city, country]) => {
    expect(parseAddress(text)).toEqual({ street, street2, postalCode, city, country, raw: text, needsReview: false })
  })
  it.each(['17 Tarrawarrah Avenue\nTallai, Queensland', 'Storgata 1', '', 'Postboks 1234 Sentrum', '0155 Oslo'])(
    '%j is kept as written and marked for review',
    (text) => {
      const address = parseAddress(text)
      expect(address).toMatchObject({ raw: text, needsReview: true })
      expect(fullAddress(address)).toBeUndefined()
    },
  )
  it('never loses the text and never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const address = parseAddress(text)
        expect(address.raw).toBe(text)
        if (!address.needsReview) expect(address.street && address.postalCode && address.city).toBeTruthy()
      }),
      { numRuns: 300 },
    )
  })
})

describe('an address that ServiceM8 knows in parts', () => {
  const client = { address: 'Storgata 1, Oslo', street: 'Storgata 1', postalCode: '0155', city: 'Oslo', country: '' }
  const geo = { street: 'Sjøgata 2', postalCode: '8006', city: 'Bodø', country: 'Norway' }
  it('is taken from its parts when the text is the same', () => {
    expect(addressOf('storgata 1\nOslo', { clients: [null, client], jobAddress: '', geo: null })).toMatchObject({
      postalCode: '0155',
      needsReview: false,
    })
    expect(addressOf('Sjøgata 2', { clients: [client], jobAddress: 'Sjøgata 2', geo })).toMatchObject({
      city: 'Bodø',
      country: 'Norge',
    })
  })
  it('is parsed when it is another text, or the parts are not whole', () => {
    expect(addressOf('Sjøgata 3', { clients: [client], jobAddress: 'Sjøgata 2', geo })).toMatchObject({ needsReview: true })
    expect(
      addressOf('Storgata 1, Oslo', { clients: [{ ...client, postalCode: '' }], jobAddress: '', geo: null }).needsReview,
    ).toBe(true)
    expect(structuredAddress({}, '')).toMatchObject({ country: 'Norge', needsReview: true })
  })
})

describe('a line of an address', () => {
  it.each([
    'Storgata 1',
    'Storgata 1B',
    'Storgata 12-14',
    'Storgata',
    'Bygdøy allé 3 H0201',
    '29 Willowbank Drive',
    'Postboks 12',
    'Pb. 12 Sentrum',
    'c/o Ola Nordmann',
    'C/O OBOS BBL',
    '0155 Oslo',
    'NO-0155 Oslo',
  ])('%s is one', (line) => {
    expect(isAddressLine(line)).toBe(true)
  })
  it.each([
    'Ola Nordmann',
    'Borettslaget Solsiden',
    'Sameiet Storgata 12',
    'Storgata 12 AS',
    'Kari Bakken',
    'Rør 24 AS',
    'Åse Ødegård',
    '',
  ])('%j is none', (line) => {
    expect(isAddressLine(line)).toBe(false)
  })
})

describe('the same door', () => {
  const address = (street: string, postalCode = '0155') => ({ street, street2: '', postalCode, city: 'Oslo', country: 'Norge' })
  it('is recognised in its spellings', () => {
    expect(isSameDoor(address('Storgata 1'), address('STORGT. 1'))).toBe(true)
    expect(isSameDoor(address('Åsveien 3 b'), address('Aasvn 3B'))).toBe(true)
  })
  it('is not next door, another town, or nowhere', () => {
    expect(isSameDoor(address('Storgata 1'), address('Storgata 2'))).toBe(false)
    expect(isSameDoor(address('Storgata 1'), address('Storgata 1', '5003'))).toBe(false)
    expect(isSameDoor(address(''), address(''))).toBe(false)
    expect(isSameDoor(null, address('Storgata 1'))).toBe(false)
  })
})
