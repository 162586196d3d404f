import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_DETAILS, takeDetails } from './billing-details.ts'

const take = (text: string) => takeDetails(text, () => false)
const lines = (text: string) => take(text).lines.filter((line) => line !== '')
const NUMBER = { organizationNumber: '940155223' }
const EMAIL = { email: 'faktura@solsiden.no' }
const PHONE = { phone: '+4722222222' }

it.each([
  ['Org.nr. 940 155 223', NUMBER],
  ['Org.nr: 940155223', NUMBER],
  ['Organisasjonsnummer 940 155 223 MVA', NUMBER],
  ['940 155 223', NUMBER],
  ['NO 940 155 223 MVA', NUMBER],
  ['Foretaksregisteret NO 940 155 223 MVA', NUMBER],
  ['Org.nr.\u00a0940\u00a0155\u00a0223', NUMBER],
  ['Org.nr. 940 155 224', {}],
  ['123 456 789', {}],
  ['Org.nr: 94015522', {}],
  ['EHF: 940155223', NUMBER],
  ['EHF 0192:940155223', NUMBER],
  ['Peppol-ID: 0192:940155223', NUMBER],
  ['GLN: 7080000123456', {}],
  ['GLN 7080 0001 23456', {}],
  ['EHF', {}],
  ['Vi ønsker EHF-faktura', {}],
  ['Faktura sendes elektronisk', {}],
  ['Kun elektronisk faktura (EHF)', {}],
  ['faktura@solsiden.no', EMAIL],
  ['E-post: Faktura@Solsiden.no', EMAIL],
  ['Epost faktura@solsiden.no', EMAIL],
  ['Faktura sendes på e-post til faktura@solsiden.no', EMAIL],
  ['Fakturaadresse: <faktura@solsiden.no>', EMAIL],
  ['kari..n@solsiden.no', { wrongEmail: 'kari..n@solsiden.no' }],
  ['Tlf. 22 22 22 22', PHONE],
  ['Telefon: +47 22 22 22 22', PHONE],
  ['Mob 22222222', PHONE],
  ['T: 22 22 22 22', PHONE],
  ['22 22 22 22', PHONE],
  ['+47 22222222', PHONE],
  ['Tlf. kontor: 22 22 22 22', PHONE],
  ['Kontonr: 1503.56.46830', {}],
  ['1503.56.46830', {}],
  ['Org.nr. 940 155 223, tlf. 22 22 22 22', { ...NUMBER, ...PHONE }],
  ['Org.nr 940 155 223 / e-post: faktura@solsiden.no', { ...NUMBER, ...EMAIL }],
  ['Juridisk enhet: 940-155-223', NUMBER],
  ['Vårt org.nr. er 940155223, MVA', NUMBER],
  ['9908:940155223', NUMBER],
  ['mailto:faktura@solsiden.no', EMAIL],
  ['+46 940155223', { phone: '+46940155223' }],
  ['KID 940155223', {}],
  ['Kundenr. 940155223', {}],
  ['Målernr: 940155223', {}],
  ['Faktura 940155223', {}],
  ['940 155 223 01', {}],
  ['Fødselsnr 010190 12345', {}],
  ['IBAN NO93 8601 1117 947', {}],
  ['SE556677-8899', {}],
  ['CVR-nr. 12 34 56 78', {}],
  ['www.solsiden.no', {}],
  ['Hjemmeside: solsiden.no', {}],
  ['solsiden.no', {}],
  ['Betalingsfrist 30 dager', {}],
  ['Vår ref: Ola', {}],
])('the line %j is none of an address', (line, details) => {
  const text = `Solsiden AS\n${line}\nStorgata 1\n0155 Oslo`
  expect(lines(text)).toEqual(['Solsiden AS', 'Storgata 1', '0155 Oslo'])
  expect(take(text).details).toEqual({ ...NO_DETAILS, ...details })
})

it.each([
  ['Solsiden AS, org.nr. 940 155 223', 'Solsiden AS'],
  ['Solsiden AS (org.nr. 940 155 223 MVA)', 'Solsiden AS'],
  ['Solsiden AS (940155223)', 'Solsiden AS'],
  ['Solsiden AS - NO 940 155 223 MVA', 'Solsiden AS'],
  ['Solsiden AS org.nr 940155223', 'Solsiden AS'],
  ['Solsiden AS e-post: faktura@solsiden.no', 'Solsiden AS'],
  ['Att: Kari Nordmann <kari@solsiden.no>', 'Att: Kari Nordmann'],
  ['Att: Kari Nordmann, tlf 900 00 000', 'Att: Kari Nordmann'],
  ['Kari Nordmann 900 00 000', 'Kari Nordmann'],
  ['Storgata 1, 0155 Oslo, faktura@solsiden.no', 'Storgata 1, 0155 Oslo'],
  ['Org.nr 940 155 223 0155 Oslo', '0155 Oslo'],
  ['0155 faktura@solsiden.no', '0155'],
  ['Kari Dal 900 00 000 Storgata 1 0155 Oslo', 'Kari Dal Storgata 1 0155 Oslo'],
  ['PO Box 12', 'PO Box 12'],
  ['Prosjekt 940155223', 'Prosjekt 940155223'],
])('%j keeps %j', (line, kept) => {
  expect(lines(line)).toEqual([kept])
})

it.each([
  ...['Storgata 1', '0155 Oslo', 'Postboks 1234 Sentrum', 'NO-0155 Oslo', '111 43 Stockholm'],
  ...['Bláa Lónið ehf.', 'EHF Consult AS', 'Mobil Service AS', 'Telefonveien 3', 'Orgelveien 12'],
  ...['Post og Faktura AS', 'Faktura Service AS', 'T. Hansen AS', 'Fax & Co', '94043-1351'],
  ...[
    'Sameiet Storgata 12–14',
    'Gnr. 12 bnr. 345',
    'Storgata 12 / 14',
    '01310-100',
    '0155',
    '10115',
  ],
  ...['Hansen, Olsen & Co', 'Mountain View, CA 94043', '1012 LG Amsterdam', 'A-1010 Wien'],
])('%j is left as it is', (line) => {
  expect(take(line)).toEqual({ lines: [line], details: NO_DETAILS })
})

it('a known name is left as it is, whatever it looks like', () => {
  const name = 'Tlf. 22 22 22 22 AS'
  expect(takeDetails(`${name}\n${name}, org.nr. 940155223`, (part) => part === name)).toEqual({
    lines: [name, name],
    details: { ...NO_DETAILS, ...NUMBER },
  })
})

it('an address keeps its words, whatever stands between its lines', () => {
  const detail = fc.constantFrom(
    ...['Org.nr. 940 155 223', 'Tlf. 22 22 22 22', 'faktura@solsiden.no', 'EHF: 0192:940155223'],
    ...['GLN 7080000123456', 'E-post: faktura@solsiden.no', '940155223 MVA', 'Kun EHF'],
  )
  const address = fc.constantFrom(
    ['Storgata 12 B', '0155 Oslo'],
    ['c/o OBOS', 'Postboks 6668', '0129 Oslo'],
    ['Øvre Gate 3 8610 Mo i Rana'],
    ['ul. Długa 5', '00-238 Warszawa', 'Polen'],
  )
  const written = fc.tuple(address, fc.array(fc.tuple(fc.nat(4), detail), { maxLength: 5 }))
  fc.assert(
    fc.property(written, ([own, details]) => {
      const all: string[] = [...own]
      for (const [at, line] of details) all.splice(at, 0, line)
      expect(lines(all.join('\n'))).toEqual(own)
    }),
  )
})

it('any text of 500 characters is read', () => {
  const anyText = fc.string({
    unit: fc.constantFrom(...'Org.nr 0123456789 +@:-()/,tlfEHFgln MVA \n'.split('')),
    maxLength: 500,
  })
  fc.assert(
    fc.property(anyText, (text) => {
      expect(lines(text).every((line) => line === line.trim())).toBe(true)
    }),
    { numRuns: 200 },
  )
})
