import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'
import { factorCode } from '../../forms/profile.ts'

/**
 * This file declares the endpoints of the second factor: a code from an authenticator app at each
 * login, besides the password, and recovery codes in case the app is lost.
 */

const state = z.object({
  since: z.nullable(z.string()),
  recoveryCodes: z.int(),
  /** True for an administrator, if the operator requires a second factor (ADMIN_SECOND_FACTOR). */
  required: z.boolean(),
})
export type SecondFactorState = z.infer<typeof state>

const setup = z.object({
  /** The app's secret in base 32; it can be read only this once. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code as a string of 0 and 1 for each row. */
  qr: z.array(z.string()),
})
export type SecondFactorSetup = z.infer<typeof setup>

const codes = z.object({ recoveryCodes: z.array(z.string()) })

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/second-factor',
  access: 'user',
  act: 'self',
  summary: 'Er totrinns innlogging slått på?',
  answer: state,
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/begin',
  access: 'user',
  act: 'self',
  freshPassword: true,
  changes: [],
  summary: 'En ny hemmelighet til autentiseringsappen; den gjelder ikke før den er bekreftet',
  answer: setup,
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/confirm',
  access: 'user',
  act: 'self',
  freshPassword: true,
  changes: [],
  summary: 'Slå på totrinns innlogging med den første koden; andre innlogginger avsluttes',
  body: factorCode,
  answer: codes,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  access: 'user',
  act: 'self',
  freshPassword: true,
  changes: [],
  summary: 'Nye gjenopprettingskoder; de gamle slutter å virke',
  body: factorCode,
  answer: codes,
})

export const endSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/end',
  access: 'user',
  act: 'self',
  freshPassword: true,
  changes: [],
  summary: 'Slå av totrinns innlogging, med en kode',
  body: factorCode,
  answer: z.object({ message: z.string() }),
})
