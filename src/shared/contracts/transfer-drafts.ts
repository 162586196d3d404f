import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { id } from '../fields.ts'

/** What a person does about the draft of a transfer that is in Fiken, or is there no more. */

const params = z.object({ id })
const answer = z.object({ message: z.string() })

/** The draft is in Fiken with another total than ServiceM8's; the person accepts it as it is. */
export const acceptTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/accept',
  access: 'user',
  summary: 'Godta det som ligger i Fiken, slik det ble vist',
  params,
  /** The row's updatedAt as the screen knew it: what was found since then is not what was shown. */
  body: z.optional(z.object({ updatedAt: z.optional(z.string().check(z.maxLength(40))) })),
  answer,
})

export const updateDraft = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/update-draft',
  access: 'user',
  summary: 'Oppdater utkastet i Fiken til jobben slik den er nå',
  params,
  answer,
})

export const sendAnew = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/send-anew',
  access: 'user',
  summary: 'Send jobben på nytt når utkastet er borte fra Fiken',
  params,
  /** `deleted`: yes to "Slettet du utkastet i Fiken?". */
  query: z.object({ confirm: z.optional(z.literal('deleted')) }),
  answer,
})

/** The creation of a product had no answer, and it has not shown up in Fiken. */
export const decideProduct = endpoint({
  method: 'POST',
  path: '/api/transfers/:id/product',
  access: 'user',
  summary: 'Opprett produktet likevel, eller send linjen uten',
  params,
  body: z.object({ decision: z.enum(['create', 'text']) }),
  answer,
})
