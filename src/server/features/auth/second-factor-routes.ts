import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/account/second-factor'
import { route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { noteRefusal, noteSecurity } from './security-log/note.ts'
import { sessionKey } from './sessions/sessions.ts'
import {
  beginFactor,
  confirmFactor,
  endFactor,
  factorState,
  renewRecoveryCodes,
} from './second-factor/change-factor.ts'

export function secondFactorRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.readSecondFactor, ({ user }) => factorState(platform, user))

  route(app, contract.beginSecondFactor, ({ user }) => beginFactor(platform, user))

  route(app, contract.confirmSecondFactor, async ({ user, body, request }) => {
    const who = { userId: user.id, email: user.email, request }
    const key = sessionKey(platform, request)
    const recoveryCodes = await confirmFactor(platform, user, key, body.code).catch(
      async (error: unknown) => {
        await noteRefusal(platform, error, 'factor_refused', who)
        throw error
      },
    )
    await noteSecurity(platform, 'factor_on', who)
    return { recoveryCodes }
  })

  route(app, contract.renewRecoveryCodes, async ({ user, body, request }) => {
    const who = { userId: user.id, email: user.email, request }
    const recoveryCodes = await renewRecoveryCodes(platform, user, body.code).catch(
      async (error: unknown) => {
        await noteRefusal(platform, error, 'factor_refused', who)
        throw error
      },
    )
    await noteSecurity(platform, 'recovery_codes_renewed', who)
    return { recoveryCodes }
  })

  route(app, contract.endSecondFactor, async ({ user, body, request }) => {
    const who = { userId: user.id, email: user.email, request }
    await endFactor(platform, user, body.code).catch(async (error: unknown) => {
      await noteRefusal(platform, error, 'factor_refused', who)
      throw error
    })
    await noteSecurity(platform, 'factor_off', who)
    return { message: 'Totrinns innlogging er slått av.' }
  })
}
