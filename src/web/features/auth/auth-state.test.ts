import { describe, expect, it } from 'vitest'
import type { ErrorAnswer } from '#shared/contract'
import { ApiError } from '../../lib/api.ts'
import {
  accountComplaints,
  isDeadLink,
  loginError,
  registerError,
  resetError,
} from './auth-state.ts'

function answered(status: number, message: string, more: Partial<ErrorAnswer> = {}): ApiError {
  return new ApiError(status, JSON.stringify({ message }), { message, ...more })
}

describe('a failed login says', () => {
  it('that e-mail or password is wrong, for a 401 and for what is no e-mail', () => {
    const sentence = 'Ugyldig e-postadresse eller passord. Sjekk innloggingsopplysningene dine.'
    expect(loginError(answered(401, 'Nei'))).toBe(sentence)
    const fields = { email: 'Ugyldig e-postadresse' }
    expect(loginError(answered(400, fields.email, { code: 'invalid', fields }))).toBe(sentence)
  })
  it('otherwise what the server says, or that something went wrong', () => {
    expect(loginError(answered(403, 'Kontoen er deaktivert'))).toBe('Kontoen er deaktivert')
    expect(loginError(new ApiError(502, 'Bad Gateway', {}))).toBe('En feil oppstod ved innlogging')
    expect(loginError(answered(429, 'Vent litt, prøv igjen om 401 sekunder'))).toBe(
      'Vent litt, prøv igjen om 401 sekunder',
    )
  })
})

describe('a failed registration says', () => {
  it('what is wrong with the address or the password, at its field', () => {
    expect(accountComplaints(answered(409, 'Den finnes fra før', { code: 'email_taken' }))).toEqual(
      {
        email: 'E-postadressen er allerede registrert. Prøv å logge inn i stedet.',
      },
    )
    const fields = { password: 'Passordet er for vanlig', city: 'Poststed er påkrevd' }
    expect(accountComplaints(answered(400, 'Nei', { code: 'invalid', fields }))).toEqual({
      password: 'Passordet er for vanlig',
    })
    expect(accountComplaints(answered(429, 'Vent litt'))).toEqual({})
    expect(accountComplaints(new Error('boom'))).toEqual({})
  })
  it('otherwise what the server says, or that something went wrong', () => {
    expect(registerError(answered(400, 'Passordet er for vanlig'))).toBe('Passordet er for vanlig')
    expect(registerError(new Error('boom'))).toBe('En feil oppstod ved registrering')
  })
})

describe('a failed reset says', () => {
  it('that the link has expired or was used, by the code of the answer', () => {
    const expired = answered(400, 'Nei', { code: 'token_invalid' })
    expect(resetError(expired)).toMatch(/utløpt/)
    expect(resetError(answered(400, 'Nei', { code: 'token_used' }))).toMatch(/allerede brukt/)
    expect(isDeadLink(expired)).toBe(true)
  })
  it('otherwise what is wrong with the password, or that something went wrong', () => {
    const weak = answered(400, 'Passordet er for vanlig', { code: 'invalid' })
    expect(resetError(weak)).toBe('Passordet er for vanlig')
    expect(isDeadLink(weak)).toBe(false)
    expect(resetError(new Error('boom'))).toBe('Kunne ikke tilbakestille passord')
  })
})
