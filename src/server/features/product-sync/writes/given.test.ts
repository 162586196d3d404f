import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedStock, priceInKroner, priceInOre, productIdOf } from './given.ts'

const refused = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  return 'taken'
}

describe('a price that was sent', () => {
  it('is read in kroner or in øre, as a number or a text', () => {
    for (const given of [149.9, '149.9', '149,90', ' 149.90 ']) {
      expect(priceInKroner(given)).toBe(14_990)
    }
    for (const given of [14_990, '14990']) expect(priceInOre(given)).toBe(14_990)
    expect(priceInKroner(0)).toBe(0)
    expect(Object.is(priceInOre(-0), 0)).toBe(true)
    expect(priceInKroner(10_000_000)).toBe(1_000_000_000)
  })

  it('is refused when it is negative, huge, empty, a text or no number', () => {
    expect(refused(() => priceInKroner(-1))).toBe('Prisen kan ikke være under 0 kr.')
    expect(refused(() => priceInOre(-1))).toBe('Prisen kan ikke være under 0 kr.')
    expect(refused(() => priceInKroner(10_000_000.01))).toBe('Prisen kan være høyst 10 000 000 kr.')
    expect(refused(() => priceInOre(1_000_000_001))).toBe('Prisen kan være høyst 10 000 000 kr.')
    for (const given of ['', ' ', null, undefined]) {
      expect(refused(() => priceInKroner(given))).toBe('Skriv en pris.')
    }
    for (const given of ['', null, undefined]) {
      expect(refused(() => priceInOre(given))).toBe('Skriv en pris.')
    }
    for (const given of ['mye', '1e5', NaN, Infinity, '9'.repeat(400), {}, [], true]) {
      const sentence = refused(() => priceInKroner(given))
      expect(['Prisen må være et tall, for eksempel 149,90.', 'Skriv en pris.']).toContain(sentence)
      expect(refused(() => priceInOre(given))).not.toBe('taken')
    }
  })

  it('is never anything but øre within bounds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string(), fc.integer(), fc.anything()), (given) => {
        for (const read of [priceInKroner, priceInOre]) {
          try {
            const ore = read(given)
            expect(Number.isSafeInteger(ore) && ore >= 0 && ore <= 1_000_000_000).toBe(true)
          } catch (error) {
            expect(error).toMatchObject({ status: 400, code: 'invalid_price' })
          }
        }
      }),
    )
  })
})

describe('a counted stock', () => {
  it('is a number of at least 0, with decimals where goods are sold by the metre', () => {
    expect([countedStock(0), countedStock('12,5'), countedStock(' 7 ')]).toEqual([0, 12.5, 7])
    expect(refused(() => countedStock(-0.5))).toBe('Antallet kan ikke være under 0.')
    expect(refused(() => countedStock(1e12))).toBe('Antallet er for stort.')
  })

  it('is null where it is no number', () => {
    for (const given of ['', 'to', null, undefined, NaN, Infinity, {}, '1.2.3'])
      expect(countedStock(given)).toBeNull()
  })
})

it('a product’s id is a positive whole number, else there is no such product', () => {
  expect([productIdOf(7), productIdOf('7')]).toEqual([7, 7])
  for (const given of [0, -1, 1.5, 'x', '', null, '9'.repeat(20)])
    expect(refused(() => productIdOf(given))).toBe('Produktet finnes ikke.')
})
