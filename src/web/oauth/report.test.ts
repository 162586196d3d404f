import { describe, expect, it } from 'vitest'
import { reportOf } from './report.ts'

const at = (query: string) => reportOf(new URLSearchParams(query))

describe('the page after approval', () => {
  it.each(['fiken', 'servicem8'])('reports that %s is connected', (vendor) => {
    expect(at(`vendor=${vendor}&result=success`)).toMatchObject({
      message: { type: `${vendor}_auth_success` },
      back: `/configuration?code=done&vendor=${vendor}`,
    })
  })
  it('reports why it failed', () => {
    expect(at('vendor=fiken&result=error&message=Avvist+av+bruker')?.message).toEqual({
      type: 'fiken_auth_error',
      error: 'Avvist av bruker',
    })
    expect(at('vendor=fiken&result=error')?.why).toBe('Ukjent feil under autorisasjon')
  })
  it('never takes an unclear answer for a success', () => {
    expect(at('vendor=fiken')?.ok).toBe(false)
    expect(at('vendor=fiken&result=SUCCESS')?.ok).toBe(false)
  })
  it('returns a phone to the screen it came from, and nowhere else', () => {
    const back = (from: string) =>
      reportOf(new URLSearchParams('vendor=fiken&result=success'), from)?.back
    expect(back('/')).toBe('/?code=done&vendor=fiken')
    expect(back('/customers')).toBe('/customers?code=done&vendor=fiken')
    expect(back('/transfers')).toBe('/transfers?code=done&vendor=fiken')
    for (const from of ['/configuration', '//evil.example', 'https://evil.example']) {
      expect(back(from)).toBe('/configuration?code=done&vendor=fiken')
    }
  })
  it('reports nothing for a system it does not know', () => {
    expect(at('vendor=constructor&result=success')).toBeNull()
    expect(at('')).toBeNull()
  })
})
