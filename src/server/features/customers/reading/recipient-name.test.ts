import { describe, expect, it } from 'vitest'
import { readRecipientText } from './recipient-name.ts'

const read = (text: string, knownNames: string[] = [], knownPlaces: string[] = []) =>
  readRecipientText(text, knownNames, knownPlaces)

describe('the first line of a billing text', () => {
  it.each([
    [
      'Borettslaget Solsiden\nSolveien 2\n1415 Oppegård',
      'Borettslaget Solsiden',
      'Solveien 2\n1415 Oppegård',
    ],
    [
      'Borettslaget Solsiden, Solveien 2, 1415 Oppegård',
      'Borettslaget Solsiden',
      'Solveien 2, 1415 Oppegård',
    ],
    [
      'Sameiet Storgata 12\nc/o OBOS\nPostboks 6668\n0129 Oslo',
      'Sameiet Storgata 12',
      'c/o OBOS\nPostboks 6668\n0129 Oslo',
    ],
    [
      'Hansen, Olsen & Co Advokater\nStorgata 1\n0155 Oslo',
      'Hansen, Olsen & Co Advokater',
      'Storgata 1\n0155 Oslo',
    ],
    ['Åse Ødegård', 'Åse Ødegård', ''],
    ['Åse Ødegård, Ytre Vågen', 'Åse Ødegård', 'Ytre Vågen'],
    ['Storgata 1\n0155 Oslo', null, 'Storgata 1\n0155 Oslo'],
    ['Storgata 1, 0155 Oslo', null, 'Storgata 1, 0155 Oslo'],
    ['c/o Ola Nordmann\nStorgata 1\n0155 Oslo', null, 'c/o Ola Nordmann\nStorgata 1\n0155 Oslo'],
    ['Postboks 12, 0155 Oslo', null, 'Postboks 12, 0155 Oslo'],
    ['0155 Oslo', null, '0155 Oslo'],
    ['', null, ''],
    [
      'Borettslaget  Solsiden \r\n\r\n  Solveien   2\r\n1415 Oppegård',
      'Borettslaget Solsiden',
      'Solveien 2\n1415 Oppegård',
    ],
    [
      'Borettslaget Solsiden ,Solveien 2,1415 Oppegård',
      'Borettslaget Solsiden',
      'Solveien 2, 1415 Oppegård',
    ],
    [
      'Borettslaget Solsiden, , Solveien 2, 1415 Oppegård,',
      'Borettslaget Solsiden',
      'Solveien 2, 1415 Oppegård',
    ],
    [
      'Borettslaget Solsiden, Solveien 2\n1415 Oppegård',
      'Borettslaget Solsiden',
      'Solveien 2\n1415 Oppegård',
    ],
    [
      'Hansen, Olsen & Co Advokater, Storgata 1\n0155 Oslo',
      'Hansen, Olsen & Co Advokater',
      'Storgata 1\n0155 Oslo',
    ],
    ['Storgata 1, oppgang B\n0155 Oslo', null, 'Storgata 1, oppgang B\n0155 Oslo'],
    ['-\nStorgata 1\n0155 Oslo', null, 'Storgata 1\n0155 Oslo'],
    ['Åse Ødegård, -, Storgata 1', 'Åse Ødegård', 'Storgata 1'],
    ['–', null, ''],
  ])('%j names %j', (text, name, address) => {
    expect(read(text)).toEqual({ name, attention: null, address })
  })
  it('is a name when it is the client’s, and a place when it is the client’s street', () => {
    expect(read('Team 2000\nStorgata 1', ['Team 2000']).name).toBe('Team 2000')
    expect(read('Ytre Vågen\n5300 Kleppestø', [], ['Ytre Vågen']).name).toBeNull()
    expect(read('Eiendom Øst, Storgata 1\n0155 Oslo', ['Eiendom Øst, Storgata 1'])).toEqual({
      name: 'Eiendom Øst, Storgata 1',
      attention: null,
      address: '0155 Oslo',
    })
  })
  it('may be followed by the person it is for', () => {
    expect(read('Solsiden AS\nAtt: Kari Ødegård\nStorgata 1\n0155 Oslo')).toEqual({
      name: 'Solsiden AS',
      attention: 'Kari Ødegård',
      address: 'Storgata 1\n0155 Oslo',
    })
    expect(read('Solsiden AS\nAtt: Kari\nv/ Ola').attention).toBe('Kari')
  })
  it.each([
    ['Att Kari Ødegård', 'Kari Ødegård'],
    ['Att.: Kari', 'Kari'],
    ['attn: Kari', 'Kari'],
    ['Attention Kari', 'Kari'],
    ['v/Ola', 'Ola'],
    ['V/ Ola', 'Ola'],
    ['Ved:Ola', 'Ola'],
    ['ved: Ola', 'Ola'],
    ['Kontakt:Ola', 'Ola'],
    ['Kontaktperson: Ola', 'Ola'],
    ['Attåker gård', null],
    ['Ved sjøen', null],
    ['Kontakten', null],
    ['Sjøgata v/ kaia', null],
  ])('%j names the person %j', (line, attention) => {
    expect(read(`Solsiden AS\n${line}\nStorgata 1`)).toEqual({
      name: 'Solsiden AS',
      attention,
      address: attention === null ? `${line}\nStorgata 1` : 'Storgata 1',
    })
  })
  it.each([
    ['Att: Regnskap\nStorgata 1\n0155 Oslo', null, 'Regnskap', 'Storgata 1\n0155 Oslo'],
    ['Att:Regnskap\nSolsiden AS\nStorgata 1', 'Solsiden AS', 'Regnskap', 'Storgata 1'],
    ['Attn Kari, Storgata 1, 0155 Oslo', null, 'Kari', 'Storgata 1, 0155 Oslo'],
    ['ATT. KARI\nv/ Ola\nSolsiden AS\nStorgata 1', 'Solsiden AS', 'KARI', 'Storgata 1'],
    ['v/ Kari Nordmann\nStorgata 1\n0155 Oslo', null, 'Kari Nordmann', 'Storgata 1\n0155 Oslo'],
    ['v/Kari\nSameiet Bakken\nPostboks 1', 'Sameiet Bakken', 'Kari', 'Postboks 1'],
    ['Solsiden AS, att: Kari, Storgata 1', 'Solsiden AS', 'Kari', 'Storgata 1'],
    ['Solsiden AS v/ Kari Nordmann\nStorgata 1', 'Solsiden AS', 'Kari Nordmann', 'Storgata 1'],
    ['Solsiden AS Att.: Kari\nStorgata 1', 'Solsiden AS', 'Kari', 'Storgata 1'],
    ['Deres ref: Kari\nSolsiden AS\nStorgata 1', 'Solsiden AS', 'Kari', 'Storgata 1'],
    ['Solsiden AS\nMerkes: Prosjekt 12\nStorgata 1', 'Solsiden AS', 'Prosjekt 12', 'Storgata 1'],
    ['Solsiden AS\nBestillingsnr.: 4500\nStorgata 1', 'Solsiden AS', '4500', 'Storgata 1'],
    ['Prosjekt Nord AS\nStorgata 1', 'Prosjekt Nord AS', null, 'Storgata 1'],
    ['Att:\nSolsiden AS\nStorgata 1', 'Solsiden AS', null, 'Storgata 1'],
    ['c/o OBOS\nAvd. Vest\nPostboks 1', null, null, 'c/o OBOS\nAvd. Vest\nPostboks 1'],
    ['c/o OBOS\nSolsiden AS\nPostboks 1', 'Solsiden AS', null, 'c/o OBOS\nPostboks 1'],
    ['c/o\nOBOS AS\nPostboks 1', null, null, 'c/o OBOS AS\nPostboks 1'],
    ['C/O OBOS', null, null, 'C/O OBOS'],
    ['Sameiet Bakken c/o OBOS\nPostboks 1', 'Sameiet Bakken', null, 'c/o OBOS\nPostboks 1'],
    ['Kari Dal c/o Ola Dal\nStorgata 1', 'Kari Dal', null, 'c/o Ola Dal\nStorgata 1'],
    ['Sjøhuset c/o Ola Dal\nStorgata 1', null, null, 'Sjøhuset c/o Ola Dal\nStorgata 1'],
    ['Attåker gård\nStorgata 1', 'Attåker gård', null, 'Storgata 1'],
    ['Att', null, null, ''],
  ])('%j names %j, and %j in it', (text, name, attention, address) => {
    expect(read(text)).toEqual({ name, attention, address })
  })
  it('is no person within it where the whole line is the client’s name', () => {
    const client = 'Sameiet Bakken v/ OBOS'
    expect(read(`${client}\nPostboks 1`, [client])).toMatchObject({ name: client, attention: null })
    expect(read('c/o OBOS\nOla Dal\nPostboks 1', ['Ola Dal'])).toMatchObject({
      name: 'Ola Dal',
      address: 'c/o OBOS\nPostboks 1',
    })
  })
  it.each([
    ['Øvre Gate 3 8610 Mo i Rana', null, 'Øvre Gate 3 8610 Mo i Rana'],
    ['Storgata 12 B 3800 Bø i Telemark', null, 'Storgata 12 B 3800 Bø i Telemark'],
    ['Ytre Vågen 8610 Mo i Rana', null, 'Ytre Vågen 8610 Mo i Rana'],
    ['Storgata 1 NO-1400 Nordre Follo', null, 'Storgata 1 NO-1400 Nordre Follo'],
    ['Kirkeveien 1400 Nordre Follo', null, 'Kirkeveien 1400 Nordre Follo'],
    ['Kungsgatan 4 111 43 Stockholm', null, 'Kungsgatan 4 111 43 Stockholm'],
    ['Solsiden AS Øvre Gate 3 8610 Mo i Rana', 'Solsiden AS', 'Øvre Gate 3 8610 Mo i Rana'],
    ['Rør 24 AS Storgata 1\n0155 Oslo', 'Rør 24 AS', 'Storgata 1\n0155 Oslo'],
    [
      'Borettslaget Solsiden Solveien 2 1415 Oppegård',
      'Borettslaget Solsiden',
      'Solveien 2 1415 Oppegård',
    ],
    ['Sameiet Storgata 12 0155 Oslo', 'Sameiet Storgata 12', '0155 Oslo'],
    ['Sameiet Øvre Storgata 12 0155 Oslo', 'Sameiet Øvre Storgata 12', '0155 Oslo'],
    ['Vision 2020 Nordic Group', 'Vision 2020 Nordic Group', ''],
    ['Eierseksjonssameiet Storgata 12 A', 'Eierseksjonssameiet Storgata 12 A', ''],
    ['Storgata 12 AS', 'Storgata 12 AS', ''],
  ])('%j without a comma names %j', (text, name, address) => {
    expect(read(text)).toEqual({ name, attention: null, address })
  })
  it('ends where the client’s does, without a comma', () => {
    expect(read('Ola Dal Storgata 1 0155 Oslo', ['Ola Dal'])).toMatchObject({
      name: 'Ola Dal',
      address: 'Storgata 1 0155 Oslo',
    })
  })
  it.each([
    ['Sameiet Storgata 12', 'Storgata 12\n0155 Oslo'],
    ['Sameiet Storgata 12', 'Storgata 12, 0155 Oslo'],
    ['Sameiet Storgata 12', 'STORGATA 12 0155 OSLO'],
    ['Borettslaget Solveien 2', 'Solveien 2\nPostboks 77\n5803 Bergen'],
    ['Storgata 12 AS', 'Storgata 12\n0155 Oslo'],
    ['Storgata 12', 'Storgata 12\n0155 Oslo'],
    ['Sameiet Kirkegata', 'Kirkegata\n0155 Oslo'],
    ['Rema 1000 AS', 'Rema 1000\n0155 Oslo'],
  ])('of %j is the client’s where %j is its address', (client, text) => {
    expect(read(text, [client])).toEqual({ name: null, attention: null, address: text })
  })
  it.each([
    [
      'Sameiet Storgata 12',
      'Sameiet Storgata 12\nStorgata 12\n0155 Oslo',
      'Storgata 12\n0155 Oslo',
    ],
    ['Rema 1000 AS', 'Rema 1000\nStorgata 1\n0155 Oslo', 'Storgata 1\n0155 Oslo'],
    ['Team 2000', 'Team 2000\nStorgata 1\n0155 Oslo', 'Storgata 1\n0155 Oslo'],
    ['Storgata 12', 'Storgata 12\nStorgata 12\n0155 Oslo', 'Storgata 12\n0155 Oslo'],
    ['Storgata 12 AS', 'Storgata 12 AS\n0155 Oslo', '0155 Oslo'],
  ])('%j is named by %j', (client, text, address) => {
    const name = text.split('\n')[0]
    expect(read(text, [client])).toEqual({ name, attention: null, address })
  })
  it('is the client’s where it is called as its street, which has no number', () => {
    const text = 'Sjøhuset\n0155 Oslo'
    expect(read(text, ['Sameiet Sjøhuset'], ['Sjøhuset'])).toMatchObject({
      name: null,
      address: text,
    })
  })
  it.each([
    ['Fakturaadresse:\nSolsiden AS\nStorgata 1', 'Solsiden AS', 'Storgata 1'],
    ['Faktura sendes til: Solsiden AS, Storgata 1', 'Solsiden AS', 'Storgata 1'],
    [
      'Firma: Solsiden AS\nAdresse: Storgata 1\nPoststed: 0155 Oslo',
      'Solsiden AS',
      'Storgata 1\n0155 Oslo',
    ],
    ['Kunde Service AS\nStorgata 1', 'Kunde Service AS', 'Storgata 1'],
  ])('%j has words in front that are left out', (text, name, address) => {
    expect(read(text)).toEqual({ name, attention: null, address })
  })
  it.each([
    ['Fakturaadresse\nSolsiden AS\nStorgata 1\n0155 Oslo', 'Solsiden AS'],
    ['Hei, fakturaen skal til Solsiden AS, Storgata 1, 0155 Oslo', 'Solsiden AS'],
    ['Regning til Kari Dal, Storgata 1, 0155 Oslo', 'Kari Dal'],
    ['Navn: Kari Dal Adresse: Storgata 1 Postnr: 0155 Sted: Oslo', 'Kari Dal'],
    ['"Solsiden AS",\n* Storgata 1,\n* 0155 Oslo,', 'Solsiden AS'],
    ['Solsiden AS | Storgata 1 | 0155 Oslo', 'Solsiden AS'],
    ['Solsiden AS - Storgata 1 - 0155 Oslo', 'Solsiden AS'],
    ['Solsiden AS\tStorgata 1\t0155 Oslo', 'Solsiden AS'],
    ['<p>Solsiden&nbsp;AS</p><p>Storgata 1<br/>0155 Oslo</p>', 'Solsiden AS'],
    ['Hansen &amp; S&oslash;nn AS\r\nStorgata 1\r\n0155 Oslo', 'Hansen & Sønn AS'],
    ['Ola Hansen Storgata 1 0155 Oslo', 'Ola Hansen'],
    ['Storgata 1\n0155 Oslo\nOBOS AS', 'OBOS AS'],
    ['Storgata 1, 0155 Oslo, OBOS AS', 'OBOS AS'],
    ['Sameiet Moa\nTrinn 2\nStorgata 1\n0155 Oslo', 'Sameiet Moa Trinn 2'],
    ['Sameiet Moa, Trinn 2, Storgata 1, 0155 Oslo', 'Sameiet Moa, Trinn 2'],
    ['Rema 1000 Moa\nStorgata 1\n0155 Oslo', 'Rema 1000 Moa'],
    ['1881 AS\nStorgata 1\n0155 Oslo', '1881 AS'],
    ['Solsiden AS - EHF\nStorgata 1\n0155 Oslo', 'Solsiden AS'],
    ['Solsiden AS (att: Kari Dal)\nStorgata 1\n0155 Oslo', 'Solsiden AS'],
    ['Solsiden AS ved Kari Dal\nStorgata 1\n0155 Oslo', 'Solsiden AS'],
    ['Kari Dal 010190 12345\nStorgata 1\n0155 Oslo', 'Kari Dal'],
    ['Kari Dal\nBesøksadresse: Moa 3, 0179 Oslo\nPostadresse: Storgata 1, 0155 Oslo', 'Kari Dal'],
    ['Kirkegata 4 (2. etg), 0153 Oslo', null],
    ['Finn.no\nStorgata 1\n0155 Oslo', 'Finn.no'],
    ['Merk Eiendom AS\nStorgata 1\n0155 Oslo', 'Merk Eiendom AS'],
    ['Industriveien 7 bygg C\nStorgata 1\n0155 Oslo', null],
    ['Johan Svendsens Skolevei 3 0155 Oslo', null],
    ['London SW1A 2AA\nUK', null],
    ['SE-111 43 Stockholm', null],
  ])('%j, as it was typed, pasted or dictated, names %j', (text, name) => {
    const { name: found, address } = read(text)
    expect(found).toBe(name)
    if (name !== null) expect(address.match(/[^\s,]+/g)?.join(' ')).toBe('Storgata 1 0155 Oslo')
  })
  it.each([
    ['Bestillingsnr 4500123', '4500123'],
    ['Prosjekt 940155223', '940155223'],
    ['PO 4500-12', '4500-12'],
    ['Ref nr 12345', '12345'],
    ['Kostnadssted: 4510', '4510'],
    ['Merk faktura med 12345', '12345'],
    ['Fakturaen må merkes med prosjekt 12', 'prosjekt 12'],
    ['Deres referanse Kari Dal', 'Kari Dal'],
    ['Attestant: Kari', 'Kari'],
  ])('%j is what the recipient knows it by, wherever it stands', (line, reference) => {
    for (const lines of [
      ['Solsiden AS', line, 'Storgata 1', '0155 Oslo'],
      [line, 'Solsiden AS', 'Storgata 1', '0155 Oslo'],
      ['Solsiden AS', 'Storgata 1', '0155 Oslo', line],
    ])
      expect(read(lines.join('\n'))).toEqual({
        name: 'Solsiden AS',
        attention: reference,
        address: 'Storgata 1\n0155 Oslo',
      })
  })
  it('is not the office that opens its bills', () => {
    for (const office of ['Fakturamottak', 'Regnskap', 'Regnskapsavdelingen']) {
      const address = `${office}\nPostboks 1\n0155 Oslo`
      expect(read(`NAV\n${address}`)).toMatchObject({ name: 'NAV', address })
      expect(read(address)).toMatchObject({ name: null, address })
      expect(read(`Oslo kommune, ${office}, Postboks 1`).name).toBe('Oslo kommune')
      expect(read(`${office}\nSolsiden AS\nPostboks 1`).name).toBe('Solsiden AS')
    }
  })
  it('is a company that is known, also below a person in it', () => {
    expect(read('Kari Dal\nSolsiden AS\nStorgata 1', ['Solsiden AS'])).toEqual({
      name: 'Solsiden AS',
      attention: 'Kari Dal',
      address: 'Storgata 1',
    })
    expect(read('Ola Dal\nKari Dal\nStorgata 1', ['Kari Dal']).name).toBe('Ola Dal')
    expect(read('OBOS AS\nSolsiden AS\nStorgata 1', ['Solsiden AS']).name).toBe('OBOS AS')
  })
  it.each(['co/ OBOS', 'C/O: OBOS', 'c/oOBOS', '\u2105 OBOS'])('is not who follows %j', (line) => {
    expect(read(`Sameiet Moa\n${line}\nPostboks 1`)).toMatchObject({
      name: 'Sameiet Moa',
      address: 'c/o OBOS\nPostboks 1',
    })
  })
})
