import type { FastifyReply, FastifyRequest } from 'fastify'
import { instant } from '../../../platform/clock.ts'
import {
  isHttps,
  SESSION_COOKIE,
  sessionCookieAt,
  type Identify,
} from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fingerprint, randomSecret } from '../../../platform/vault.ts'
import { placeOf } from '../security-log/note.ts'
import { passwordIsFresh, prolonged, sessionEnd } from './session-life.ts'
import {
  deleteSession,
  findSession,
  insertSession,
  prolongSession,
  type SessionRow,
} from '../store.ts'

/**
 * Sessions over a cookie of 256 random bits, of which the table knows only the SHA-256. Own code of a
 * page rather than @fastify/session: docs/decisions says why.
 */

/** An id of ours: anything else is not worth a question to the database. */
const SID = /^[\w-]{43}$/

const answers = new WeakMap<FastifyRequest, Promise<SessionRow | null>>()

/**
 * The stored name of the session that the request carries, or null. For binding a thing to the
 * session (OAuth state) and for {@link endSessions}.
 */
export function sessionKey(
  platform: Pick<Platform, 'config'>,
  request: FastifyRequest,
): string | null {
  const sid = request.cookies[sessionCookieAt(platform.config)]
  return sid && SID.test(sid) ? fingerprint(sid) : null
}

/** Finds the caller, asking once per request; prolongs a session that is in use. */
export function identifyBySession(platform: Platform): Identify {
  const look = async (request: FastifyRequest): Promise<SessionRow | null> => {
    const key = sessionKey(platform, request)
    if (!key) return null
    const now = instant(platform.clock)
    const session = await findSession(platform.db, key, now)
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
 * Does the session that the request came with still hold, now? Asked of streams, which outlive
 * their request's answer. Prolongs nothing.
 */
export async function sessionHolds(platform: Platform, request: FastifyRequest): Promise<boolean> {
  const key = sessionKey(platform, request)
  return key !== null && (await findSession(platform.db, key, instant(platform.clock))) !== null
}

/**
 * Starts a session with a new id, whatever id the browser sent along (session fixation), and ends
 * the one it had.
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

/** Ends the request's session, on the server too, and takes the cookie back. */
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

/** Takes back what a browser still has under the plain name, from before or from another. */
function forgetPlainName(platform: Platform, request: FastifyRequest, reply: FastifyReply): void {
  if (isHttps(platform.config) && request.cookies[SESSION_COOKIE] !== undefined)
    reply.clearCookie(SESSION_COOKIE, cookieOptions(platform))
}

/**
 * The browser keeps the cookie as long as a session can live at all; the table says when it ends.
 */
const COOKIE_SECONDS = 60 * 86_400

function cookieOptions({ config }: Platform) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(config),
  } as const
}
