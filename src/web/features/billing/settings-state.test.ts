import { expect, test } from 'vitest'
import { subscriptionSettingsForm } from '#shared/forms/billing'
import { ApiError } from '../../lib/api.ts'
import {
  companyOptions,
  companyTrouble,
  countedAsZero,
  formOf,
  priceOf,
  senderToConnect,
  typedOf,
} from './settings-state.ts'
import { priceSentences } from './text.ts'

const SAVED = {
  billingEnabled: true,
  monthlyPrice: 500,
  productName: 'Fakturabro',
  productDescription: '',
  adminFikenCompanySlug: 'selger-as',
}
const TYPED = typedOf({ ...SAVED, companyName: 'Selger AS', sender: null })

test.each([
  ['500', 500],
  ['0', 0],
  [' 1 500 ', 1500],
  ['1\u00a0500', 1500],
  ['1\u202f500', 1500],
  ['', 0],
  ['gratis', 0],
])('the price «%s» is read as %d kroner', (typed, kroner) => {
  expect(priceOf(typed)).toBe(kroner)
})

test.each(['1.000', '299,50', '300.', '300,-', '-5', '1e3', '500 kr'])(
  'the price «%s» is refused, and an example of one that is not is given',
  (typed) => {
    const checked = subscriptionSettingsForm.safeParse(formOf({ ...TYPED, monthlyPrice: typed }))
    expect(checked.error?.issues).toMatchObject([
      {
        path: ['monthlyPrice'],
        message: 'Skriv prisen i hele kroner, bare med tall, for eksempel 1000.',
      },
    ])
  },
)

test('a price with far too many digits is too high, not none', () => {
  const form = formOf({ ...TYPED, monthlyPrice: '99999999999999999999' })
  expect(subscriptionSettingsForm.safeParse(form).error?.issues).toMatchObject([
    { message: 'Prisen kan være høyst 100000 kr' },
  ])
})

test('the effect says from which price to which, and what counts as 0', () => {
  const said = (typed: string) => priceSentences(300, priceOf(typed) ?? NaN, countedAsZero(typed))
  expect(said('300')).toEqual([])
  expect(said('1')).toEqual(['Prisen går fra 300 til 1 krone.'])
  expect(said('1000')).toEqual(['Prisen går fra 300 til 1\u00a0000 kroner.'])
  expect(said('0')).toEqual(['Prisen går fra 300 til 0 kroner.'])
  expect(said(' abc ')).toEqual([
    '«abc» er ikke et tall og regnes som 0 kroner.',
    'Prisen går fra 300 til 0 kroner.',
  ])
  expect(said('')).toEqual(['Tomt felt regnes som 0 kroner.', 'Prisen går fra 300 til 0 kroner.'])
})

test('what is saved is shown, and what is shown is saved', () => {
  expect(formOf(TYPED)).toEqual(SAVED)
})

test('without a company to choose, a connection that was never made is no failure', () => {
  const refused = (status: number, code: string) => new ApiError(status, '', { code })
  expect(companyTrouble(refused(409, 'authorize_fiken'), undefined)).toBe('unconnected')
  expect(companyTrouble(refused(503, 'fiken_down'), undefined)).toBe('failed')
  expect(companyTrouble(null, [])).toBe('none')
  expect(companyTrouble(null, [{ slug: 'a', name: 'A', hasApiAccess: true }])).toBeNull()
  expect(companyTrouble(null, undefined)).toBeNull()
})

test('another administrator who must connect Fiken is named', () => {
  const sender = { userId: 'u-1', name: 'Kari Nes', email: 'kari@example.no', connected: false }
  expect(senderToConnect({ sender }, 'u-2')).toBe('Kari Nes')
  expect(senderToConnect({ sender }, 'u-1')).toBeNull()
  expect(senderToConnect({ sender: null }, 'u-2')).toBeNull()
})

test('while Fiken is away the chosen company is shown by its name, where that is known', () => {
  const saved = { adminFikenCompanySlug: 'selger-as', companyName: 'Selger AS' }
  expect(companyOptions([], 'selger-as', saved)).toEqual([
    { value: 'selger-as', label: 'Selger AS' },
  ])
  expect(companyOptions([], 'selger-as', { ...saved, companyName: null })).toEqual([
    { value: 'selger-as', label: 'selger-as' },
  ])
  const renamed = { slug: 'selger-as', name: 'Nytt navn AS', hasApiAccess: true }
  expect(companyOptions([renamed], 'selger-as', saved)).toEqual([
    { value: 'selger-as', label: 'Nytt navn AS' },
  ])
  expect(companyOptions([], null, saved)).toEqual([])
})

test('a company without the API module is marked, and cannot be chosen anew', () => {
  const saved = { adminFikenCompanySlug: null, companyName: null }
  const companies = [
    { slug: 'a', name: 'A', hasApiAccess: true },
    { slug: 'b', name: 'B', hasApiAccess: false },
  ]
  expect(companyOptions(companies, 'a', saved)).toEqual([
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B · mangler API-tilgang', disabled: true },
  ])
})
