import { describe, expect, it } from 'vitest'
import { loginPath, nextPath } from './next-path.ts'

describe('after logging in', () => {
  it('the user returns to the page they asked for', () => {
    expect(nextPath('/transfers?status=failed#x')).toBe('/transfers?status=failed#x')
    expect(
      nextPath(new URLSearchParams(loginPath('/transfers?q=a&b=c').split('?')[1]).get('next')),
    ).toBe('/transfers?q=a&b=c')
  })
  it.each([
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/auth?next=/',
  ])('the user never leaves the site: %s', (next) => {
    expect(nextPath(next)).toBe('/')
  })
})
