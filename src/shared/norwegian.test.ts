import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#test/support/size'
import {
  bankAccountNumber,
  emailAddress,
  formatBankAccountNumber,
  formatOrganizationNumber,
  formatPhoneNumber,
  organizationDigits,
  organizationNumber,
  phoneNumber,
  postcode,
  wrongEmailAddress,
} from './norwegian.ts'

describe('an organisation number', () => {
  it.each([
    '940155223',
    '940 155 223',
    ' NO 940 155 223 MVA',
    'NO940155223MVA ',
    'no940.155-223 mva',
    '940\u00a0155\u00a0223',
    ...['Org.nr. 940 155 223', 'Org.nr: 940155223', 'ORG NR 940155223', 'Orgnr.940155223'],
    ...['Org. nr.: NO 940 155 223 MVA', 'Organisasjonsnummer 940 155 223', 'org.no. 940155223'],
    ...['Organisasjonsnr.:940155223', 'Org. no: 940155223', 'Org.nummer - 940 155 223'],
    ...['940 155 223 (MVA)', 'NO 940 155 223 (mva)', '940155223 - MVA', 'NO-940155223-MVA'],
    ...['Foretaksregisteret NO 940 155 223 MVA', '940 155 223 MVA Foretaksregisteret'],
    ...['ForetaksregisteretNO940155223MVA', 'Enhetsregisteret 940155223', 'Foretaksnr 940155223'],
    ...['MVA-nr. NO940155223MVA', 'VAT no. NO 940155223', 'MVA 940 155 223', 'Mva.nr.: 940155223'],
    ...[
      '(940 155 223)',
      'Org.nr. 940 155 223.',
      '0192:940155223',
      '9908:940155223',
      'Juridisk org.nr. 940155223',
      'Virksomhetsnr: 940155223',
    ],
    ...['Org.nr.\u00a0940\u202f155\u2009223\u00a0MVA', '\u200b940\u2011155\u2013223\ufeff'],
    ...[
      'Org\u00adnr 940155223',
      '９４０１５５２２３',
      'Org.№ 940155223',
      'org nr\t940\n155\r\n223',
    ],
  ])('is read from %j', (text) => {
    expect(organizationNumber(text)).toBe('940155223')
  })
  it.each([
    ...['940155224', '94015522', '000000000', 'Oslo', '', null, undefined],
    ...[
      'xNO940155223',
      '940155NO 223',
      '940155MVA223',
      '940155223MVAx',
      'x940155223',
      '940155223x',
    ],
    ...['Org.nr. 940 155 224', 'Org.nr. 940 155', 'Org.nr.', 'Solsiden AS 940155223'],
    ...['Tlf. 940155223', '+940155223', '940155223 / 974760673', 'Org.nr. 940155223, 974760673'],
    ...['GLN 940155223', '9940155223', '0192:9940155223', 'Borg 940155223', '940155223 Oslo'],
  ])('is not read from %j', (text) => {
    expect(organizationNumber(text)).toBeNull()
  })
  it.each([
    ['NO 940 155 224 MVA', '940155224'],
    ['940.155', '940155'],
    ['940 155 22x', null],
    ['Org.nr. 940 155 22', '94015522'],
    ['Rema 1000', null],
    ['MVA', null],
    ['', null],
  ])('%j has the digits %j, whether or not they are right', (text, digits) => {
    expect(organizationDigits(text)).toBe(digits)
  })
  it('is read from it whatever is written around it, and never from other digits', () => {
    const label = fc.constantFrom('', 'Org.nr.', 'Org.nr:', 'orgnr', 'Organisasjonsnummer', 'NO')
    const end = fc.constantFrom('', 'MVA', '(MVA)', ' mva.', ' - MVA', ' Foretaksregisteret')
    const space = fc.constantFrom(' ', '\u00a0', '\u2009', '.', '-', '')
    const number = fc.constantFrom('940155223', '974760673', '940155224', '123456789')
    fc.assert(
      fc.property(label, number, space, end, (before, digits, between, after) => {
        const written = digits.replace(/\d{3}(?=\d)/g, `$&${between}`)
        const right = ['940155223', '974760673'].includes(digits) ? digits : null
        expect(organizationNumber(`${before} ${written}${after}`)).toBe(right)
      }),
    )
  })
  it('is looked for in a long text without delay', () => {
    for (const word of ['org', 'foretaksregisteret', 'no', 'nummeret', 'iid', 'registrert'])
      expect(organizationNumber(`${word.repeat(20_000)}x 940155223`)).toBeNull()
    expect(organizationNumber(`${' . - '.repeat(20_000)}940155223x`)).toBeNull()
    expect(organizationNumber(`9${' .'.repeat(20_000)}x`)).toBeNull()
  })
  it('is written in groups of three', () => {
    expect(formatOrganizationNumber('940155223')).toBe('940\u00a0155\u00a0223')
    expect(formatOrganizationNumber('ukjent')).toBe('ukjent')
  })
  it('has exactly one valid check digit, or none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 80_000_000, max: 99_999_999 }), (stem) => {
        const right = Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).filter((text) =>
          organizationNumber(text),
        )
        expect(right.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('the digits of a number', () => {
  const digits = (length: number) =>
    fc.integer({ min: 10 ** (length - 1), max: 10 ** length - 1 }).map(String)
  it('are exactly nine for an organisation', () => {
    fc.assert(
      fc.property(fc.oneof(digits(8), digits(10)), (text) => {
        expect(organizationNumber(text)).toBeNull()
      }),
    )
  })
  it('are exactly eleven for a bank account, grouped only then', () => {
    fc.assert(
      fc.property(fc.oneof(digits(10), digits(12)), (text) => {
        expect(bankAccountNumber(text)).toBeNull()
        expect(formatBankAccountNumber(text)).toBe(text)
      }),
    )
  })
  it('end in the one valid check digit of a bank account, or there is none', () => {
    const rightOnes = (stem: string) =>
      Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).filter(bankAccountNumber)
    expect(rightOnes('1503564683')).toEqual(['15035646830'])
    expect(rightOnes('8601111794')).toEqual(['86011117947'])
    fc.assert(
      fc.property(digits(10), (stem) => {
        expect(rightOnes(stem).length).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a bank account', () => {
  it('is checked and grouped 4-2-5', () => {
    expect(bankAccountNumber('1503.56.46830')).toBe('15035646830')
    expect(bankAccountNumber('15035646831')).toBeNull()
    expect(formatBankAccountNumber('18136445320')).toBe('1813\u00a064\u00a045320')
    expect(formatBankAccountNumber('1813 64.45320')).toBe('1813\u00a064\u00a045320')
    expect(formatBankAccountNumber('1920:10001')).toBe('1920:10001')
    for (const none of ['', null, undefined]) expect(bankAccountNumber(none)).toBeNull()
  })
})

describe('a postcode', () => {
  it.each([
    ['0155', '0155'],
    ['NO-0155', '0155'],
    ['N-5003', '5003'],
    [' 9990 ', '9990'],
    ['155', null],
    ['0000', null],
    ['SE-111 22', null],
    ['NO0155', '0155'],
    ['n 0155', '0155'],
    ['Nx0155', null],
    ['x0155', null],
    ['01555', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j → %j', (text, code) => {
    expect(postcode(text)).toBe(code)
  })
})

describe('a phone number', () => {
  it.each([
    ['900 00 000', '+4790000000'],
    ['+47 900 00 000', '+4790000000'],
    ['0047 22222222', '+4722222222'],
    ['4790000000', '+4790000000'],
    ['90000000 / 91111111', '+4790000000'],
    ['Kari 90000000 (etter kl 16)', '+4790000000'],
    ['+46 70 123 45 67', '+46701234567'],
    ['12345678', null],
    ['ring meg', null],
    ['', null],
    [null, null],
    [undefined, null],
    ['22 22 22 22 99', '+4722222222'],
    ['47 22 22 22', '+4747222222'],
    ['4712345678', null],
    ['9222222247', '+4792222222'],
    ['222 22 22', null],
    ['222 22 22 / 90000000', '+4790000000'],
    ['+47 900 00 00', null],
    ['+47 900 00 0000', null],
    ['+46 12 34 47', '+46123447'],
    ['+461234', null],
    ['+46 12345', '+4612345'],
    ['+461234567890123', '+461234567890123'],
    ['+4612345678901234', null],
    ['0046701234567', '+46701234567'],
    ['22222222 og 90000000', '+4722222222'],
    ['tlf 12345678 eller 90000000', '+4790000000'],
  ])('%j → %j', (text, number) => {
    expect(phoneNumber(text)).toBe(number)
  })
  it('is written in groups', () => {
    expect(formatPhoneNumber('22222222')).toBe('22\u00a022\u00a022\u00a022')
    expect(formatPhoneNumber('+4790000000')).toBe('900\u00a000\u00a0000')
    expect(formatPhoneNumber('41234567')).toBe('412\u00a034\u00a0567')
    expect(formatPhoneNumber('22492944')).toBe('22\u00a049\u00a029\u00a044')
    expect(formatPhoneNumber('+46701234567')).toBe('+46701234567')
    expect(formatPhoneNumber('ukjent')).toBe('ukjent')
  })
})

describe('an e-mail address', () => {
  it('is found in a field that contains more than an address', () => {
    expect(emailAddress('Kari Ødegård <Kari@Bedrift.NO>; post@bedrift.no')).toBe('kari@bedrift.no')
    expect(emailAddress('bjørn@blåbærkåken.no')).toBe('bjørn@blåbærkåken.no')
    expect(emailAddress('ingen')).toBeNull()
    for (const none of ['', null, undefined]) expect(emailAddress(none)).toBeNull()
  })
  it.each([
    ['mailto:Kari@Firma.no.', 'kari@firma.no'],
    ['«kari@firma.no»', 'kari@firma.no'],
    ["'kari@firma.no'", 'kari@firma.no'],
    ['kari@firma.no/ola@firma.no', 'kari@firma.no'],
    ['kari.nordmann+faktura@post.firma.co.uk!', 'kari.nordmann+faktura@post.firma.co.uk'],
    ['kari..n@firma.no; kari@firma.no', 'kari@firma.no'],
    ['\u200bkari@firma.no\u00a0', 'kari@firma.no'],
    ['kari@xn--blbr-0na.xn--p1ai', 'kari@xn--blbr-0na.xn--p1ai'],
  ])('is read from %j', (text, email) => {
    expect(emailAddress(text)).toBe(email)
    expect(wrongEmailAddress(text)).toBeNull()
  })
  it.each([
    ...['Kari..N@firma.no', '.kari@firma.no', 'kari.@firma.no', 'kari@firma..no', 'kari@.firma.no'],
    ...['kari@firma.no..', 'kari@firma', 'kari@', 'kari@firma.n', 'kari@-firma.no', 'a@firma-.no'],
    ...['kari@firma_vest.no', 'kari@firma.123', `${'k'.repeat(65)}@firma.no`, 'kari\\@firma.no'],
  ])('is not read from %j, which mail does not reach', (text) => {
    expect(emailAddress(text)).toBeNull()
    expect(emailAddress(`Kari <${text}>`)).toBeNull()
    expect(wrongEmailAddress(`Kari <${text}>`)).toBe(text.replace(/\.$/, ''))
  })
  it('is named as it stands where nothing of it can be read', () => {
    for (const text of ['kari @firma.no', '"kari"@firma.no']) {
      expect(emailAddress(text)).toBeNull()
      expect(wrongEmailAddress(text)).toBe(text)
    }
  })
})
