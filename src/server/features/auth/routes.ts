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
import { logIn } from './sessions/log-in.ts'
import { noteRefusal, noteSecurity } from './security-log/note.ts'
import { presentUser } from './present-user.ts'
import { registerUser } from './register-user.ts'
import { endSession, sessionKey, startSession } from './sessions/sessions.ts'
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
      await noteSecurity(platform, 'registered', { userId: user.id, email: user.email, request })
      return presentUser(user, platform.config)
    },
    { perAddress: REGISTRATIONS },
  )

  publicRoute(app, login, async ({ body, request, reply }) => {
    const who = { email: body.email, request }
    const { user, usedRecoveryCode } = await logIn(platform, body, addressOf(request)).catch(
      async (error: unknown) => {
        await noteRefusal(platform, error, 'log_in_refused', who)
        throw error
      },
    )
    await startSession(platform, request, reply, user.id)
    await noteSecurity(platform, 'logged_in', { ...who, userId: user.id })
    if (usedRecoveryCode)
      await noteSecurity(platform, 'recovery_code_used', { ...who, userId: user.id })
    return presentUser(user, platform.config)
  })

  publicRoute(app, logout, async ({ user, request, reply }) => {
    await endSession(platform, request, reply)
    if (user)
      await noteSecurity(platform, 'logged_out', { userId: user.id, email: user.email, request })
    return { message: 'Du er logget ut' }
  })

  route(app, confirmPasswordCall, async ({ user, body, request }) => {
    await confirmPassword(platform, user.id, sessionKey(platform, request), body.password).catch(
      async (error: unknown) => {
        const who = { userId: user.id, email: user.email, request }
        await noteRefusal(platform, error, 'password_refused', who)
        throw error
      },
    )
    return { message: 'Passordet er bekreftet' }
  })

  route(app, readSession, async ({ user }) => {
    const found = await userById(platform.db, user.id)
    if (!found) throw notFound()
    return presentUser(found, platform.config)
  })
}
