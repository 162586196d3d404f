import { describe, expect, it } from 'vitest'
import { PASSWORD_MIN } from '#shared/forms/auth'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { hashPassword, isOutdated, refuseGuessable, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  it('match only their own hash, and the same æ, ø and å typed on another keyboard', async () => {
    const stored = await hashPassword('blåbær på ødemark')
    expect(await verifyPassword(stored, 'blåbær på ødemark')).toBe(true)
    expect(await verifyPassword(stored, 'blåbær på ødemark'.normalize('NFD'))).toBe(true)
    expect(await verifyPassword(stored, 'Blåbær på ødemark')).toBe(false)
    expect(await verifyPassword(null, 'blåbær på ødemark')).toBe(false)
  })

  it('are hashed by many at the same time without interfering with each other', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, async (_, i) =>
        verifyPassword(await hashPassword(`ulikt passord ${i}`), `ulikt passord ${i}`),
      ),
    )
    expect(all.every(Boolean)).toBe(true)
  })

  it('are rehashed when the rules have become stricter', async () => {
    expect(isOutdated(await hashPassword('noe helt annet'))).toBe(false)
    expect(isOutdated('$argon2id$v=19$m=8192,t=2,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true)
    expect(isOutdated('$2b$10$something')).toBe(true)
  })

  it.each(['123456', 'QWERTY', 'Passord123', 'hemmelig', 'Kari@Firma.no', 'mountain', 'Hardcore'])(
    'that are guessed first are refused: %s',
    (password) => {
      expect(() => refuseGuessable(password, 'kari@firma.no')).toThrow(/Velg et annet/)
    },
  )

  it('that people make up themselves are accepted', () => {
    expect(() => refuseGuessable('rørlegger på lager 7', 'kari@firma.no')).not.toThrow()
  })

  it('on the list are all long enough to need listing', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(3_000)
    for (const word of COMMON_PASSWORDS) {
      expect(word.length).toBeGreaterThanOrEqual(PASSWORD_MIN)
      expect(word).toBe(word.toLowerCase())
    }
  })
})
