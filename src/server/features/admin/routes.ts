import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contracts/admin'
import { listSecurityLog } from '#shared/contracts/account/security-log'
import { pageOf, readCursor, sayPage } from '../../platform/http/paging.ts'
import { adminRoute } from '../../platform/http/route.ts'
import { notFound } from '../../platform/http-error.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { everybodysActivity } from '../activity-log/queries.ts'
import { hasAccount } from '../auth/queries.ts'
import {
  countUsers,
  findUsers,
  listedUser,
  userCounts,
  type ListedUser,
} from '../auth/user-list-queries.ts'
import { findSecurityEvents } from '../auth/security-log/queries.ts'
import { billsFrom } from '../billing/queries.ts'
import { deletionOf } from '../profile/delete-account.ts'
import { countAllTransfers } from '../transfers/queries.ts'
import { deleteUser, setAdmin, setStatus } from './change-user.ts'

export function adminRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform

  adminRoute(app, contract.listUsers, async ({ query, reply }) => {
    const { limit, page = 1, q } = query
    const cursor = readCursor(query.cursor, 'uuid')
    const offset = cursor ? 0 : (page - 1) * limit
    const found = await findUsers(db, q, { limit: limit + 1, cursor, offset })
    const { rows, nextCursor } = pageOf(found, limit)
    sayPage(reply, { total: await countUsers(db, q), nextCursor })
    return Promise.all(rows.map((user) => present(db, user)))
  })

  const changed = async ({ id }: { id: string }) => {
    const user = await listedUser(db, id)
    if (!user) throw notFound('Brukeren finnes ikke lenger.')
    return present(db, user)
  }

  adminRoute(app, contract.readAdminStats, async () => ({
    ...(await userCounts(db)),
    totalTransfers: await countAllTransfers(db),
  }))

  adminRoute(app, contract.listEverybodysActivity, async ({ query, reply }) => {
    const { limit, type, userId: personId } = query
    const { rows, total } = await everybodysActivity(db, { type, personId }, limit)
    sayPage(reply, { total, nextCursor: null })
    return rows
  })

  adminRoute(app, listSecurityLog, async ({ query, reply }) => {
    const { limit, cursor, ...which } = query
    const place = readCursor(cursor, 'uuid')
    const found = await findSecurityEvents(db, { ...which, cursor: place, limit: limit + 1 })
    const { rows, nextCursor } = pageOf(found, limit)
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor)
    return rows.map(({ email, who, createdAt, ...row }) => ({
      ...row,
      who: email ?? who,
      createdAt: createdAt.toISOString(),
    }))
  })

  adminRoute(app, contract.setUserStatus, async ({ user, params, body }) => ({
    message: 'Brukerstatus oppdatert',
    user: await changed(await setStatus(platform, user.id, params.id, body.isActive)),
  }))

  adminRoute(app, contract.setUserAdmin, async ({ user, params, body }) => ({
    message: 'Admin-status oppdatert',
    user: await changed(await setAdmin(platform, user.id, params.id, body.isAdmin)),
  }))

  adminRoute(app, contract.readUserDeletion, async ({ params }) => {
    if (!(await hasAccount(db, params.id))) throw notFound('Brukeren finnes ikke lenger.')
    return deletionOf(db, params.id)
  })

  adminRoute(app, contract.deleteUser, async ({ user, params }) => {
    await deleteUser(platform, user.id, params.id)
    return { message: 'Brukeren og alle dataene er slettet' }
  })
}

/**
 * Converts a user's row for the admin panel. Copies only the declared fields, because the row also
 * holds the password hash.
 */
async function present(db: Db, user: ListedUser): Promise<contract.AdminUser> {
  const { id, firstName, lastName, username, companyName, email, isActive, isAdmin } = user
  return {
    id,
    firstName,
    lastName,
    username,
    companyName,
    email,
    isActive,
    isAdmin,
    createdAt: user.createdAt.toISOString(),
    // Only an administrator can be the sender of the bills.
    sendsBills: isAdmin && (await billsFrom(db, id)),
  }
}
