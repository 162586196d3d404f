import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, fullAddress, parseAddress, structuredAddress } from './address.ts'

const read = (text: string) => {
  const { street, street2, postalCode, city, country } = parseAddress(text)
  return [street, street2, postalCode, city, country].join(' | ')
}

describe('an address abroad', () => {
  it.each([
    ['ul. Długa 5\n00-238 Warszawa\nPolen', 'ul. Długa 5 |  | 00-238 | Warszawa | Polen'],
    ['ul. Długa 5, PL-00-238 Warszawa', 'ul. Długa 5 |  | 00-238 | Warszawa | Polen'],
    ['Brīvības iela 5, Rīga, LV-1010, Latvia', 'Brīvības iela 5 |  | LV-1010 | Rīga | Latvia'],
    ['Brīvības iela 5\nLV-1010 Rīga', 'Brīvības iela 5 |  | LV-1010 | Rīga | Latvia'],
    [
      'Rua Augusta 24\n1100-053 Lisboa\nPortugal',
      'Rua Augusta 24 |  | 1100-053 | Lisboa | Portugal',
    ],
    ['Laugavegur 5, 101 Reykjavík, Ísland', 'Laugavegur 5 |  | 101 | Reykjavík | Island'],
    ['Laugavegur 5\nIS-101 Reykjavík', 'Laugavegur 5 |  | 101 | Reykjavík | Island'],
    ['Tinghúsvegur 3, FO-100 Tórshavn, Føroyar', 'Tinghúsvegur 3 |  | 100 | Tórshavn | Færøyene'],
    [
      '1600 Amphitheatre Parkway\nMountain View, CA 94043\nUSA',
      '1600 Amphitheatre Parkway |  | 94043 | Mountain View, CA | USA',
    ],
    [
      '350 5th Ave, New York NY 10118-0110, United States',
      '350 5th Ave |  | 10118-0110 | New York, NY | USA',
    ],
    [
      '12 Grafton Street\nDublin 2\nD02 AF30\nIreland',
      '12 Grafton Street |  | D02 AF30 | Dublin 2 | Irland',
    ],
    [
      '290 Bremner Blvd, Toronto, ON M5V 3L9, Canada',
      '290 Bremner Blvd |  | M5V 3L9 | Toronto, ON | Canada',
    ],
    [
      '17 Tarrawarrah Avenue\nTallai QLD 4213\nAustralia',
      '17 Tarrawarrah Avenue |  | 4213 | Tallai, QLD | Australia',
    ],
    ['Gedimino pr. 9, LT-01103 Vilnius, Lietuva', 'Gedimino pr. 9 |  | 01103 | Vilnius | Litauen'],
    [
      '10 Anson Road\nSingapore 079903\nSingapore',
      '10 Anson Road |  | 079903 | Singapore | Singapore',
    ],
    ['Kungsgatan 4, SE-111 43 Stockholm', 'Kungsgatan 4 |  | 11143 | Stockholm | Sverige'],
    ['Kungsgatan 4\n111 43 Stockholm\nSE', 'Kungsgatan 4 |  | 11143 | Stockholm | Sverige'],
    [
      'Avenida Paulista 1578, 01310-200 São Paulo, Brasil',
      'Avenida Paulista 1578 |  | 01310-200 | São Paulo | Brasil',
    ],
    ['Unter den Linden 77, D-10117 Berlin', 'Unter den Linden 77 |  | 10117 | Berlin | Tyskland'],
    ['Kärntner Str. 1\nA-1010 Wien', 'Kärntner Str. 1 |  | 1010 | Wien | Østerrike'],
    ['Kungsgatan 4\nS-111 43 Stockholm', 'Kungsgatan 4 |  | 11143 | Stockholm | Sverige'],
    ['Kungsgatan 4\nSE 111 43 Stockholm', 'Kungsgatan 4 |  | 11143 | Stockholm | Sverige'],
    ['Kungsgatan 4, 111 43 STOCKHOLM', 'Kungsgatan 4 |  | 11143 | STOCKHOLM | Sverige'],
    ['Brivibas 1\nLV 1010 Riga', 'Brivibas 1 |  | LV-1010 | Riga | Latvia'],
    ['Brīvības iela 1\nRīga, LV-1010', 'Brīvības iela 1 |  | LV-1010 | Rīga | Latvia'],
    ['ul. Prosta 1, PL 00-001 Warszawa', 'ul. Prosta 1 |  | 00-001 | Warszawa | Polen'],
    ['Rua do Ouro 1\n1100-060 Lisboa', 'Rua do Ouro 1 |  | 1100-060 | Lisboa | Portugal'],
    ['12 High St\nEdinburgh\nEH1 1SR', '12 High St |  | EH1 1SR | Edinburgh | Storbritannia'],
    ['1 Main St, Houston, TX 77001, US', '1 Main St |  | 77001 | Houston, TX | USA'],
    ['1 Main St, Houston, TX 77001, U.S.A.', '1 Main St |  | 77001 | Houston, TX | USA'],
    ['1 Grafton St, Dublin, D02 X285, IE', '1 Grafton St |  | D02 X285 | Dublin | Irland'],
    ['Bahnhofstr. 1, 8001 Zürich, CH', 'Bahnhofstr. 1 |  | 8001 | Zürich | Sveits'],
    ['1011 Budapest, Fő utca 1., Ungarn', 'Fő utca 1 |  | 1011 | Budapest | Ungarn'],
    ['0155 Oslo\nStorgata 1', 'Storgata 1 |  | 0155 | Oslo | Norge'],
    ['Storgata 1\nN - 0150 Oslo', 'Storgata 1 |  | 0150 | Oslo | Norge'],
    ['Storgata 1, 0150 Oslo - Norge', 'Storgata 1 |  | 0150 | Oslo | Norge'],
    ['Havnegata 2\n8610 MO I RANA', 'Havnegata 2 |  | 8610 | MO I RANA | Norge'],
  ])('%j is read with the postcode of its country', (text, parts) => {
    expect(read(text)).toEqual(parts)
    const [street, street2, postalCode, city, country] = parts.split(' | ')
    expect(fullAddress(parseAddress(text))).toEqual({ street, street2, postalCode, city, country })
  })

  it.each([
    ['12 Grafton Street\nDublin\nIreland', ['12 Grafton Street', 'Dublin', 'Irland']],
    [
      'Office 12, Marina Plaza, Dubai, UAE',
      ['Office 12', 'Marina Plaza, Dubai', 'De forente arabiske emirater'],
    ],
    [
      '1600 Amphitheatre Pkwy Mountain View CA 94043\nUSA',
      ['1600 Amphitheatre Pkwy Mountain View CA 94043', '', 'USA'],
    ],
    ['Flat 3\n7 London SW1A 2AA\nUK', ['Flat 3', '7 London SW1A 2AA', 'Storbritannia']],
    ['Storgata 1', ['Storgata 1', '', 'Norge']],
    ['Ytre Vågen, Kleppestø', ['Ytre Vågen', 'Kleppestø', 'Norge']],
  ])('%j is not forced into a shape: it goes as lines, with the country', (text, lines) => {
    const [street, street2, country] = lines
    const address = parseAddress(text)
    expect(address.needsReview).toBe(true)
    expect(fullAddress(address)).toEqual({ street, street2, postalCode: '', city: '', country })
  })

  it.each(['', '-', 'Norge', 'Sverige', ' \n, '])('%j is none', (text) => {
    expect(fullAddress(parseAddress(text))).toBeUndefined()
    expect(fullAddress(null)).toBeUndefined()
  })

  it('is whole in fields of its own where its country has no postcodes, and known by its letters', () => {
    const parts = { street: '12 Grafton Street', postalCode: '', city: 'Dublin', country: 'IE' }
    expect(structuredAddress(parts, '')).toMatchObject({ country: 'Irland', needsReview: false })
    expect(structuredAddress({ ...parts, country: '' }, '')).toMatchObject({ needsReview: true })
    expect(structuredAddress({ ...parts, country: 'Atlantis' }, '').country).toBe('Atlantis')
  })

  it('has its country from the fields beside a text that does not name it', () => {
    const text = '12 Grafton Street, Dublin 2'
    const client = { address: text, street: '', postalCode: '', city: '', country: 'Ireland' }
    const known = { clients: [client], jobAddress: '', geo: null }
    expect(fullAddress(addressOf(text, known))).toMatchObject({
      street: '12 Grafton Street',
      street2: 'Dublin 2',
      country: 'Irland',
    })
  })

  it('that cannot be parsed states every word that was written', () => {
    const words = fc.constantFrom('Rua', '12', '00-238', 'LV-1010', 'Dublin', 'CA', '94043')
    const line = fc.array(words, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '))
    const country = fc.constantFrom('Polen', 'USA', 'Irland', 'Latvia', 'Norge')
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), country, (lines, where) => {
        const address = parseAddress([...lines, where].join('\n'))
        expect(address.country).toBe(where)
        if (address.postalCode !== '') return
        const { street, street2 } = fullAddress(address) ?? { street: '', street2: '' }
        for (const one of lines.join(' ').split(' ')) expect(`${street} ${street2}`).toContain(one)
      }),
      { numRuns: 500 },
    )
  })
})
