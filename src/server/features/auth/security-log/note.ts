import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SecurityEvent, SecurityReason } from '#shared/access/security-events'
import { instant } from '../../../platform/clock.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { userByEmail } from '../store.ts'
import { deviceOf } from './device.ts'
import { insertSecurityEvent } from './store.ts'

export interface Noted {
  /** Who it is about; else by the address that was typed. */
  userId?: string | null
  email?: string
  reason?: SecurityReason | null
  /** Where it came from; none = from within, as when a vendor ends a grant. */
  request?: FastifyRequest
}

/** Where a request came from, as the log and the list of one's own sessions show it. */
export function placeOf(request: FastifyRequest): { address: string; device: string | null } {
  return { address: request.ip, device: deviceOf(request.headers['user-agent']) }
}

/**
 * Stores what happened: who, from where, why. Never secrets, and of an address only its first letter
 * and its domain: an unknown one is somebody's too, or a password in the wrong field. What cannot be
 * stored stops nothing; it is in the process's own log in any case.
 */
export async function noteSecurity(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  event: SecurityEvent,
  noted: Noted,
): Promise<void> {
  platform.log.info(
    { security: event, reason: noted.reason ?? undefined, userId: noted.userId ?? undefined },
    'security',
  )
  await store(platform, event, noted).catch((err: unknown) =>
    platform.log.warn({ err, security: event }, 'the security log was not written'),
  )
}

async function store(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  event: SecurityEvent,
  { userId, email, reason, request }: Noted,
): Promise<void> {
  const at = instant(clock)
  const known = userId ?? (email ? ((await userByEmail(db, email))?.id ?? null) : null)
  await insertSecurityEvent(db, {
    id: randomUUID(),
    userId: known,
    event,
    reason: reason ?? null,
    who: email ? masked(email) : null,
    ...(request ? placeOf(request) : { address: null, device: null }),
    createdAt: at,
  })
}

/** «kari@firma.no» is «k…@firma.no». */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${email.charAt(0)}…${email.slice(at)}`
}

/**
 * What is refused in floods: once a minute for the same, so that a flood writes no more than a person
 * would read.
 */
const seen = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })

export async function noteOnceAMinute(
  platform: Platform,
  event: SecurityEvent,
  noted: Noted,
): Promise<void> {
  const key = [event, noted.userId ?? noted.email, noted.request?.ip].join(' ')
  if (seen.has(key)) return
  seen.set(key, true)
  await noteSecurity(platform, event, noted)
}

/**
 * Why somebody was not let in: too many attempts, or as the error says. Other errors say nothing about
 * the person.
 */
export async function noteRefusal(
  platform: Platform,
  error: unknown,
  event: SecurityEvent,
  noted: Noted,
): Promise<void> {
  if (!(error instanceof HttpError)) return
  if (error.code === 'too_many_attempts') return noteOnceAMinute(platform, 'throttled', noted)
  if (error.code === 'wrong_password')
    return noteSecurity(platform, event, { ...noted, reason: 'wrong_password' })
  const reason =
    REASON_OF[error.code] ?? ('reason' in error ? (error.reason as SecurityReason) : null)
  if (reason) await noteSecurity(platform, event, { ...noted, reason })
}

const REASON_OF: Partial<Record<string, SecurityReason>> = {
  token_used: 'link_used',
  token_invalid: 'link_invalid',
  code_wrong: 'wrong_code',
}
