import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#shared/contracts/account/members'
import type { InCompany } from '../../platform/http/route.ts'
import { personRoute, publicRoute, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { accept, type Joined, registerInvited, showInvitation } from './members/accept.ts'
import { endAccess, giveRole, readMembers } from './members/change-members.ts'
import { inviteTo, withdraw } from './members/invite.ts'
import { presentUser } from './account/present-user.ts'
import { noteSecurity } from './security-log/note.ts'
import { startSession } from './sessions/sessions.ts'

/** The rate limit per IP address of calls with a mailed link. */
const BY_LINK = { perAddress: { max: 120, timeWindow: '1 hour' } }

const by = ({ actor, company }: InCompany) => ({ companyId: company.id, actor })

export function memberRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, contract.listMembers, ({ company }) => readMembers(platform, company))

  route(app, contract.invite, async ({ body, ...call }) => {
    await inviteTo(platform, by(call), body)
    return { message: `Invitasjonen er sendt til ${body.email}.` }
  })

  route(app, contract.handOver, async ({ body, ...call }) => {
    await inviteTo(platform, by(call), { ...body, role: 'owner' })
    return { message: `Vi har spurt ${body.email}. Du er eier til den andre har godtatt.` }
  })

  route(app, contract.withdrawInvitation, async ({ params, ...call }) => {
    await withdraw(platform, by(call), params.id)
    return { message: 'Invitasjonen er trukket tilbake.' }
  })

  route(app, contract.changeRole, async ({ params, body, ...call }) => {
    await giveRole(platform, by(call), { personId: params.id, role: body.role })
    return { message: 'Rollen er endret.' }
  })

  route(app, contract.removeMember, async ({ params, ...call }) => {
    await endAccess(platform, by(call), params.id)
    await noteSecurity(platform, 'access_removed', { userId: params.id })
    return { message: 'Tilgangen er fjernet.' }
  })

  personRoute(app, contract.leaveCompany, async ({ user, params, request }) => {
    await endAccess(platform, { companyId: params.id, actor: user }, user.id)
    platform.live.publish(params.id, 'members', 'activity', 'connections', 'status')
    await noteSecurity(platform, 'access_removed', { userId: user.id, request })
    return { message: 'Du har gitt fra deg tilgangen.' }
  })

  publicRoute(
    app,
    contract.readInvitation,
    ({ query, user }) => showInvitation(platform, query.token, user),
    BY_LINK,
  )

  const noteJoined = async (
    { isNew, formerOwner }: Joined,
    who: { userId: string; email: string; request: FastifyRequest },
  ) => {
    if (isNew)
      await noteSecurity(platform, formerOwner ? 'company_taken_over' : 'invitation_accepted', who)
    if (formerOwner)
      await noteSecurity(platform, 'company_handed_over', {
        userId: formerOwner.id,
        email: formerOwner.email,
      })
  }

  personRoute(
    app,
    contract.acceptInvitation,
    async ({ user, body, request }) => {
      const joined = await accept(platform, user, body.token)
      await noteJoined(joined, { userId: user.id, email: user.email, request })
      return { companyId: joined.companyId }
    },
    BY_LINK,
  )

  publicRoute(
    app,
    contract.registerByInvitation,
    async ({ body, request, reply }) => {
      const { user, joined } = await registerInvited(platform, body)
      const who = { userId: user.id, email: user.email, request }
      await startSession(platform, request, reply, user.id)
      await noteSecurity(platform, 'registered', who)
      await noteJoined(joined, who)
      return presentUser(platform, user, null)
    },
    BY_LINK,
  )
}
