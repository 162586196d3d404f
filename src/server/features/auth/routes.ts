import type { FastifyInstance } from 'fastify'
import { addCompany } from '#shared/contracts/account/companies'
import * as contract from '#shared/contracts/account/second-factor'
import {
  checkRegistration,
  confirmPassword as confirmPasswordCall,
  login,
  logout,
  readSession,
  register,
} from '#shared/contracts/auth'
import { notFound } from '../../platform/http-error.ts'
import { namedCompany } from '../../platform/http/caller.ts'
import { addressOf } from '../../platform/http/limits.ts'
import { personRoute, publicRoute } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { addOwnCompany } from './account/add-company.ts'
import { confirmPassword } from './passwords/confirm-password.ts'
import { presentUser } from './account/present-user.ts'
import { refuseRegistration, registerUser } from './account/register-user.ts'
import {
  beginFactor,
  confirmFactor,
  endFactor,
  factorState,
  renewRecoveryCodes,
} from './second-factor/change-factor.ts'
import { notingRefusal, noteSecurity } from './security-log/note.ts'
import { logIn } from './sessions/log-in.ts'
import { endSession, sessionKey, startSession } from './sessions/sessions.ts'
import { userById } from './store.ts'

/**
 * The rate limits per IP address for registrations, and for checks of registrations. The response
 * "eksisterer allerede" deliberately reveals that an address has an account, so the limits slow down
 * callers who try many addresses: 180 per hour with both. They must be at least 60, because several
 * users can register from one IP address.
 */
const REGISTRATIONS = { max: 120, timeWindow: '1 hour' }
const CHECKS = { max: 60, timeWindow: '1 hour' }

export function authRoutes(app: FastifyInstance, platform: Platform): void {
  publicRoute(
    app,
    register,
    async ({ body, request, reply }) => {
      const user = await registerUser(platform, body)
      await startSession(platform, request, reply, user.id)
      await noteSecurity(platform, 'registered', { userId: user.id, email: user.email, request })
      return presentUser(platform, user, null)
    },
    { perAddress: REGISTRATIONS },
  )

  publicRoute(
    app,
    checkRegistration,
    async ({ body }) => {
      await refuseRegistration(platform.db, body)
      return { message: 'Kontoen kan opprettes' }
    },
    { perAddress: CHECKS },
  )

  publicRoute(app, login, async ({ body, request, reply }) => {
    const who = { email: body.email, request }
    const { user, usedRecoveryCode } = await notingRefusal(
      platform,
      'log_in_refused',
      who,
      logIn(platform, body, addressOf(request)),
    )
    await startSession(platform, request, reply, user.id)
    await noteSecurity(platform, 'logged_in', { ...who, userId: user.id })
    if (usedRecoveryCode)
      await noteSecurity(platform, 'recovery_code_used', { ...who, userId: user.id })
    return presentUser(platform, user, namedCompany(request))
  })

  publicRoute(app, logout, async ({ user, request, reply }) => {
    await endSession(platform, request, reply)
    if (user)
      await noteSecurity(platform, 'logged_out', { userId: user.id, email: user.email, request })
    return { message: 'Du er logget ut' }
  })

  personRoute(app, confirmPasswordCall, async ({ user, body, request }) => {
    await notingRefusal(
      platform,
      'password_refused',
      { userId: user.id, email: user.email, request },
      confirmPassword(platform, user.id, sessionKey(platform, request), body.password),
    )
    return { message: 'Passordet er bekreftet' }
  })

  personRoute(app, readSession, async ({ user, request }) => {
    const found = await userById(platform.db, user.id)
    if (!found) throw notFound()
    return presentUser(platform, found, namedCompany(request))
  })

  personRoute(app, addCompany, ({ user, body }) => addOwnCompany(platform, user.id, body), {
    perAddress: REGISTRATIONS,
  })

  secondFactorRoutes(app, platform)
}

function secondFactorRoutes(app: FastifyInstance, platform: Platform): void {
  personRoute(app, contract.readSecondFactor, ({ user }) => factorState(platform, user))

  personRoute(app, contract.beginSecondFactor, ({ user }) => beginFactor(platform, user))

  personRoute(app, contract.confirmSecondFactor, async ({ user, body, request }) => {
    const who = { userId: user.id, email: user.email, request }
    const key = sessionKey(platform, request)
    const recoveryCodes = await notingRefusal(
      platform,
      'factor_refused',
      who,
      confirmFactor(platform, user, key, body.code),
    )
    await noteSecurity(platform, 'factor_on', who)
    return { recoveryCodes }
  })

  personRoute(app, contract.renewRecoveryCodes, async ({ user, body, request }) => {
    const who = { userId: user.id, email: user.email, request }
    const recoveryCodes = await notingRefusal(
      platform,
      'factor_refused',
      who,
      renewRecoveryCodes(platform, user, body.code),
    )
    await noteSecurity(platform, 'recovery_codes_renewed', who)
    return { recoveryCodes }
  })

  personRoute(app, contract.endSecondFactor, async ({ user, body, request }) => {
    const who = { userId: user.id, email: user.email, request }
    await notingRefusal(platform, 'factor_refused', who, endFactor(platform, user, body.code))
    await noteSecurity(platform, 'factor_off', who)
    return { message: 'Totrinns innlogging er slått av.' }
  })
}
