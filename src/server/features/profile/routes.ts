import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as address from '#shared/contracts/account/confirmed-address'
import { endOtherSessions, listSessions } from '#shared/contracts/account/sessions'
import * as contract from '#shared/contracts/profile'
import { today } from '#shared/dates'
import { inBackground } from '../../platform/background.ts'
import { instant } from '../../platform/clock.ts'
import { type Caller, companyOf, namedCompany } from '../../platform/http/caller.ts'
import { requireAct } from '../../platform/http/role.ts'
import { inCompany, personRoute, publicRoute, route, signedIn } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  confirmAddress,
  putQuestionAway,
  sendConfirmation,
} from '../auth/address/confirm-address.ts'
import { endSessions } from '../auth/end-sessions.ts'
import { changePassword } from '../auth/passwords/change-password.ts'
import { requestReset, resetPassword } from '../auth/passwords/password-reset.ts'
import { companyDetails, updateOwnAccount } from '../auth/account/own-account.ts'
import { presentUser } from '../auth/account/present-user.ts'
import { noteOnceAMinute, notingRefusal, noteSecurity } from '../auth/security-log/note.ts'
import { endSession, ownSessions, sessionKey } from '../auth/sessions/sessions.ts'
import { dataExports } from './data-exports.ts'
import { deleteAccount, deletionOf } from './delete-account.ts'
import { readExport } from './store.ts'

const of = ({ id, email }: { id: string; email: string }) => ({ userId: id, email })

/** The rate limit per IP address, because each request sends a mail. */
const ASKED = { max: 20, timeWindow: '1 hour' }

export function profileRoutes(app: FastifyInstance, platform: Platform): void {
  personRoute(app, contract.updateProfile, async ({ user, body, request }) => {
    const changed = await updateOwnAccount(
      platform,
      user,
      body,
      companyToChange(request, user, body),
    )
    if (changed.email !== user.email)
      await noteSecurity(platform, 'email_changed', { ...of(user), email: user.email, request })
    return presentUser(platform, changed, namedCompany(request))
  })

  personRoute(app, contract.changePassword, async ({ user, body, request }) => {
    const who = { ...of(user), request }
    const key = sessionKey(platform, request)
    await notingRefusal(
      platform,
      'password_refused',
      who,
      changePassword(platform, user.id, key, body),
    )
    await noteSecurity(platform, 'password_changed', who)
    return { message: 'Passord endret' }
  })

  personRoute(app, listSessions, ({ user, request }) =>
    ownSessions(platform, user.id, sessionKey(platform, request)),
  )

  personRoute(app, endOtherSessions, async ({ user, request }) => {
    const here = sessionKey(platform, request) ?? undefined
    const ended = await endSessions(platform.db, user.id, here)
    if (ended > 0) await noteSecurity(platform, 'sessions_ended', { ...of(user), request })
    return { ended }
  })

  personRoute(app, contract.readDeletion, ({ user }) => deletionOf(platform.db, user.id))

  personRoute(app, contract.deleteAccount, async ({ user, request, reply }) => {
    await deleteAccount(platform, user.id)
    await endSession(platform, request, reply)
    await noteSecurity(platform, 'account_deleted', { email: user.email, request })
    return { message: 'Konto slettet' }
  })

  publicRoute(
    app,
    contract.forgotPassword,
    ({ body, request }) => {
      requestReset(platform, body.email)
      // This runs after the response, like sending the link, so that the response's timing does not
      // reveal whether the address has an account.
      inBackground(
        platform.log,
        'the security log was not written',
        noteOnceAMinute(platform, 'reset_asked', { email: body.email, request }),
      )
      return { message: 'Hvis adressen har en konto, har vi sendt en e-post med instruksjoner.' }
    },
    { perAddress: ASKED },
  )

  publicRoute(
    app,
    contract.resetPassword,
    async ({ body, request }) => {
      const user = await notingRefusal(
        platform,
        'reset_refused',
        { request },
        resetPassword(platform, body),
      )
      await noteSecurity(platform, 'reset_used', { ...of(user), request })
      return { message: 'Passord oppdatert' }
    },
    { perAddress: { max: 60, timeWindow: '1 hour' } },
  )

  personRoute(app, address.sendConfirmation, async ({ user }) => ({
    message: `Vi har sendt en lenke til ${await sendConfirmation(platform, user.id)}.`,
  }))

  personRoute(app, address.putConfirmationAway, async ({ user }) => {
    await putQuestionAway(platform, user.id)
    return { message: 'Vi spør ikke mer om denne adressen.' }
  })

  publicRoute(
    app,
    address.confirmEmail,
    async ({ body, request }) => {
      const { userId, email } = await confirmAddress(platform, body.token)
      await noteSecurity(platform, 'email_confirmed', { userId, email, request })
      return { message: 'E-postadressen er bekreftet', email }
    },
    { perAddress: { max: 60, timeWindow: '1 hour' } },
  )

  const exports = dataExports(platform)
  // The server's shutdown waits for running responses, and must not wait minutes for an export.
  app.addHook('preClose', () => exports.stop())
  route(app, contract.readDataExport, ({ company }) => readExport(platform.db, company.id))

  app.get(contract.EXPORT_PATH, DOWNLOAD, async (request, reply) => {
    const { company } = await inCompany(app, request, 'company_export')
    return reply
      .headers(headersOf('fakturabro'))
      .send(request.method === 'HEAD' ? undefined : await exports.ofCompany(company.id))
  })
  app.get(contract.OWN_EXPORT_PATH, DOWNLOAD, async (request, reply) => {
    const { id } = await signedIn(app, request)
    return reply
      .headers(headersOf('fakturabro-egne-data'))
      .send(request.method === 'HEAD' ? undefined : exports.ofPerson(id))
  })

  const headersOf = (name: string) => ({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}-${today(instant(platform.clock))}.zip"`,
    // Prevents nginx from buffering the file on disk, because a download that nobody reads would
    // then go unnoticed.
    'x-accel-buffering': 'no',
  })
}

/**
 * Returns the company whose details the profile gives, null if it gives none.
 * @throws HttpError as {@link companyOf}, and 403 `role_refused` for everybody but the owner
 */
function companyToChange(
  request: FastifyRequest,
  user: Caller,
  body: contract.Profile,
): string | null {
  if (Object.values(companyDetails(body)).every((detail) => detail === undefined)) return null
  const company = companyOf(request, user)
  requireAct(company, 'company_details')
  return company.id
}

const DOWNLOAD = { config: { access: 'open', ownPages: 'stated' }, schema: { hide: true } } as const
