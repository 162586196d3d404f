import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnSessionView } from '#shared/contracts/account/sessions'
import { instant } from '../../../platform/clock.ts'
import {
  type Identify,
  isHttps,
  namedCompany,
  SESSION_COOKIE,
  sessionCookieAt,
} from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fingerprint, randomSecret } from '../../../platform/vault.ts'
import { placeOf } from '../security-log/note.ts'
import {
  deleteSession,
  findSession,
  findSessionsOf,
  insertSession,
  prolongSession,
  type SessionRow,
} from '../store.ts'

/**
 * Sessions with a cookie of 256 random bits; the table stores only the cookie's SHA-256. The
 * reasons for not using @fastify/session are in docs/decisions.
 */

const SID = /^[\w-]{43}$/

const answers = new WeakMap<FastifyRequest, Promise<SessionRow | null>>()

/**
 * Returns the stored key of the request's session, or null. The key binds data such as the OAuth
 * state to the session, and is passed to {@link endSessions}.
 */
export function sessionKey(
  platform: Pick<Platform, 'config'>,
  request: FastifyRequest,
): string | null {
  const sid = request.cookies[sessionCookieAt(platform.config)]
  return sid && SID.test(sid) ? fingerprint(sid) : null
}

/**
 * Returns a function that finds the request's user with one query per request, and extends a
 * session in use.
 */
export function identifyBySession(platform: Platform): Identify {
  const look = async (request: FastifyRequest): Promise<SessionRow | null> => {
    const key = sessionKey(platform, request)
    if (!key) return null
    const now = instant(platform.clock)
    const session = await findSession(platform.db, key, now, namedCompany(request))
    const end = session && prolonged(session, now)
    if (end) await prolongSession(platform.db, key, end, now)
    return session
  }
  return async (request) => {
    const answer = answers.get(request) ?? look(request)
    answers.set(request, answer)
    const session = await answer
    if (!session) return null
    return {
      ...session.user,
      passwordIsFresh: passwordIsFresh(session.passwordAt, instant(platform.clock)),
    }
  }
}

/**
 * Returns true while the request's session is valid and its user a member of the company. Used by
 * streams, which stay open after the request was authenticated. Does not extend the session.
 */
export async function membershipHolds(
  platform: Platform,
  request: FastifyRequest,
  companyId: string,
): Promise<boolean> {
  const key = sessionKey(platform, request)
  if (key === null) return false
  const session = await findSession(platform.db, key, instant(platform.clock), companyId)
  return session !== null && session.user.memberships.length > 0
}

/**
 * Starts a session with a new id, regardless of the id that the browser sent (to prevent session
 * fixation), and ends the browser's former session.
 */
export async function startSession(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const former = sessionKey(platform, request)
  if (former) await deleteSession(platform.db, former)
  const sid = randomSecret()
  const now = instant(platform.clock)
  const expire = sessionEnd(now, now)
  await insertSession(platform.db, {
    key: fingerprint(sid),
    userId,
    createdAt: now,
    expire,
    place: placeOf(request),
  })
  reply.setCookie(sessionCookieAt(platform.config), sid, {
    ...cookieOptions(platform),
    maxAge: COOKIE_SECONDS,
  })
  forgetPlainName(platform, request, reply)
}

export async function endSession(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const key = sessionKey(platform, request)
  if (key) await deleteSession(platform.db, key)
  reply.clearCookie(sessionCookieAt(platform.config), cookieOptions(platform))
  forgetPlainName(platform, request, reply)
}

function forgetPlainName(platform: Platform, request: FastifyRequest, reply: FastifyReply): void {
  if (isHttps(platform.config) && request.cookies[SESSION_COOKIE] !== undefined)
    reply.clearCookie(SESSION_COOKIE, cookieOptions(platform))
}

const COOKIE_SECONDS = 60 * 86_400

function cookieOptions({ config }: Platform) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const
}

const DAY = 86_400_000
/** The time without use after which a session ends; a used session ends after 60 days (rule 17). */
const IDLE_MS = 14 * DAY
const ABSOLUTE_MS = 60 * DAY
const PROLONG_AFTER_MS = 5 * 60_000

function sessionEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + ABSOLUTE_MS))
}

/** Returns the session's new end, or null when the extension would be too short to be stored. */
function prolonged(session: { createdAt: Date; expire: Date }, now: Date): Date | null {
  const end = sessionEnd(session.createdAt, now)
  return end.getTime() - session.expire.getTime() >= PROLONG_AFTER_MS ? end : null
}

const PASSWORD_FRESH_MS = 15 * 60_000

/**
 * Returns true if the password was entered recently. The clocks of two processes can differ, so a
 * time slightly in the future counts too.
 */
function passwordIsFresh(enteredAt: Date | null, now: Date): boolean {
  return enteredAt !== null && Math.abs(now.getTime() - enteredAt.getTime()) <= PASSWORD_FRESH_MS
}

export async function ownSessions(
  { db, clock }: Platform,
  userId: string,
  currentKey: string | null,
): Promise<OwnSessionView[]> {
  const found = await findSessionsOf(db, userId, instant(clock))
  const views = found.map(({ key, startedAt, usedAt, address, device }) => ({
    current: key === currentKey,
    startedAt: startedAt?.toISOString() ?? null,
    usedAt: usedAt?.toISOString() ?? null,
    address,
    device,
  }))
  return views.toSorted((one, other) => Number(other.current) - Number(one.current))
}
