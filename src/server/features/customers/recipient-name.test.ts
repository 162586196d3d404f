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
})
