import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SecurityEvent, SecurityReason } from '#shared/access/security-events'
import { instant } from '../../../platform/clock.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertSecurityEvent, userByEmail } from '../store.ts'

/**
 * The browser names, each with a part of the browser's user agent. The first match counts, because
 * each browser's user agent also contains the names of browsers further down.
 */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['FxiOS', 'Firefox'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
] as const

export function deviceOf(userAgent: string | undefined): string | null {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([part]) => userAgent?.includes(part))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  return [browser, system].filter(Boolean).join(' på ') || null
}

export interface Noted {
  /** The user's id; when the id is missing, the user is found by `email`. */
  userId?: string | null
  email?: string
  reason?: SecurityReason | null
  request?: FastifyRequest
}

export function placeOf(request: FastifyRequest): { address: string; device: string | null } {
  return { address: request.ip, device: deviceOf(request.headers['user-agent']) }
}

/**
 * Stores a security event with the user, the origin and the reason, never with secrets. Only the
 * first letter and the domain of an e-mail address are stored, because an unknown address might be
 * a stranger's, or a password typed in the wrong field. A failure is only logged; the process's own
 * log always contains the event.
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

export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${email.charAt(0)}…${email.slice(at)}`
}

/**
 * The refused events of the last minute, which are not stored again, so that a flood does not fill
 * the log.
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

export async function notingRefusal<T>(
  platform: Platform,
  event: SecurityEvent,
  noted: Noted,
  attempt: Promise<T>,
): Promise<T> {
  try {
    return await attempt
  } catch (error) {
    await noteRefusal(platform, error, event, noted)
    throw error
  }
}

async function noteRefusal(
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
