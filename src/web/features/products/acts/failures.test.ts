import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { priceFailure, productFailure, stockNow } from './failures.ts'

const error = (status: number, code: string, more: object = {}) =>
  new ApiError(status, '', { code, message: 'Hvorfor.', ...more })

describe('a price that was not written', () => {
  it('has a title for each status, and the server’s sentence', () => {
    expect(priceFailure(error(503, 'busy'))).toMatchObject({
      title: 'API er overbelastet',
      description: 'Hvorfor.',
      variant: 'neutral',
    })
    expect(priceFailure(error(404, 'vendor_not_found'))?.title).toBe('Material ikke funnet')
    expect(priceFailure(error(400, 'invalid_price'))?.title).toBe('Ugyldig prisfeltformat')
    expect(priceFailure(error(502, 'unknown_outcome'))?.description).toBe('Hvorfor.')
    expect(priceFailure(error(502, '', { message: '', details: 'No' }))?.description).toBe('No')
    expect(priceFailure(error(401, 'reauthorize_fiken'))).toBeNull()
  })
})

describe('a product that was not made in Fiken', () => {
  it('has a title for each status', () => {
    expect(productFailure(error(503, 'busy'))?.title).toBe('Fiken er overbelastet')
    expect(productFailure(error(400, 'vendor_refused'))?.title).toBe('Ugyldig produktdata')
    expect(productFailure(error(409, 'vendor_conflict'))?.title).toBe('Feil ved opprettelse')
    expect(productFailure(new Error('x'))?.title).toBe('Feil ved opprettelse')
  })
  it('asks to log in again where Fiken’s access has expired, but not where ours has', () => {
    expect(productFailure(error(401, 'reauthorize_fiken'))?.title).toBe('Må logge inn på nytt')
    expect(productFailure(error(401, 'unauthenticated'))).toBeNull()
  })
  it('names the one that is there already, for eight seconds', () => {
    const existing = {
      productId: 7,
      productNumber: '100',
      name: 'Krok',
      unitPrice: 14_990,
      suggestion: 'Koble dem sammen.',
    }
    const said = productFailure(error(409, 'product_exists', { existing }))
    expect(said).toMatchObject({ title: 'Produktet finnes allerede', duration: 8_000 })
    expect(said?.description?.replaceAll(/\s/g, ' ')).toBe(
      'Nummer 100, 149,90 kr, ID 7 i Fiken. Koble dem sammen.',
    )
  })
})

describe('a stock that somebody else has changed', () => {
  it('is known from the answer, and from no other', () => {
    expect(stockNow(error(409, 'changed_elsewhere', { servicem8: 4, fiken: null }))).toEqual({
      servicem8: 4,
      fiken: null,
    })
    expect(stockNow(error(409, 'vat_unknown'))).toBeNull()
  })
})
