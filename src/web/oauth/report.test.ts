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
    const cancelled = 'Du avbrøt godkjenningen hos Fiken. Ingenting er endret.'
    expect(at('vendor=fiken&result=error&reason=cancelled')).toMatchObject({
      message: { type: 'fiken_auth_error', error: cancelled },
      why: cancelled,
      back: '/configuration?auth_error=cancelled&vendor=fiken',
    })
    expect(at('vendor=fiken&result=error')?.why).toBe('Ukjent feil under autorisasjon')
  })
  it('shows no text that came with the address', () => {
    const mine = 'Ring 815 49 300 og oppgi passordet'
    for (const name of ['reason', 'message', 'error', 'headline', 'why']) {
      const query = new URLSearchParams({ vendor: 'fiken', result: 'error', [name]: mine })
      expect(JSON.stringify(at(query.toString()))).not.toContain('815')
    }
    expect(at('vendor=fiken&result=error&reason=constructor')?.why).toBe(
      'Ukjent feil under autorisasjon',
    )
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
    expect(back('/configuration#betaling')).toBe('/configuration?code=done&vendor=fiken#betaling')
    for (const from of ['/configuration', '//evil.example', 'https://evil.example#faktura']) {
      expect(back(from)).toBe('/configuration?code=done&vendor=fiken')
    }
  })
  it('reports nothing for a system it does not know', () => {
    expect(at('vendor=constructor&result=success')).toBeNull()
    expect(at('')).toBeNull()
  })
})
