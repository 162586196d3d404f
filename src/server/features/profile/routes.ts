import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/profile'
import { today } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import {
  confirmAddress,
  putQuestionAway,
  sendConfirmation,
} from '../auth/address/confirm-address.ts'
import { changePassword } from '../auth/change-password.ts'
import { updateOwnAccount } from '../auth/own-account.ts'
import { requestReset, resetPassword } from '../auth/password-reset.ts'
import { presentUser } from '../auth/present-user.ts'
import { endSession, sessionKey } from '../auth/sessions.ts'
import { dataExports } from './data-exports.ts'
import { deleteAccount } from './delete-account.ts'
import { readExport } from './store.ts'

/** A link costs a mail, so one address may not ask for many. */
const ASKED = { max: 20, timeWindow: '1 hour' }

export function profileRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.updateProfile, async ({ user, body }) =>
    presentUser(await updateOwnAccount(platform, user, body), platform.config),
  )

  route(app, contract.changePassword, async ({ user, body, request }) => {
    await changePassword(platform, user.id, sessionKey(platform, request), body)
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

  route(app, contract.sendConfirmation, async ({ user }) => ({
    message: `Vi har sendt en lenke til ${await sendConfirmation(platform, user.id)}.`,
  }))

  route(app, contract.putConfirmationAway, async ({ user }) => {
    await putQuestionAway(platform, user.id)
    return { message: 'Vi spør ikke mer om denne adressen.' }
  })

  publicRoute(
    app,
    contract.confirmEmail,
    async ({ body }) => ({
      message: 'E-postadressen er bekreftet',
      ...(await confirmAddress(platform, body.token)),
    }),
    { perAddress: { max: 60, timeWindow: '1 hour' } },
  )

  const exports = dataExports(platform)
  // A stop waits for answers that are being given, and nobody waits minutes for that.
  app.addHook('preClose', () => exports.stop())
  route(app, contract.readDataExport, ({ user }) => readExport(platform.db, user.id))

  const download = { access: 'open', ownPages: 'stated' } as const
  app.get(
    contract.EXPORT_PATH,
    { config: download, schema: { hide: true } },
    async (request, reply) => {
      const caller = await app.identify(request)
      if (!caller) throw new HttpError(401, 'unauthenticated', 'Du er ikke logget inn')
      const name = `fakturabro-${today(instant(platform.clock))}.zip`
      void reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        // nginx would gather the file on its disk, and its maker would not notice that nobody reads
        // it.
        .header('x-accel-buffering', 'no')
      return reply.send(request.method === 'HEAD' ? undefined : await exports.open(caller.id))
    },
  )
}
