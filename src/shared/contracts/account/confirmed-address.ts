import * as z from 'zod/mini'
import { endpoint } from '../../contract.ts'

const done = z.object({ message: z.string() })

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/api/email-confirmation',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Send en lenke som bekrefter e-postadressen; høyst tre i timen',
  answer: done,
})

export const putConfirmationAway = endpoint({
  method: 'POST',
  path: '/api/email-confirmation/later',
  access: 'user',
  act: 'self',
  changes: [],
  summary: 'Ikke spør mer om å bekrefte denne e-postadressen',
  answer: done,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/confirm-email',
  access: 'public',
  changes: [],
  summary: 'Bekreft e-postadressen med lenken fra e-posten',
  body: z.object({
    token: z
      .string({ error: 'Lenken mangler koden' })
      .check(z.minLength(1, 'Lenken mangler koden'), z.maxLength(200, 'Lenken er ugyldig')),
  }),
  answer: z.object({ message: z.string(), email: z.string() }),
})
