import * as z from 'zod/mini'
import type { SecurityEvent, SecurityReason } from '../../access/security-events.ts'
import { endpoint } from '../../contract.ts'
import { id, limit, storedCode } from '../../fields.ts'

const securityEntry = z.object({
  id: z.string(),
  createdAt: z.string(),
  event: storedCode<SecurityEvent>(),
  reason: z.nullable(storedCode<SecurityReason>()),
  /** The user; for an unknown address, only its first letter and domain. */
  who: z.nullable(z.string()),
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
})
export type SecurityEntry = z.infer<typeof securityEntry>

export const listSecurityLog = endpoint({
  method: 'GET',
  path: '/api/admin/security-log',
  access: 'admin',
  shows: [],
  summary:
    'Sikkerhetsloggen: innlogginger, passord, adresser og tilganger i 90 dager, nyeste først. Hodet X-Next-Cursor følger med.',
  query: z.object({
    limit: limit(500, 100),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    event: z.optional(storedCode<SecurityEvent>(z.maxLength(50))),
    userId: z.optional(id),
  }),
  answer: z.array(securityEntry),
})
