import { describe, expect, it } from 'vitest'
import { priceEntry, stockEntry, typedPrice, typedStock } from './entry-state.ts'
import { text } from './text.ts'

describe('a price', () => {
  it('is read as people write it, in øre', () => {
    expect(priceEntry('1 234,50')).toEqual({ value: 123_450 })
    expect(priceEntry('149.9')).toEqual({ value: 14_990 })
    expect(priceEntry('0')).toEqual({ value: 0 })
  })
  it('is refused when it is empty, text, negative or huge', () => {
    for (const typed of ['', 'gratis', 'NaN', '1.234', '1e9'])
      expect(priceEntry(typed)).toEqual({
        wrong: 'Skriv prisen som et tall, for eksempel 149,90',
      })
    expect(priceEntry('−5')).toEqual({ wrong: 'Prisen kan ikke være under 0 kr' })
    expect(priceEntry('10000000')).toEqual({ value: 1_000_000_000 })
    expect(priceEntry('10000000,01')).toEqual({ wrong: 'Prisen kan være høyst 10 000 000 kr' })
  })
  it('is put into the field as it would be typed', () => {
    expect([typedPrice(123_450), typedPrice(5), typedPrice(null)]).toEqual(['1234,50', '0,05', ''])
  })
})

describe('a stock', () => {
  it('is a number of at least 0', () => {
    expect(stockEntry('12')).toEqual({ value: 12 })
    expect(stockEntry(' 1 200,5 ')).toEqual({ value: 1200.5 })
    expect(stockEntry('-0')).toEqual({ value: 0 })
    expect(stockEntry('-1')).toEqual({ wrong: 'Antallet kan ikke være under 0.' })
    expect(stockEntry('1000000001')).toEqual({ wrong: 'Antallet er for stort.' })
  })
  it('that is no number is asked about', () => {
    for (const typed of ['', 'tolv', '1e3', '12 stk'])
      expect(stockEntry(typed)).toBe('not_a_number')
  })
  it('is put into the field as it would be typed', () => {
    expect([typedStock(2.5), typedStock(0), typedStock(null)]).toEqual(['2,5', '0', ''])
  })
})

it('what was typed for a stock is repeated as far as a line has room for it', () => {
  expect(text.stock.notANumber(' tolv ')).toMatch(/^«tolv» er ikke et tall/)
  expect(text.stock.notANumber('æ'.repeat(1_000_000)).length).toBeLessThan(150)
})
