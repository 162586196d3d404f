import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bankAccountNumber,
  emailAddress,
  formatBankAccountNumber,
  formatOrganizationNumber,
  formatPhoneNumber,
  organizationNumber,
  phoneNumber,
  postcode,
} from './norwegian.ts'

describe('an organisation number', () => {
  it.each(['940155223', '940 155 223', 'NO 940 155 223 MVA', 'NO940155223MVA', '940\u00a0155\u00a0223'])(
    'is read from %j',
    (text) => {
      expect(organizationNumber(text)).toBe('940155223')
    },
  )
  it.each(['940155224', '94015522', '000000000', 'Oslo', '', null, undefined])('is not read from %j', (text) => {
    expect(organizationNumber(text)).toBeNull()
  })
  it('is written three by three', () => {
    expect(formatOrganizationNumber('940155223')).toBe('940\u00a0155\u00a0223')
    expect(formatOrganizationNumber('ukjent')).toBe('ukjent')
  })
  it('has exactly one right check digit, or none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 80_000_000, max: 99_999_999 }), (stem) => {
        const right = Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).filter((text) => organizationNumber(text))
        expect(right.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a bank account', () => {
  it('is checked and grouped 4-2-5', () => {
    expect(bankAccountNumber('1503.56.46830')).toBe('15035646830')
    expect(bankAccountNumber('15035646831')).toBeNull()
    expect(formatBankAccountNumber('18136445320')).toBe('1813\u00a064\u00a045320')
    expect(formatBankAccountNumber('1920:10001')).toBe('1920:10001')
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
  ])('%j → %j', (text, number) => {
    expect(phoneNumber(text)).toBe(number)
  })
  it('is written in groups', () => {
    expect(formatPhoneNumber('22222222')).toBe('22\u00a022\u00a022\u00a022')
    expect(formatPhoneNumber('+4790000000')).toBe('900\u00a000\u00a0000')
    expect(formatPhoneNumber('+46701234567')).toBe('+46701234567')
    expect(formatPhoneNumber('ukjent')).toBe('ukjent')
  })
})

describe('an e-mail address', () => {
  it('is found in a field with more than an address', () => {
    expect(emailAddress('Kari Ødegård <Kari@Bedrift.NO>; post@bedrift.no')).toBe('kari@bedrift.no')
    expect(emailAddress('bjørn@blåbærkåken.no')).toBe('bjørn@blåbærkåken.no')
    expect(emailAddress('ingen')).toBeNull()
    expect(emailAddress(null)).toBeNull()
  })
})
