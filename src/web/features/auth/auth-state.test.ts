import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { loginError, registerError } from './auth-state.ts'

function answered(status: number, message: string): ApiError {
  return new ApiError(status, JSON.stringify({ message }), { message })
}

describe('a failed login says', () => {
  it('that e-mail or password is wrong, for a 401 and for "Ugyldig"', () => {
    const sentence = 'Ugyldig e-postadresse eller passord. Sjekk innloggingsopplysningene dine.'
    expect(loginError(answered(401, 'Nei'))).toBe(sentence)
    expect(loginError(answered(400, 'Ugyldig e-postadresse'))).toBe(sentence)
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
  it('that the address is taken', () => {
    expect(registerError(answered(409, 'Brukeren eksisterer allerede'))).toBe(
      'E-postadressen er allerede registrert. Prøv å logge inn i stedet.',
    )
  })
  it('otherwise what the server says, or that something went wrong', () => {
    expect(registerError(answered(400, 'Passordet er for vanlig'))).toBe('Passordet er for vanlig')
    expect(registerError(new Error('boom'))).toBe('En feil oppstod ved registrering')
  })
})
