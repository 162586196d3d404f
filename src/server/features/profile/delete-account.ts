import type { Deletion } from '#shared/contracts/profile'
import type { Platform } from '../../platform/platform.ts'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import { inBackground } from '../../platform/background.ts'
import { SESSION_TOPIC } from '../../platform/database/live.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { type OwnedCompany, ownedWithMembers } from '../auth/queries.ts'
import { deleteRowsOf, refuseAdmin } from '../auth/account/own-account.ts'
import { disconnectFromServicem8, logOutOfFiken } from '../connections/oauth/disconnect.ts'
import { forgetConnections, loseGrantsOf } from '../connections/oauth/lose-grants.ts'
import { companyDeletedMail } from './company-deleted-mail.ts'
import { forgetSubscriber } from '../billing/subscriptions/forget-subscriber.ts'
import { billsFrom } from '../billing/queries.ts'

/** Returns the companies that are deleted with the account, and the names of who else is in them. */
export async function deletionOf(db: Db, userId: string): Promise<Deletion> {
  const owned = await ownedWithMembers(db, userId)
  return {
    companies: owned.map(({ id, name, members }) => ({
      id,
      name,
      members: members.map((one) => one.name),
    })),
  }
}

/**
 * Deletes the user's own account, with the companies that the user owns.
 * @throws HttpError 409 for an administrator, and for the owner of the company whose Fiken
 * connection sends the bills (rules 22 and 31)
 */
export async function deleteAccount(platform: Platform, userId: string): Promise<void> {
  if (await billsFrom(platform.db, userId)) {
    throw new HttpError(
      409,
      'billing_account',
      'Fakturaene lages med Fiken-tilkoblingen din. Velg en annen under Admin Panel først.',
    )
  }
  const allowed = (db: Db) => refuseAdmin(db, userId)
  await allowed(platform.db)
  await endAccount(platform, userId, { id: userId }, allowed)
}

/**
 * Deletes an account: revokes the grants of the companies that the user owns at the vendors, removes
 * webhooks, and then deletes all rows of the user and the companies. If a vendor does not respond,
 * the account is still deleted; the grant then remains at the vendor, but its token is deleted.
 * @param allowed runs in the transaction in which the rows are deleted; throws to keep the rows
 */
export async function endAccount(
  platform: Platform,
  userId: string,
  actor: Actor,
  allowed: (tx: Db) => Promise<void>,
): Promise<void> {
  const owned = await ownedWithMembers(platform.db, userId)
  for (const { id: companyId } of owned)
    for (const leave of [disconnectFromServicem8, logOutOfFiken])
      await leave(platform, companyId, actor).catch((err: unknown) => {
        platform.log.warn(
          { err, companyId },
          'a connection could not be ended in order before an account was deleted',
        )
      })
  const at = instant(platform.clock)
  await deleteRowsOf(platform.db, userId, {
    allowed,
    beforeCompany: async (tx, companyId) => {
      await forgetSubscriber(tx, platform.vault, companyId)
      await forgetConnections(tx, companyId, at)
    },
    beforeMembership: (tx, companyId) => loseGrantsOf(tx, { companyId, personId: userId }, at),
  })
  platform.log.info({ userId }, 'an account was deleted')
  tellMembers(platform, owned)
}

/** Ends the members' access in open screens, and mails them; nobody waits for the mails. */
function tellMembers({ live, mail, log }: Platform, owned: readonly OwnedCompany[]): void {
  const people = new Map(owned.flatMap(({ members }) => members.map((one) => [one.id, one])))
  for (const { id, email } of people.values()) {
    live.publish(id, SESSION_TOPIC)
    const names = owned
      .filter(({ members }) => members.some((one) => one.id === id))
      .map(({ name }) => name ?? 'et firma uten navn')
    inBackground(
      log,
      'the mail about a deleted company was not sent',
      mail.send(companyDeletedMail(email, names)),
    )
  }
}
