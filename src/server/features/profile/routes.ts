import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/profile'
import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changePassword } from '../auth/change-password.ts'
import { updateOwnAccount } from '../auth/own-account.ts'
import { requestReset, resetPassword } from '../auth/password-reset.ts'
import { presentUser } from '../auth/present-user.ts'
import { endSession, sessionKey } from '../auth/sessions.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'

/** A link costs a mail, so one address may not ask for many. */
const ASKED = { max: 20, timeWindow: '1 hour' }

export function profileRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.updateProfile, async ({ user, body }) => presentUser(await updateOwnAccount(platform, user, body)))

  route(app, contract.changePassword, async ({ user, body, request }) => {
    await changePassword(platform, user.id, sessionKey(request), body)
    return { message: 'Passord endret' }
  })

  route(app, contract.deleteAccount, async ({ user, request, reply }) => {
    await deleteAccount(platform, user.id)
    await endSession(platform, request, reply)
    return { message: 'Konto slettet' }
  })

  publicRoute(
    app,
    contract.forgotPassword,
    ({ body }) => {
      requestReset(platform, body.email)
      return { message: 'Hvis adressen har en konto, har vi sendt en e-post med instruksjoner.' }
    },
    { perAddress: ASKED },
  )

  publicRoute(
    app,
    contract.resetPassword,
    async ({ body }) => {
      await resetPassword(platform, body)
      return { message: 'Passord oppdatert' }
    },
    { perAddress: { max: 60, timeWindow: '1 hour' } },
  )

  app.get('/api/profile/export', { config: { access: 'open' }, schema: { hide: true } }, async (request, reply) => {
    const caller = await app.identify(request)
    if (!caller) throw new Refusal(401, 'unauthenticated', 'Du er ikke logget inn')
    const name = `fakturabro-${today(instant(platform.clock))}.zip`
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Buffer.from(await exportData(platform.db, caller.id)))
  })
}
