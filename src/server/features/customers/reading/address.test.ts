import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, isAddressLine, isSameDoor, parseAddress, structuredAddress } from './address.ts'

describe('a free-text address', () => {
  it.each([
    ['Storgata 1\n0155 Oslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1B, 0155 Oslo, Norway', 'Storgata 1B |  | 0155 | Oslo | Norge'],
    ['Storgata 1 0155 Oslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    [
      'Ålgårdsveien 12 A\r\nNO-4330 Ålgård\r\nNorge',
      'Ålgårdsveien 12 A |  | 4330 | Ålgård | Norge',
    ],
    ['Postboks 1234 Sentrum\n0107 Oslo', 'Postboks 1234 Sentrum |  | 0107 | Oslo | Norge'],
    [
      'c/o OBOS Eiendomsforvaltning, Postboks 6668 St. Olavs plass, 0129 Oslo',
      'c/o OBOS Eiendomsforvaltning | Postboks 6668 St. Olavs plass | 0129 | Oslo | Norge',
    ],
    ['Avd. Vest\nSjøgata 2\n8006 Bodø', 'Sjøgata 2 | Avd. Vest | 8006 | Bodø | Norge'],
    ['Ytre Vågen, 5300 Kleppestø, Vestland, Norge', 'Ytre Vågen |  | 5300 | Kleppestø | Norge'],
    ['Storgata 1\n0155\nOslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    [
      'Kungsgatan 4\n111 43 Stockholm\n\nSverige\n',
      'Kungsgatan 4 |  | 11143 | Stockholm | Sverige',
    ],
    ['Gården 1234 Vik\n5678 Bergen', 'Gården 1234 Vik |  | 5678 | Bergen | Norge'],
    ['Storgata 1, 1640 Råde Norge', 'Storgata 1 |  | 1640 | Råde | Norge'],
    ['Kungsgatan 4, SE-111 43 Stockholm, Sverige', 'Kungsgatan 4 |  | 11143 | Stockholm | Sverige'],
    ['Nørregade 7, 1165 København K, Danmark', 'Nørregade 7 |  | 1165 | København K | Danmark'],
    [
      '10 Downing Street\nLondon SW1A 2AA\nEngland',
      '10 Downing Street |  | SW1A 2AA | London | Storbritannia',
    ],
    [
      'Flat 3, 221B Baker Street, London, nw16xe, UK',
      'Flat 3 | 221B Baker Street | NW16XE | London | Storbritannia',
    ],
    [
      'Unit 2\nLeeds LS11 5AA\nBehind the mill\nStorbritannia\n',
      'Unit 2 | Behind the mill | LS11 5AA | Leeds | Storbritannia',
    ],
    [
      'London EC1A 1BB\n1 High Street\nLeeds LS1 1AA\nWales',
      '1 High Street | London EC1A 1BB | LS1 1AA | Leeds | Storbritannia',
    ],
    [
      '1 Union Terrace\nNewcastle upon Tyne\nNE1 4ST\nStorbritannia',
      '1 Union Terrace |  | NE1 4ST | Newcastle upon Tyne | Storbritannia',
    ],
    ['Storgata  1 ;\r\n\r\n 0155   Oslo ', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1\nN-0155 Oslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1\nno 0155 Oslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1\nN0155 Oslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1 NO-0155 Oslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1\nN-0155\nOslo', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1\n1400 Nordre Follo', 'Storgata 1 |  | 1400 | Nordre Follo | Norge'],
    ['Storgata 1\n0155 Oslo NO', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1, 0155 Oslo, kode 1234 dør 2', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Avd. Vest, Storgata 1 8006 Bodø', 'Storgata 1 | Avd. Vest | 8006 | Bodø | Norge'],
    [
      'Bakgården, Avd. Vest, Sjøgata 2, 8006 Bodø',
      'Sjøgata 2 | Bakgården, Avd. Vest | 8006 | Bodø | Norge',
    ],
    ['1234\nSolveien 2\n1415 Oppegård', 'Solveien 2 | 1234 | 1415 | Oppegård | Norge'],
    ['Postboks 1234\nSentrum\n0107 Oslo', 'Postboks 1234 | Sentrum | 0107 | Oslo | Norge'],
    ['Postboks 12 Sentrum 0155 Oslo', 'Postboks 12 Sentrum |  | 0155 | Oslo | Norge'],
    ['Kungsgatan 4\n11143 Stockholm Sverige', 'Kungsgatan 4 |  | 11143 | Stockholm | Sverige'],
    ['Nørregade 7, DK-1165 København K, Denmark', 'Nørregade 7 |  | 1165 | København K | Danmark'],
    [
      'Hauptstraße 3 10115 Berlin, Tor 1234 Haus 2, Germany',
      'Hauptstraße 3 |  | 10115 | Berlin | Tyskland',
    ],
  ])('%j is read', (raw, parts) => {
    const [street, street2, postalCode, city, country] = parts.split(' | ')
    const read = { street, street2, postalCode, city, country, raw, needsReview: false }
    expect(parseAddress(raw)).toEqual(read)
  })
  it.each([
    ['17 Tarrawarrah Avenue\nTallai, Queensland', '17 Tarrawarrah Avenue, Tallai, Queensland'],
    ['Storgata 1', 'Storgata 1'],
    ['', ''],
    ['Norge', 'Norge'],
    ['Sverige', 'Sverige'],
    ['Storgata 1, 0155', 'Storgata 1, 0155'],
    ['Storgata 1\n0155\n2. etasje', 'Storgata 1, 0155, 2. etasje'],
    ['Storgata 1\n01555 Oslo', 'Storgata 1, 01555 Oslo'],
    ['Solgården 5 Danmark', 'Solgården 5 Danmark'],
    ['Brygga 1, Constructor', 'Brygga 1, Constructor'],
    ['Postboks 1234 Sentrum', 'Postboks 1234 Sentrum'],
    ['Solsiden AS, Postboks 1234 Sentrum', 'Solsiden AS, Postboks 1234 Sentrum'],
    ['Regnskap boks 1234 Sentrum', 'Regnskap boks 1234 Sentrum'],
    ['Boks 1234 Sentrum', 'Boks 1234 Sentrum'],
    ['Postb. 1234 Sentrum', 'Postb. 1234 Sentrum'],
    ['Postb 1234 Sentrum', 'Postb 1234 Sentrum'],
    ['P.b. 1234 Sentrum', 'P.b. 1234 Sentrum'],
    ['P. b. 1234 Sentrum', 'P. b. 1234 Sentrum'],
    ['PB 1234 Sentrum', 'PB 1234 Sentrum'],
  ])('%j is kept as written and marked for review', (text, street) => {
    const address = parseAddress(text)
    const nowhere = { street2: '', postalCode: '', city: '', country: 'Norge' }
    expect(address).toEqual({ street, ...nowhere, raw: text, needsReview: true })
  })
  it('in Britain is looked at by a person where its street or its town is missing', () => {
    expect(parseAddress('London SW1A 2AA\nUK')).toMatchObject({
      street: '',
      postalCode: 'SW1A 2AA',
      city: 'London',
      needsReview: true,
    })
    for (const text of [
      '10 Downing Street\nSW1A 2AA\nUK',
      'SW1A 2AA\nUK',
      'London\nUK',
      'Unit 2 Leeds\nLS11 5AA\nUK',
      '7 London SW1A 2AA\nUK',
      '10 Downing Street London SW1A 2AA\nUK',
      '10 Downing Street\nLondon SW1A 2AA Westminster\nUK',
    ])
      expect(parseAddress(text)).toMatchObject({ postalCode: '', city: '', needsReview: true })
  })
  it.each([
    ['Damrak 1\n1012 LG Amsterdam\nNederland', 'Damrak 1', '', '1012 LG', 'Amsterdam'],
    ['Damrak 1 1012lg Amsterdam, Hof, Nederland', 'Damrak 1', 'Hof', '1012 LG', 'Amsterdam'],
    ['Kaai 4\nHof\nNL-2511 CV Den Haag\nHolland', 'Kaai 4', 'Hof', '2511 CV', 'Den Haag'],
    ['Kaai 4\nNL 2511CV\nDen Haag\nHof\nHolland', 'Kaai 4', 'Hof', '2511 CV', 'Den Haag'],
    ['Kaai 4\nNL2511 cv Den Haag Nederland', 'Kaai 4', '', '2511 CV', 'Den Haag'],
    ['1012 LG Ede\nHof\n2511 CV Epe\nHolland', '1012 LG Ede', 'Hof', '2511 CV', 'Epe'],
    ['Markt 4\n3732 De Bilt\nNederland', 'Markt 4', '', '3732', 'De Bilt'],
    ['Markt 4\n3732 de Bilt\nNederland', 'Markt 4', '', '3732', 'de Bilt'],
    ['Markt 4 NL-3732 Bilthoven\nNederland', 'Markt 4', '', '3732', 'Bilthoven'],
  ])('%j is read with the letters of its postcode', (raw, street, street2, postalCode, city) => {
    const country = 'Nederland'
    const parts = { street, street2, postalCode, city, country, raw, needsReview: false }
    expect(parseAddress(raw)).toEqual(parts)
  })
  it('in the Netherlands is looked at by a person where its street or its town is missing', () => {
    const town = { street: '', postalCode: '1012 LG', city: 'Amsterdam', needsReview: true }
    expect(parseAddress('1012 LG Amsterdam\nNederland')).toMatchObject(town)
    for (const text of [
      'Damrak 1\n1012 LG\nNederland',
      'Damrak 1\n1012 LG\n2e verdieping 3\nNederland',
      'Damrak 1\n1012 LG\n1e Amsterdam\nNederland',
      'Damrak 1\n01012 LG Amsterdam\nNederland',
      'Damrak 1\n1012LGX Amsterdam\nNederland',
      'Damrak 1\n1012 lg\nNederland',
      'Damrak 1\n1012 LG Amsterdam 3\nNederland',
      'Damrak 1\n1012 LG\nHof 3\nNederland',
      'Markt 4\n3732 Bilthoven 3\nNederland',
    ])
      expect(parseAddress(text)).toMatchObject({ postalCode: '', city: '', needsReview: true })
  })
  it.each(['0155 Oslo', '0155\nOslo'])(
    '%j is a town without a street, and marked for review',
    (text) => {
      const town = { street: '', street2: '', postalCode: '0155', city: 'Oslo', country: 'Norge' }
      expect(parseAddress(text)).toEqual({ ...town, raw: text, needsReview: true })
    },
  )
  it.each([
    ['Norge', 'norge Norway NOREG no'],
    ['Sverige', 'Sverige Sweden'],
    ['Danmark', 'Danmark Denmark'],
    ['Finland', 'Finland Suomi'],
    ['Island', 'Island Iceland'],
    ['Tyskland', 'Tyskland Germany Deutschland'],
    ['Polen', 'Polen Poland'],
    ['Storbritannia', 'Storbritannia United_Kingdom'],
    ['USA', 'USA'],
  ])('in %s is recognised by its last line, %s', (country, spellings) => {
    for (const written of spellings.split(' ')) {
      const address = parseAddress(`Brygga 1\nByen\n${written.replace('_', ' ')}`)
      expect(address).toMatchObject({ street: 'Brygga 1, Byen', country })
    }
  })
  it('is read back from its parts, however they are combined', () => {
    const parts = fc.record({
      street: fc.constantFrom(
        'Storgata 1',
        'Ålgårdsveien 12 A',
        'Bygdøy allé 3 H0201',
        'Postboks 12',
        'Nordre gate 7–9',
      ),
      prefix: fc.constantFrom('', 'NO-', 'N-', 'no '),
      postalCode: fc
        .integer({ min: 0, max: 9999 })
        .map((number) => String(number).padStart(4, '0')),
      city: fc.constantFrom('Oslo', 'Ås', 'Nordre Follo', 'Mo i Rana'),
      country: fc.constantFrom('', 'Norge', 'Norway', 'NO'),
      between: fc.constantFrom('\n', '\r\n', ', ', ' ; ', ',\n'),
    })
    fc.assert(
      fc.property(parts, ({ street, prefix, postalCode, city, country, between }) => {
        const text = [street, `${prefix}${postalCode} ${city}`, country]
          .filter((part) => part !== '')
          .join(between)
        const read = {
          street,
          street2: '',
          postalCode,
          city,
          country: 'Norge',
          raw: text,
          needsReview: false,
        }
        expect(parseAddress(text)).toEqual(read)
      }),
      { numRuns: 300 },
    )
  })
  it('never loses the text and never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const address = parseAddress(text)
        expect(address.raw).toBe(text)
        if (!address.needsReview)
          expect(address.street && address.postalCode && address.city).toBeTruthy()
      }),
      { numRuns: 300 },
    )
  })
})

describe('an address that ServiceM8 has in parts', () => {
  const client = {
    address: 'Storgata 1, Oslo',
    street: 'Storgata 1',
    postalCode: '0155',
    city: 'Oslo',
    country: '',
  }
  const geo = { street: 'Sjøgata 2', postalCode: '8006', city: 'Bodø', country: 'Norway' }
  it('is taken from its parts when the text is the same', () => {
    expect(
      addressOf('storgata 1\nOslo', {
        clients: [{ ...client, address: 'Sjøgata 2', postalCode: '8006' }, client],
        jobAddress: '',
        geo: null,
      }),
    ).toMatchObject({ postalCode: '0155', needsReview: false })
    expect(
      addressOf('Sjøgata 2', { clients: [client], jobAddress: 'Sjøgata 2', geo }),
    ).toMatchObject({ city: 'Bodø', country: 'Norge' })
  })
  it('is parsed when the text differs, or the parts are incomplete', () => {
    expect(
      addressOf('Sjøgata 3', { clients: [client], jobAddress: 'Sjøgata 2', geo }),
    ).toMatchObject({ needsReview: true })
    expect(
      addressOf('Storgata 1, Oslo', {
        clients: [{ ...client, postalCode: '' }],
        jobAddress: '',
        geo: null,
      }).needsReview,
    ).toBe(true)
  })
  it.each(['street', 'postalCode', 'city'] as const)(
    'is parsed when its %s is missing',
    (missing) => {
      const text = 'Sjøgata 2\n8006 Bodø'
      const whole = { street: 'Kaigata 3', postalCode: '8005', city: 'Bodin', country: 'Norge' }
      const parts = { ...whole, [missing]: '' }
      const read = { street: 'Sjøgata 2', postalCode: '8006', city: 'Bodø', needsReview: false }
      expect(addressOf(text, { clients: [], jobAddress: text, geo: whole })).toMatchObject(whole)
      expect(addressOf(text, { clients: [], jobAddress: text, geo: parts })).toMatchObject(read)
      expect(
        addressOf(text, { clients: [{ ...parts, address: text }], jobAddress: '', geo: null }),
      ).toMatchObject(read)
      expect(structuredAddress({ ...whole, [missing]: ' ' }, text)).toMatchObject({
        raw: text,
        needsReview: true,
      })
    },
  )
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
    'Postboks12',
    'Pb12',
    'Postb. 12 Sentrum',
    'Postb 12 Sentrum',
    'PB 12 Sentrum',
    'Boks 12 Sentrum',
    'Solsiden Borettslag Postboks 12',
    'c/o Ola Nordmann',
    'C/O OBOS BBL',
    'c/o',
    'Sjøhuset c/o Ola Nordmann',
    '0155 Oslo',
    'NO-0155 Oslo',
    '5020 Bergen kommune',
    'NO-1400 Nordre Follo',
    'NO 1400 Nordre Follo',
    'NO1400 Nordre Follo',
    'N-1400 Nordre Follo',
    'Ytre Vågen 5300 Kleppestø',
    'Ytre Vågen NO-5300 Kleppestø',
    'Storgt. 12',
    'Storvollen, 12',
    'Storgata 12 B',
    'Storgata 12–14',
    'Storgata 12 / 14',
    'Storgata 12 A - 14 B',
    'Storgata 12A–14B',
    'Storgata 12 A U0101',
    '29B Willowbank Drive',
    'Nyveien',
    'Kirkevegen',
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
    'Kari Bakkevei',
    'Solveig Ødegård',
    'Klubb 7 Drammen',
    'Vision 2020 Nordic Group',
    'Sandboks 12 Drift',
    'Disc/o 12 Drift',
    '',
  ])('%j is not one', (line) => {
    expect(isAddressLine(line)).toBe(false)
  })
})

describe('the same door', () => {
  const address = (street: string, postalCode = '0155') => ({
    street,
    street2: '',
    postalCode,
    city: 'Oslo',
    country: 'Norge',
  })
  it('is recognised in its different spellings', () => {
    expect(isSameDoor(address('Storgata 1'), address('STORGT. 1'))).toBe(true)
    expect(isSameDoor(address('Åsveien 3 b'), address('Aasvn 3B'))).toBe(true)
    expect(isSameDoor(address('Kirkegaten 3 B, 2. etg'), address('Kirkegata 3B 2 etg.'))).toBe(true)
  })
  it('is not next door, another town, or nowhere', () => {
    expect(isSameDoor(address('Storgata 1'), address('Storgata 2'))).toBe(false)
    expect(isSameDoor(address('Storgata 1'), address('Storgata 1', '5003'))).toBe(false)
    expect(isSameDoor(address('Moveien 3'), address('Mo 3'))).toBe(false)
    expect(isSameDoor(address('Mogata 3'), address('Mo 3'))).toBe(false)
    expect(isSameDoor(address('Mogata 3'), address('Moveien 3'))).toBe(false)
    expect(isSameDoor(address(''), address(''))).toBe(false)
    expect(isSameDoor(address('Storgata 1', ''), address('Storgata 1', ''))).toBe(false)
    expect(isSameDoor(null, address('Storgata 1'))).toBe(false)
  })
})
