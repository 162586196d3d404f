import type { FastifyInstance } from 'fastify'
import {
  confirmPassword as confirmPasswordCall,
  login,
  logout,
  readSession,
  register,
} from '#shared/contracts/auth'
import { addressOf } from '../../platform/http/limits.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { confirmPassword } from './confirm-password.ts'
import { logIn } from './log-in.ts'
import { presentUser } from './present-user.ts'
import { registerUser } from './register-user.ts'
import { endSession, sessionKey, startSession } from './sessions.ts'
import { userById } from './store.ts'

/**
 * "eksisterer allerede" reveals who has an account: the form is to say so. This slows down anyone
 * who asks for many. Not lower than 60 an hour: several people register behind one address.
 */
const REGISTRATIONS = { max: 120, timeWindow: '1 hour' }

export function authRoutes(app: FastifyInstance, platform: Platform): void {
  publicRoute(
    app,
    register,
    async ({ body, request, reply }) => {
      const user = await registerUser(platform, body)
      await startSession(platform, request, reply, user.id)
      request.log.info({ userId: user.id, event: 'registered' }, 'auth')
      return presentUser(user, platform.config)
    },
    { perAddress: REGISTRATIONS },
  )

  publicRoute(app, login, async ({ body, request, reply }) => {
    const user = await logIn(platform, body, addressOf(request))
    await startSession(platform, request, reply, user.id)
    request.log.info({ userId: user.id, event: 'logged in' }, 'auth')
    return presentUser(user, platform.config)
  })

  publicRoute(app, logout, async ({ user, request, reply }) => {
    await endSession(platform, request, reply)
    if (user) request.log.info({ userId: user.id, event: 'logged out' }, 'auth')
    return { message: 'Du er logget ut' }
  })

  route(app, confirmPasswordCall, async ({ user, body, request }) => {
    await confirmPassword(platform, user.id, sessionKey(platform, request), body.password)
    return { message: 'Passordet er bekreftet' }
  })

  route(app, readSession, async ({ user }) => {
    const found = await userById(platform.db, user.id)
    if (!found) throw notFound()
    return presentUser(found, platform.config)
  })
}
